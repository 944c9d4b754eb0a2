import PostilModel

/// The operations that show a text, whose resources are named otherwise in the content that it becomes a part of.
struct TextContent {
  /// Operations that name a resource: where they stand, what it is, and of which category (ISO 32000-2, table 34).
  private struct Use {
    let operation: ContentOperation
    let category: PDFName
    let name: PDFName
    let resource: PDFObject
  }

  private let content: [UInt8]
  private let uses: [Use]
  /// From the content's space to the text's, with its origin at the upper left corner: six numbers.
  let matrix: [Double]

  /// - Parameters:
  ///   - resources: What the content names.
  ///   - copied: The same for the file that it is written into.
  /// - Throws: ``PDFError`` with code `.damaged` if the content cannot be read, or names what is not there.
  init(
    _ content: [UInt8], _ resources: PDFDictionary, copied: PDFDictionary, matrix: [Double],
    _ context: ContentContext
  ) throws {
    let visitor = Visitor()
    let damage = PDFError(.damaged, "A text cannot be made a part of a page.")
    do {
      try ContentInterpreter(context, resources: resources).interpret(content, visitor)
    } catch is ContentParser.Failure {
      throw damage
    }
    uses = try visitor.uses.map { operation, category, name in
      guard let resource = context.objects.resolve(copied[category]).dictionary?[name] else { throw damage }
      return Use(operation: operation, category: category, name: name, resource: resource)
    }
    (self.content, self.matrix) = (content, matrix)
  }

  private final class Visitor: ContentVisitor {
    var uses: [(ContentOperation, PDFName, PDFName)] = []

    func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) {
      guard let (category, name) = event.resource(operation), operation.imageData == nil,
        operation.operands.contains(.name(name))
      else { return }
      uses.append((operation, category, name))
    }
  }

  /// The operations with other names.
  ///
  /// - Parameter name: The name of a resource of a category.
  func bytes(_ name: (PDFName, PDFObject) -> PDFName) -> [UInt8] {
    var (result, end): ([UInt8], Int) = ([], 0)
    for use in uses {
      let new = name(use.category, use.resource)
      let operation = ContentOperation(
        op: use.operation.op,
        operands: use.operation.operands.map { $0 == .name(use.name) ? .name(new) : $0 },
        range: use.operation.range)
      result += content[end..<use.operation.range.lowerBound] + operation.bytes
      end = use.operation.range.upperBound
    }
    return result + content[end...]
  }
}

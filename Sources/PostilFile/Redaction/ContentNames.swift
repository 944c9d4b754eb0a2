import PostilModel

/// The names that a content uses of its resources, and the codes that it shows in its fonts.
final class ContentNames: ContentVisitor {
  private var names: [PDFName: Set<PDFName>] = [:]
  private(set) var codes: [PDFName: Set<UInt32>] = [:]
  private var font: PDFName?
  private var saved: [PDFName?] = []

  /// Goes through one more content.
  ///
  /// - Throws: ``PDFError`` with the place if it cannot be read.
  func add(_ bytes: [UInt8], _ resources: PDFDictionary, _ run: RedactionRun, _ place: String) throws {
    (font, saved) = (nil, [])
    do {
      try ContentInterpreter(run.context, resources: resources).interpret(bytes, self)
    } catch let failure as ContentParser.Failure {
      throw run.refusal("its content cannot be read at byte \(failure.position)", place)
    }
  }

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) {
    switch event {
    case .save: saved.append(font)
    case .restore: font = saved.popLast() ?? nil
    case .setFont(let name):
      font = name
      use("Font", name)
    case .showText(let shown):
      if let font { codes[font, default: []].formUnion(shown.glyphs.map(\.glyph.code)) }
    case .paintForm(let name, _, _), .paintImage(let name, _, _): use("XObject", name)
    case .setGraphicsState(let name, _): use("ExtGState", name)
    case .shade(let name): use("Shading", name)
    case .setColorSpace(let name): use("ColorSpace", name)
    case .setColor(_, let name?): use("Pattern", name)
    case .beginMark(let mark): if let name = mark.name { use("Properties", name) }
    case .paintInlineImage(let entries):
      if let name = entries["ColorSpace"]?.name { use("ColorSpace", name) }
    case .nothing:
      if operation.op == .markPointWithProperties, let name = operation.operands.last?.name {
        use("Properties", name)
      }
    default: break
    }
  }

  private func use(_ category: PDFName, _ name: PDFName) { names[category, default: []].insert(name) }

  /// The resources that are used.
  func pruned(_ resources: PDFDictionary, _ objects: any ObjectSource) -> PDFDictionary {
    var result = KeptResources(ContentResources(resources, objects))
    for (category, list) in names { for name in list { result.use(category, name) } }
    return result.remaining
  }
}

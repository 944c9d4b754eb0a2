import PostilModel

/// The names that a stream uses and its own resources do not have: it takes them from the stream that paints it.
final class BorrowedNames: ContentVisitor {
  struct Name: Hashable {
    let category: PDFName
    let name: PDFName
  }

  private(set) var names: Set<Name> = []

  /// Those of a form or a pattern; what cannot be read uses what stands before that.
  init(of stream: PDFObject, _ dictionary: PDFDictionary, _ context: ContentContext) {
    let resources = context.objects.resolve(dictionary["Resources"]).dictionary ?? [:]
    let content = ContentInterpreter(context, resources: resources, stream: stream.reference)
    if let bytes = try? context.decoded(stream) { try? content.interpret(bytes, self) }
  }

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) throws {
    var used = event.resource(operation)
    // What is painted and not found is no event of its own.
    if used == nil, operation.op == .paintObject {
      used = operation.operands.last?.name.map { ("XObject", $0) }
    }
    if let (category, name) = used, content.resources.value(category, name) == nil {
      names.insert(Name(category: category, name: name))
    }
    switch event {
    case .paintForm(_, let reference, let dictionary): try enter(reference, dictionary, content)
    case .setColor(_, let name?):
      guard let reference = content.resources.value("Pattern", name),
        case .stream(let dictionary, _) = content.context.objects.resolve(reference)
      else { return }
      try enter(reference, dictionary, content)
    default: break
    }
  }

  private func enter(_ reference: PDFObject, _ dictionary: PDFDictionary, _ content: ContentInterpreter)
    throws
  {
    guard content.mayEnter(reference.reference) else { return }
    let inner = content.inner(dictionary, matrix: .identity, stream: reference.reference)
    try inner.interpret(try content.context.decoded(reference), self)
  }
}

extension ContentRedactor {
  /// Keeps a form as it is, and what it takes from the resources of this stream.
  func keepForm(_ name: PDFName, _ reference: PDFObject, _ dictionary: PDFDictionary) {
    resources.use("XObject", name)
    var waiting = [(reference, dictionary)]
    var seen: Set<BorrowedNames.Name> = []
    while let (form, dictionary) = waiting.popLast() {
      for borrowed in run.borrowedNames(of: form, dictionary) where seen.insert(borrowed).inserted {
        guard let value = resources.value(borrowed.category, borrowed.name) else { continue }
        resources.use(borrowed.category, borrowed.name)
        guard borrowed.category == "XObject", case .stream(let inner, _) = object(value),
          object(inner["Subtype"]).name == "Form"
        else { continue }
        waiting.append((value, inner))
      }
    }
  }
}

extension RedactionRun {
  func borrowedNames(of form: PDFObject, _ dictionary: PDFDictionary) -> Set<BorrowedNames.Name> {
    guard let id = form.reference else { return BorrowedNames(of: form, dictionary, context).names }
    if let known = knownBorrowedNames[id] { return known }
    let names = BorrowedNames(of: form, dictionary, context).names
    knownBorrowedNames[id] = names
    return names
  }
}

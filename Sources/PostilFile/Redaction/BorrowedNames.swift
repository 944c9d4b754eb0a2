import PostilModel

/// The names that a stream uses and its own resources do not have: it takes them from the stream that paints it.
final class BorrowedNames: PaintVisitor {
  struct Name: Hashable {
    let category: PDFName
    let name: PDFName
  }

  private(set) var names: Set<Name> = []

  /// A stream, and the resources around it, which say what it borrows.
  private struct Use: Hashable {
    let stream: ObjectID?
    let resources: ContentResources
  }

  /// Of what cannot be read counts what stands before that.
  init(of stream: PaintedStream) { try? ContentWalk(self).enter(stream.alone) }

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) {
    var used = event.resource(operation)
    // What is painted and not found is no event of its own.
    if used == nil, operation.op == .paintObject {
      used = operation.operands.last?.name.map { ("XObject", $0) }
    }
    if let (category, name) = used, content.resources.value(category, name) == nil {
      names.insert(Name(category: category, name: name))
    }
  }

  func paint(_ stream: PaintedStream, _ walk: ContentWalk) throws {
    try walk.enter(stream, once: Use(stream: stream.id, resources: stream.content.resources))
  }
}

extension ContentRedactor {
  /// Keeps a form as it is, and what it takes from the resources of this stream.
  func keepForm(_ name: PDFName, _ form: PaintedStream) {
    resources.use("XObject", name)
    var waiting = [form]
    var seen: Set<BorrowedNames.Name> = []
    while let form = waiting.popLast() {
      for borrowed in run.borrowedNames(of: form) where seen.insert(borrowed).inserted {
        guard let value = resources.value(borrowed.category, borrowed.name) else { continue }
        resources.use(borrowed.category, borrowed.name)
        guard borrowed.category == "XObject", case .stream(let inner, _) = object(value),
          object(inner["Subtype"]).name == "Form"
        else { continue }
        waiting.append(PaintedStream(value, inner, within: content))
      }
    }
  }
}

extension RedactionRun {
  func borrowedNames(of stream: PaintedStream) -> Set<BorrowedNames.Name> {
    if let known = stream.id.flatMap({ knownBorrowedNames[$0] }) { return known }
    let names = BorrowedNames(of: stream).names
    if let id = stream.id { knownBorrowedNames[id] = names }
    return names
  }
}

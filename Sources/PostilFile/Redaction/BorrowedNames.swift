import PostilModel

/// The names that a stream, and what it paints, use of the resources around it: those that its own do not have.
final class BorrowedNames: PaintVisitor {
  struct Name: Hashable {
    let category: PDFName
    let name: PDFName
  }

  private(set) var names: Set<Name> = []
  private let outer: ContentResources

  /// A stream, and the resources around it, which say what it borrows.
  struct Use: Hashable {
    let stream: ObjectID?
    let resources: ContentResources
  }

  /// Of what cannot be read counts what stands before that.
  init(of stream: PaintedStream) {
    outer = stream.content.resources
    try? ContentWalk(self).enter(stream)
  }

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) {
    var used = event.resource(operation)
    // What is painted and not found is no event of its own.
    if used == nil, operation.op == .paintObject {
      used = operation.operands.last?.name.map { ("XObject", $0) }
    }
    if let (category, name) = used, !content.resources.have(category, name, inside: outer) {
      names.insert(Name(category: category, name: name))
    }
  }

  func paint(_ stream: PaintedStream, _ walk: ContentWalk) throws {
    try walk.enter(stream, once: Use(stream: stream.id, resources: stream.content.resources))
  }
}

extension ContentRedactor {
  /// Keeps what a stream that stays as it is takes from the resources of this one.
  func keepNames(of stream: PaintedStream?) {
    guard let stream, stream.id.map({ kept.insert($0).inserted }) ?? true,
      !run.borrowedNames(of: stream).isEmpty
    else { return }
    for name in BorrowedNames(of: stream).names where resources.value(name.category, name.name) != nil {
      resources.use(name.category, name.name)
    }
  }

  /// The same for the glyphs of a font that are drawings, and have no resources.
  func keepNames(of font: GlyphFont?) {
    guard let drawings = font?.drawings, drawings.resources == nil else { return }
    for drawing in drawings.streams.entries {
      guard case .stream(let dictionary, _) = object(drawing.value) else { continue }
      keepNames(of: PaintedStream(drawing.value, dictionary, within: content))
    }
  }
}

extension RedactionRun {
  /// The names that a stream uses itself of the resources around it.
  func borrowedNames(of stream: PaintedStream) -> Set<BorrowedNames.Name> {
    if let known = stream.id.flatMap({ knownBorrowedNames[$0] }) { return known }
    let names = BorrowedNames(of: stream.alone).names
    if let id = stream.id { knownBorrowedNames[id] = names }
    return names
  }
}

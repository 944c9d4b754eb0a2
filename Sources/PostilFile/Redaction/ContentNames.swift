import PostilModel

/// The names that contents, and what they paint, use of their resources.
final class ContentNames: PaintVisitor {
  private var used: UsedByContent

  init(_ used: UsedByContent = UsedByContent()) { self.used = used }

  /// Goes through one more content.
  ///
  /// - Throws: ``PDFError`` with the place if it cannot be read.
  func add(_ bytes: [UInt8], _ resources: PDFDictionary, _ run: RedactionRun, _ place: String) throws {
    do {
      try ContentInterpreter(run.context, resources: resources).interpret(bytes, ContentWalk(self))
    } catch let failure as ContentParser.Failure {
      throw run.refusal("its content cannot be read at byte \(failure.position)", place)
    }
  }

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) {
    guard let (category, name) = event.resource(operation), content.resources.isOutermost(category, name)
    else { return }
    used.use(category, name)
  }

  func paint(_ stream: PaintedStream, _ walk: ContentWalk) throws {
    try walk.enter(stream, once: BorrowedNames.Use(stream: stream.id, resources: stream.content.resources))
  }

  /// The resources that are used.
  func pruned(_ resources: PDFDictionary, _ objects: any ObjectSource) -> PDFDictionary {
    var result = KeptResources(ContentResources(resources, objects))
    for (category, list) in used.names { for name in list { result.use(category, name) } }
    return result.remaining
  }
}

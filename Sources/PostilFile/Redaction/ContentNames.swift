import PostilModel

/// The names that contents use of their resources.
final class ContentNames: ContentVisitor {
  private var used: UsedByContent

  init(_ used: UsedByContent = UsedByContent()) { self.used = used }

  /// Goes through one more content.
  ///
  /// - Throws: ``PDFError`` with the place if it cannot be read.
  func add(_ bytes: [UInt8], _ resources: PDFDictionary, _ run: RedactionRun, _ place: String) throws {
    do {
      try ContentInterpreter(run.context, resources: resources).interpret(bytes, self)
    } catch let failure as ContentParser.Failure {
      throw run.refusal("its content cannot be read at byte \(failure.position)", place)
    }
  }

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) {
    guard let (category, name) = event.resource(operation) else { return }
    used.use(category, name)
  }

  /// The resources that are used.
  func pruned(_ resources: PDFDictionary, _ objects: any ObjectSource) -> PDFDictionary {
    var result = KeptResources(ContentResources(resources, objects))
    for (category, list) in used.names { for name in list { result.use(category, name) } }
    return result.remaining
  }
}

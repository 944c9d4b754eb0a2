import PostilModel

/// What is seen of a page: its content, and the appearances of its annotations.
struct ShownPage {
  let dictionary: PDFDictionary
  let context: ContentContext
  /// The layers of which annotations are not shown.
  let hiddenLayers: HiddenLayers

  private var objects: any ObjectSource { context.objects }

  /// The streams of a page's content in one, each with a line end behind it.
  struct Content {
    fileprivate(set) var bytes: [UInt8] = []
    /// Where the line ends behind the streams are.
    fileprivate(set) var ends: [Int] = []
  }

  /// The content, without streams that cannot be read.
  ///
  /// - Parameters:
  ///   - limit: The most bytes of it.
  ///   - excess: What is done when there are more.
  /// - Throws: ``PDFError`` with code `.damaged` if nothing can be read.
  func content(limit: Int = StreamLimit.content, excess: StreamDecoder.Excess = .refused) throws -> Content {
    let streams = objects.resolve(dictionary["Contents"]).array ?? dictionary["Contents"].map { [$0] } ?? []
    var (content, failure): (Content, (any Error)?) = (Content(), nil)
    for stream in streams where !objects.resolve(stream).isNull {
      do {
        content.bytes += try objects.decoded(
          stream, limit: max(0, limit - content.bytes.count), excess: excess)
        content.ends.append(content.bytes.count)
        content.bytes.append(10)
      } catch { failure = failure ?? error }
    }
    if let failure, content.bytes.isEmpty { throw failure }
    return content
  }

  /// The annotations that are seen on a screen, with their appearances, and interpreters of those that lead to the page (ISO 32000-2,
  /// 12.5.5).
  ///
  /// - Parameter body: Given an annotation, and its appearance; `nil` if it has none that has an extent.
  /// - Throws: What counting work and `body` throw.
  func forEachAnnotation(
    _ body: (PDFDictionary, (form: PDFObject, interpreter: ContentInterpreter)?) throws -> Void
  ) throws {
    for element in objects.resolve(dictionary["Annots"]).array ?? [] {
      try context.count(ContentContext.annotation)
      guard let annotation = objects.resolve(element).dictionary, isShown(annotation),
        !hiddenLayers.hide(annotation["OC"])
      else { continue }
      let appearance = AnnotationAppearance(annotation, objects)
      try body(
        annotation,
        appearance.flatMap { appearance in interpreter(of: appearance).map { (appearance.form, $0) } })
    }
  }

  private func isShown(_ annotation: PDFDictionary) -> Bool {
    let flags = AnnotationFlags(rawValue: objects.resolve(annotation["F"]).integer ?? 0)
    return flags.isDisjoint(with: [.hidden, .noView])
  }

  private func interpreter(of appearance: AnnotationAppearance) -> ContentInterpreter? {
    guard let form = objects.resolve(appearance.form).dictionary, let matrix = Affine(appearance.matrix)
    else {
      return nil
    }
    let own = Affine(objects.numbers(form["Matrix"])) ?? .identity
    return ContentInterpreter(
      context, resources: objects.resolve(form["Resources"]).dictionary ?? [:], matrix: own.then(matrix),
      stream: appearance.form.reference)
  }
}

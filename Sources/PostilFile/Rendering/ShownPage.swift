import PostilModel

/// What is seen of a page: its content, and the appearances of its annotations.
struct ShownPage {
  let dictionary: PDFDictionary
  let context: ContentContext
  /// The layers that are not shown.
  let hiddenLayers: HiddenLayers

  private var objects: any ObjectSource { context.objects }

  /// The streams of a page's content in one, each with a line end behind it.
  struct Content {
    fileprivate(set) var bytes: [UInt8] = []
    /// Where the line ends behind the streams are.
    fileprivate(set) var ends: [Int] = []
  }

  /// Goes through the content, and all that it paints; see ``content()`` and ``ContentWalk/interpret(_:_:)``.
  func interpret(_ content: Content, _ walk: ContentWalk) throws {
    let resources = objects.resolve(dictionary["Resources"]).dictionary ?? [:]
    try walk.interpret(
      content.bytes, ContentInterpreter(context, resources: resources, hiddenLayers: hiddenLayers))
  }

  /// The content, without streams that cannot be read.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if nothing can be read.
  func content() throws -> Content {
    let streams = objects.resolve(dictionary["Contents"]).array ?? dictionary["Contents"].map { [$0] } ?? []
    var (content, failure): (Content, (any Error)?) = (Content(), nil)
    for stream in streams where !objects.resolve(stream).isNull {
      do {
        content.bytes += try context.decoded(stream, behind: content.bytes.count)
        content.ends.append(content.bytes.count)
        content.bytes.append(10)
      } catch { failure = failure ?? error }
    }
    if let failure, content.bytes.isEmpty { throw failure }
    return content
  }

  /// The annotations that are seen on a screen, with their appearances (ISO 32000-2, 12.5.5).
  ///
  /// - Parameter body: Given an annotation, and its appearance; `nil` if it has none that has an extent.
  /// - Throws: What counting work and `body` throw.
  func forEachAnnotation(_ body: (PDFDictionary, PaintedStream?) throws -> Void) throws {
    let outer = ContentInterpreter(context, resources: [:], hiddenLayers: hiddenLayers)
    for element in objects.resolve(dictionary["Annots"]).array ?? [] {
      try context.count(ContentContext.annotation)
      guard let annotation = objects.resolve(element).dictionary, isShown(annotation),
        !hiddenLayers.hide(annotation["OC"])
      else { continue }
      try body(annotation, AnnotationAppearance(annotation, objects).flatMap { painted($0, within: outer) })
    }
  }

  private func isShown(_ annotation: PDFDictionary) -> Bool {
    let flags = AnnotationFlags(rawValue: objects.resolve(annotation["F"]).integer ?? 0)
    return flags.isDisjoint(with: [.hidden, .noView])
  }

  private func painted(_ appearance: AnnotationAppearance, within outer: ContentInterpreter) -> PaintedStream?
  {
    guard let form = objects.resolve(appearance.form).dictionary, let matrix = Affine(appearance.matrix)
    else {
      return nil
    }
    let own = Affine(objects.numbers(form["Matrix"])) ?? .identity
    return PaintedStream(appearance.form, form, matrix: own.then(matrix), within: outer)
  }
}

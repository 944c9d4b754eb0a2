import PostilModel

/// The images and fonts that a page uses: those that its contents paint and show, with its forms, patterns, groups of masks and the
/// appearances of its annotations. What is in a hidden layer is left out, and what resources only list.
final class PageResources: PaintVisitor {
  /// What tells an image from others of the file.
  enum ImageKey: Hashable {
    case object(ObjectID)
    /// An inline image, by the stream that it stands in, `nil` for the page's own content, and its place there.
    case inline(ObjectID?, Int)
  }

  struct Image {
    let key: ImageKey
    /// The reference to it, or an inline image as a stream.
    let object: PDFObject
    let dictionary: PDFDictionary
    /// From the unit square to the page, for each time that it is painted.
    fileprivate(set) var matrices: [Affine]
  }

  /// A font, by its object or, where it stands in the resources, by its entries.
  enum Font: Hashable {
    case object(ObjectID)
    case direct(PDFDictionary)
  }

  private(set) var images: [Image] = []
  private(set) var fonts: [Font] = []
  private var places: [ImageKey: Int] = [:]
  private var knownFonts: Set<Font> = []
  private var placeCount = 0

  /// Patterns and groups are read once for each place, and glyphs once: contents name the same one again and again.
  private struct Placed: Hashable {
    let stream: ObjectID?
    let matrix: Affine
  }
  private struct Drawn: Hashable {
    let font: ObjectID
    let code: UInt32
  }
  /// The stream that is read; `nil` for the page's own content.
  private var stream: ObjectID?
  /// Letters of Type 3 fonts may be pictures, which are no images of the page.
  private var isInGlyph = false
  /// A font that stands in the resources and has no number.
  private var direct: PDFDictionary?

  /// How many times a page may paint images.
  private static let mostPlaces = 200_000
  /// How many bytes inline images of a page may have.
  private static let mostInline = 128 << 20
  private var inlineSize = 0

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) throws {
    let objects = content.context.objects
    if case .setFont(let name) = event {
      let value = content.resources.value("Font", name)
      direct = value?.reference == nil ? value?.dictionary : nil
    }
    // Of a hidden layer nothing is looked at, but for what is remembered until it is shown.
    guard !content.isHidden else { return }
    switch event {
    case .setGraphicsState(_, let value):
      let font = objects.resolve(objects.resolve(value).dictionary?["Font"]).array?.first
      if let font, font.reference == nil { direct = objects.resolve(font).dictionary }
    case .paintImage(_, let reference, let dictionary):
      guard let id = reference.reference, objects.resolve(dictionary["Subtype"]).name == "Image",
        !content.hides(dictionary)
      else { return }
      try add(.object(id), content.state.matrix) { (reference, dictionary) }
    case .paintInlineImage(let entries):
      guard let data = operation.imageData else { return }
      try add(.inline(stream, operation.range.lowerBound), content.state.matrix) {
        inlineSize += data.count
        guard inlineSize <= Self.mostInline else {
          throw PDFError(.unsupported, "A page has too many inline images to be read: divide it first.")
        }
        let dictionary = InlineImage.entries(entries) { content.resources.value("ColorSpace", $0) }
        return (.stream(dictionary, .encoded(Array(content.source[data]))), dictionary)
      }
    case .showText(let shown):
      guard let font = shown.font, shown.letterCount > 0 else { return }
      let key = font.id.map { Font.object($0) } ?? direct.map { .direct($0) }
      if let key, knownFonts.insert(key).inserted { fonts.append(key) }
    default: break
    }
  }

  func paint(_ stream: PaintedStream, _ walk: ContentWalk) throws {
    guard !stream.isHidden else { return }
    // What a stream sets ends with it.
    let outer = (self.stream, direct, isInGlyph)
    defer { (self.stream, direct, isInGlyph) = outer }
    self.stream = stream.id
    switch stream.kind {
    case .form, .appearance: try walk.enter(stream)
    case .pattern, .maskGroup: try walk.enter(stream, once: Placed(stream: stream.id, matrix: stream.matrix))
    case .glyph(let font?, let code):
      isInGlyph = true
      try walk.enter(stream, once: Drawn(font: font, code: code))
    case .glyph: break
    }
  }

  private func add(
    _ key: ImageKey, _ matrix: Affine, _ image: () throws -> (PDFObject, PDFDictionary)
  ) throws {
    guard !isInGlyph else { return }
    placeCount += 1
    guard placeCount <= Self.mostPlaces else {
      throw PDFError(.unsupported, "A page paints too many images to be read: divide it first.")
    }
    if let known = places[key] {
      images[known].matrices.append(matrix)
    } else {
      let (object, dictionary) = try image()
      places[key] = images.count
      images.append(Image(key: key, object: object, dictionary: dictionary, matrices: [matrix]))
    }
  }
}

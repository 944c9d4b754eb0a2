import PostilModel

/// The images and fonts that a page uses: those that its contents paint and show, with its forms, patterns, groups of masks and the
/// appearances of its annotations. What is in a hidden layer is left out, and what resources only list.
final class PageResources: PageVisitor {
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
  var hasFound: Bool { !images.isEmpty || !fonts.isEmpty }

  /// Patterns and groups are read once for each place: contents name the same one again and again.
  private struct Entered: Hashable {
    let stream: ObjectID
    let matrix: Affine
  }

  private var entered: Set<Entered> = []
  private struct Drawn: Hashable {
    let font: ObjectID
    let code: UInt32
  }
  private var drawn: Set<Drawn> = []
  private let hiddenLayers: HiddenLayers
  /// The stream that is read; `nil` for the page's own content.
  private var stream: ObjectID?
  /// Whether each marked content that is open is of a hidden layer, and how many are.
  private var open: [Bool] = []
  private var openHidden = 0
  /// Letters of Type 3 fonts may be pictures, which are no images of the page.
  private var isInGlyph = false
  /// A font that stands in the resources and has no number.
  private var direct: PDFDictionary?

  /// How many times a page may paint images.
  private static let mostPlaces = 200_000
  /// How many bytes inline images of a page may have.
  private static let mostInline = 128 << 20
  private var inlineSize = 0

  init(_ hiddenLayers: HiddenLayers) { self.hiddenLayers = hiddenLayers }

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) throws {
    switch event {
    case .beginMark(let mark):
      let isHidden = mark.tag?.name == "OC" && hiddenLayers.hide(mark.value)
      open.append(isHidden)
      openHidden += isHidden ? 1 : 0
    case .endMark: if open.popLast() == true { openHidden -= 1 }
    case .setFont(let name):
      let value = content.resources.value("Font", name)
      direct = value?.reference == nil ? value?.dictionary : nil
    default:
      // Nothing of a hidden layer is looked at, but for what is remembered until it is shown.
      if openHidden == 0 { try visitShown(event, operation, content) }
    }
  }

  private func visitShown(
    _ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter
  ) throws {
    let objects = content.context.objects
    switch event {
    case .paintForm(_, let reference, let dictionary):
      guard !hiddenLayers.hide(dictionary["OC"]) else { return }
      try enter(
        reference,
        content.inner(
          dictionary, matrix: content.formMatrix(dictionary), inheriting: content.state,
          stream: reference.reference), within: content)
    case .setColor(_, let name):
      guard let name, let reference = content.resources.value("Pattern", name),
        case .stream(let dictionary, _) = objects.resolve(reference)
      else { return }
      let matrix = (Affine(objects.numbers(dictionary["Matrix"])) ?? .identity).then(content.base)
      try enterOnce(
        reference, content.inner(dictionary, matrix: matrix, stream: reference.reference), matrix, content)
    case .setGraphicsState(_, let value):
      let state = objects.resolve(value).dictionary
      if let font = objects.resolve(state?["Font"]).array?.first, font.reference == nil {
        direct = objects.resolve(font).dictionary
      }
      guard let mask = objects.resolve(state?["SMask"]).dictionary, let reference = mask["G"],
        case .stream(let dictionary, _) = objects.resolve(reference)
      else { return }
      let matrix = content.formMatrix(dictionary)
      try enterOnce(
        reference, content.inner(dictionary, matrix: matrix, stream: reference.reference), matrix, content)
    case .paintImage(_, let reference, let dictionary):
      guard let id = reference.reference, objects.resolve(dictionary["Subtype"]).name == "Image",
        !hiddenLayers.hide(dictionary["OC"])
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
    case .showText(let shown): try add(shown, content)
    default: break
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

  // MARK: - Fonts

  private func add(_ shown: ShownText, _ content: ContentInterpreter) throws {
    guard let font = shown.font, shown.letterCount > 0 else { return }
    let key = font.id.map { Font.object($0) } ?? direct.map { .direct($0) }
    if let key, knownFonts.insert(key).inserted { fonts.append(key) }
    guard let drawings = font.drawings, let id = font.id, !isInGlyph else { return }
    for placed in shown.glyphs where drawn.insert(Drawn(font: id, code: placed.glyph.code)).inserted {
      guard let drawing = drawings.showingText(placed.glyph.code, content.context) else { continue }
      isInGlyph = true
      defer { isInGlyph = false }
      let inner = ContentInterpreter(
        content.context, resources: drawing.resources,
        matrix: drawing.matrix.then(content.state.matrix), within: content, stream: drawing.stream.reference)
      try enter(drawing.stream, inner, within: content)
    }
  }

  // MARK: - Streams

  private func enterOnce(
    _ reference: PDFObject, _ inner: ContentInterpreter, _ matrix: Affine, _ content: ContentInterpreter
  ) throws {
    guard let id = reference.reference, entered.insert(Entered(stream: id, matrix: matrix)).inserted else {
      return
    }
    try enter(reference, inner, within: content)
  }

  /// Reads a stream that another one paints, as far as it can be read.
  private func enter(
    _ reference: PDFObject, _ inner: ContentInterpreter, within content: ContentInterpreter
  ) throws {
    guard content.mayEnter(reference.reference) else { return }
    try read(reference.reference) { try inner.interpret(try content.context.decoded(reference), self) }
  }

  /// Reads a stream; what it leaves open ends with it.
  func read(_ stream: ObjectID?, _ body: () throws -> Void) throws {
    let outer = (self.stream, open, openHidden, direct)
    self.stream = stream
    defer { (self.stream, open, openHidden, direct) = outer }
    do { try body() } catch let error where error.isDamage {}
  }
}

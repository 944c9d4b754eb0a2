import PostilModel

/// The glyphs that a content shows, with what they say and where they stand, in the order in which they are painted: those of a page
/// with its forms, of an appearance, of the cell of a pattern. Whether anyone sees them does not matter: they may lie outside of the
/// page, in a hidden layer, under something else, or be painted in no color.
final class PageGlyphs: PaintVisitor {
  struct Glyph {
    /// Where what it says stands among ``scalars``; U+FFFD if that is not known.
    var text: Range<Int>
    /// From its space, where its size is 1, to that of the content.
    let matrix: Affine
    let box: PageRect
    /// Where it begins on its baseline, and where it ends, without and with the spacing of characters.
    let start: PagePoint
    let end: PagePoint
    let next: PagePoint
    /// How tall letters are.
    let size: Double
    /// The stream, the operation that shows it, and its place among the glyphs of that.
    let stream: Int
    let operation: Int
    let index: Int
    fileprivate(set) var layer: Layer
    let isVertical: Bool
    /// Whether it is in a layer that is hidden.
    let isInHiddenLayer: Bool
    /// The replacement text (`/ActualText`) that it is under; the outermost, by its place among ``replacements``.
    let replacement: Int?
    /// The marked content of the structure that it is in, or artifact, by its place among ``contents``; `nil` for none, and where nobody
    /// asked.
    let content: Int?
    /// How it is painted, by its place among ``styles``.
    let style: Int
    /// Whether its font says that it has no text: what it shows, the text of another glyph says.
    var saysNothing = false
  }

  /// How glyphs are painted.
  struct Style {
    let face: FontFace
    let color: Color?
    /// Whether they are painted in no color (9.3.6).
    let isInvisible: Bool
  }

  /// Marked content that a structure names by number, or that is an artifact (ISO 32000-2, 14.7.5.2 and 14.8.2.2).
  struct Content {
    /// The form whose number it is; `nil` for the content that is read.
    let form: ObjectID?
    /// `nil` for an artifact.
    let number: Int?
    let properties: PDFDictionary?
    /// What pictures and drawings cover, in the space that the interpreter leads to; `nil`: there are none.
    fileprivate(set) var graphics: PageRect?
    /// How many pictures there are.
    fileprivate(set) var imageCount = 0
  }

  /// Glyphs of Type 3 fonts are drawings, and may show text themselves (ISO 32000-2, 9.6.4).
  enum Layer {
    case plain
    /// A drawing that shows text.
    case drawing
    /// Text that a drawing shows. Its stream and operation are those of the drawing.
    case drawn
  }

  /// A text that stands for what marked content shows (14.9.4).
  struct Replacement {
    let text: [Unicode.Scalar]
    let firstGlyph: Int
    var endGlyph: Int
  }

  /// A stream, and the operation of another one that paints it.
  struct Stream {
    let parent: Int
    let operation: Int
  }

  /// Marked content whose tag and properties say something.
  struct Mark {
    let stream: Int
    let operation: Int
    let texts: [String]
  }

  private(set) var glyphs: [Glyph] = []
  private(set) var scalars: [Unicode.Scalar] = []
  private(set) var replacements: [Replacement] = []
  private(set) var styles: [Style] = []
  private var styleFont: GlyphFont?
  private(set) var marks: [Mark] = []
  /// The first is the content itself.
  private(set) var streams = [Stream(parent: -1, operation: 0)]
  /// The marked contents, and, first, what is in none of them; empty where nobody asked.
  private(set) var contents: [Content] = []
  /// The lines and areas that are drawn; nothing where nobody asked.
  private(set) var rulings = PageRulings()
  /// Where pictures are painted; nothing where nobody asked.
  private(set) var pictures: [PageRect] = []
  private static let mostPictures = 10_000
  private let readsGraphics: Bool
  /// Forms that were entered.
  private(set) var forms: Set<ObjectID> = []
  private(set) var hasDrawings = false
  /// The name of a CMap that is not known here, of a font that shows something.
  private(set) var missingMap: PDFName?
  /// What the content uses.
  private(set) var used = UsedByContent()
  /// Called with patterns and groups of masks, which are contents of their own, and the stream that uses them.
  private let other: (PaintedStream, Int) throws -> Void
  private var stream = 0
  private var drawing: (operation: Int, index: Int)?
  /// Open marked content: the replacement text that it has, and the content around it.
  private var open: [(replacement: Int?, outerContent: Int?)] = []
  /// The marked content that is open, and the form that numbers are of.
  private var content: Int?
  private var form: ObjectID?
  /// The outermost replacement text that is open.
  private var openReplacement: Int?
  /// Forms whose names begin so are passed over.
  private let skippedForms: PDFName?

  /// - Parameters:
  ///   - readsStructure: Whether marked contents are told apart (``contents``).
  ///   - readsGraphics: Whether lines, areas and pictures are collected (``rulings``, ``pictures``).
  ///   - other: See ``other``.
  init(
    skippingForms skippedForms: PDFName? = nil, readsStructure: Bool = false, readsGraphics: Bool = false,
    other: @escaping (PaintedStream, Int) throws -> Void = { _, _ in }
  ) {
    (self.skippedForms, self.readsGraphics, self.other) = (skippedForms, readsGraphics, other)
    if readsStructure {
      contents = [Content(form: nil, number: nil, properties: nil)]
      content = 0
    }
  }

  func visit(_ event: ContentEvent, _ operation: ContentOperation, _ content: ContentInterpreter) throws {
    let place = operation.range.lowerBound
    if let (category, name) = event.resource(operation),
      content.depth == 0 || content.resources.isOutermost(category, name)
    {
      used.use(category, name)
    }
    switch event {
    case .showText(let shown): try add(shown, place, content)
    case .beginMark(let mark): begin(mark, content)
    case .paintPath(let painting):
      guard painting.isSeen, drawing == nil else { return }
      let matrix = content.state.matrix
      if readsGraphics, !content.isHidden { rulings.add(content.path, painting, matrix) }
      guard self.content != nil else { return }
      addGraphics(.bounding(content.path.elements.flatMap(\.points).map { matrix.apply($0) }))
    case .paintImage, .paintInlineImage:
      guard self.content != nil || readsGraphics else { return }
      let rect = PageRect.bounding(
        content.state.matrix.corners(of: PageRect(x: 0, y: 0, width: 1, height: 1)))
      if readsGraphics, !content.isHidden, let rect, rect.isUsable, pictures.count < Self.mostPictures {
        pictures.append(rect)
      }
      guard let place = self.content else { return }
      contents[place].imageCount += 1
      addGraphics(rect)
    case .endMark:
      guard let last = open.popLast() else { return }
      self.content = last.outerContent
      guard let replacement = last.replacement else { return }
      replacements[replacement].endGlyph = glyphs.count
      openReplacement = nil
    default: break
    }
  }

  func paint(_ stream: PaintedStream, _ walk: ContentWalk) throws {
    switch stream.kind {
    case .pattern, .maskGroup: try other(stream, self.stream)
    case .appearance: try walk.enter(stream)
    case .form(let name):
      if let skippedForms, name.description.hasPrefix(skippedForms.description) { return }
      try enter(stream, walk)
    case .glyph:
      guard let glyph = glyphs.indices.last else { return }
      glyphs[glyph].layer = .drawing
      hasDrawings = true
      drawing = (stream.operation, glyphs[glyph].index)
      defer { drawing = nil }
      try enter(stream, walk)
    }
  }

  /// Reads a stream; what it leaves open ends with it.
  private func enter(_ inner: PaintedStream, _ walk: ContentWalk) throws {
    if let id = inner.id { forms.insert(id) }
    let outer = (stream, open, openReplacement, content, form)
    defer { (stream, open, openReplacement, content, form) = outer }
    if drawing == nil {
      form = inner.id ?? form
      streams.append(Stream(parent: stream, operation: inner.operation))
      stream = streams.count - 1
    }
    try walk.enter(inner)
  }

  private func begin(_ mark: ContentMark, _ content: ContentInterpreter) {
    let objects = content.context.objects
    var replacement: Int?
    let keys = ["ActualText", "Alt", "E"] as [PDFName]
    var texts = keys.compactMap { objects.text(mark.properties?[$0]) }
    if let tag = mark.tag?.name { texts.append(tag.description) }
    if drawing == nil, !texts.isEmpty {
      marks.append(Mark(stream: stream, operation: mark.operation.lowerBound, texts: texts))
    }
    if openReplacement == nil, let text = objects.text(mark.properties?["ActualText"]) {
      replacements.append(
        Replacement(text: Array(text.unicodeScalars), firstGlyph: glyphs.count, endGlyph: glyphs.count))
      replacement = replacements.count - 1
      openReplacement = replacement
    }
    open.append((replacement, self.content))
    beginContent(mark)
  }

  private func beginContent(_ mark: ContentMark) {
    guard content != nil, drawing == nil else { return }
    let isArtifact = mark.tag?.name == "Artifact"
    guard isArtifact || mark.number != nil else { return }
    contents.append(
      Content(form: form, number: isArtifact ? nil : mark.number, properties: mark.properties))
    content = contents.count - 1
  }

  private func addGraphics(_ rect: PageRect?) {
    guard let content, let rect, rect.isUsable else { return }
    contents[content].graphics = contents[content].graphics.map { $0.union(rect) } ?? rect
  }

  private func add(_ shown: ShownText, _ operation: Int, _ content: ContentInterpreter) throws {
    let state = content.state
    used.show(shown)
    guard glyphs.count + shown.letterCount <= ContentContext.mostGlyphs else {
      throw PDFError(.unsupported, "A page has too many letters to be read: divide it first.")
    }
    guard let font = shown.font ?? content.context.substitute else { return }
    missingMap = missingMap ?? font.missingMap
    let style = style(state)
    for (index, placed) in shown.glyphs.enumerated() {
      let glyph = placed.glyph
      let matrix = state.glyphMatrix(placed.matrix)
      let first = scalars.count
      let text = font.scalars(of: glyph.code)
      scalars.append(contentsOf: text)
      // Rise does not move the baseline that letters are read along.
      let start = matrix.apply(0, 0)
      let spacing = font.isVertical ? PagePoint(x: 0, y: glyph.advance) : PagePoint(x: glyph.advance, y: 0)
      let end = matrix.apply(spacing)
      let length = state.characterSpacing
      let step: PagePoint =
        font.isVertical
        ? PagePoint(x: 0, y: length / (state.fontSize == 0 ? 1 : state.fontSize))
        : PagePoint(x: length / (state.fontSize == 0 ? 1 : state.fontSize), y: 0)
      let next = length == 0 ? end : matrix.apply(spacing.x + step.x, spacing.y + step.y)
      let height = (matrix.c * matrix.c + matrix.d * matrix.d).squareRoot()
      glyphs.append(
        Glyph(
          text: first..<scalars.count, matrix: matrix, box: glyph.box, start: start, end: end, next: next,
          size: max(font.isType3 ? height * max(glyph.box.height, 1e-6) : height, 1e-9), stream: stream,
          operation: drawing?.operation ?? operation, index: drawing?.index ?? shown.firstGlyph + index,
          layer: drawing == nil ? .plain : .drawn, isVertical: font.isVertical,
          isInHiddenLayer: content.isHidden, replacement: openReplacement, content: self.content,
          style: style,
          saysNothing: text.count == 1 && text[0] == "\u{FFFD}"
            && font.mappedText(of: glyph.code)?.unicodeScalars.allSatisfy { $0 == "\u{0}" } == true))
    }
  }

  /// The place of the style that the state has.
  private func style(_ state: ContentState) -> Int {
    let (isFilled, isStroked) = state.glyphPainting
    let isInvisible = !isFilled && !isStroked
    if let last = styles.last, styleFont === state.font, last.color == state.fill.color,
      last.isInvisible == isInvisible
    {
      return styles.count - 1
    }
    styleFont = state.font
    styles.append(
      Style(face: state.font?.face ?? FontFace(), color: state.fill.color, isInvisible: isInvisible))
    return styles.count - 1
  }
}

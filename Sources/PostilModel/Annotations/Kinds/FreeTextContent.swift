/// Text that stands on the page itself (`/FreeText`): in a box, bare as from a typewriter, or in a box with a line that
/// leads to what it is about. The style's color is that of text, border and line, its fill the background, its line width
/// that of the border: 0 for none.
///
/// The text is set in fonts of the system, which are saved with it, so any script will do that a font is installed for.
/// What is below the lower edge of the box is not shown: `PostilGraphics` says how tall it has to be
/// (``Annotation/grownToText()``).
public struct FreeTextContent: Sendable, Hashable {
  /// What a free text looks like (`/IT`).
  public enum Form: Sendable, Hashable {
    /// A box.
    case box
    /// No box: other programs offer neither border nor background for it.
    case typewriter
    /// A box with a line to something else.
    case callout(Callout)
  }

  /// The line of a callout (`/CL`, `/LE`).
  public struct Callout: Sendable, Hashable {
    /// Two or three points: the tip first, the last one at the box.
    public var points: [PagePoint]
    /// What is drawn at the tip.
    public var ending: LineEnding

    /// Makes a line from its points, the tip first.
    public init(_ points: [PagePoint], ending: LineEnding = .openArrow) {
      self.points = points
      self.ending = ending
    }
  }

  /// The text; lines end with a line feed, and where the box ends. It is also the annotation's ``Annotation/contents``.
  public var text: String { didSet { text = Self.withLineFeeds(text) } }
  /// The box: the rectangle that the middle of the border follows.
  public var rect: PageRect
  /// The font.
  public var font: TextFont
  /// Where the lines stand.
  public var alignment: TextAlignment
  /// From one line to the next, in line heights of the font.
  public var lineSpacing: Double
  /// What it looks like.
  public var form: Form
  /// How far the page is turned on which the text stands upright: that of the page when the text was written.
  public var rotation: PageRotation

  /// Makes a text in a box.
  public init(
    _ text: String, in rect: PageRect, font: TextFont = TextFont(), alignment: TextAlignment = .left,
    lineSpacing: Double = 1, form: Form = .box, rotation: PageRotation = .none
  ) {
    self.text = Self.withLineFeeds(text)
    self.rect = rect
    self.font = font
    self.alignment = alignment
    self.lineSpacing = lineSpacing
    self.form = form
    self.rotation = rotation
  }

  /// From the border to the text, in points.
  package static let padding = 2.0

  /// Where the text stands: the box without the border and a small distance from it.
  package func textFrame(lineWidth: Double) -> PageRect { rect.insetBy(lineWidth / 2 + Self.padding) }

  /// The text as it is painted in a color.
  package func paintedText(_ color: Color) -> Appearance.Text {
    Appearance.Text(text, font: font, color: color, alignment: alignment, lineSpacing: lineSpacing)
  }

  private static func withLineFeeds(_ text: String) -> String {
    guard text.utf8.contains(0x0D) else { return text }
    return text.split(omittingEmptySubsequences: false) { $0 == "\r\n" || $0 == "\r" || $0 == "\n" }
      .joined(separator: "\n")
  }

  /// The line of a callout in points and endings of a polyline; `nil` if there is none.
  private var calloutLine: PolylineContent? {
    guard case .callout(let callout) = form, callout.points.count > 1 else { return nil }
    return PolylineContent(callout.points, start: callout.ending, end: .none)
  }
}

extension AnnotationContent {
  /// Text on the page itself (`/FreeText`).
  public static func freeText(
    _ text: String, in rect: PageRect, font: TextFont = TextFont(), alignment: TextAlignment = .left,
    rotation: PageRotation = .none
  ) -> AnnotationContent {
    AnnotationContent(FreeTextContent(text, in: rect, font: font, alignment: alignment, rotation: rotation))
  }

  /// Text on the page itself (`/FreeText`).
  public static func freeText(_ content: FreeTextContent) -> AnnotationContent { AnnotationContent(content) }

  /// The free text; `nil` for another kind.
  public var freeText: FreeTextContent? {
    get { self[as: FreeTextContent.self] }
    set { self[as: FreeTextContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// Text on the page itself (`/FreeText`).
  public static let freeText = AnnotationContent.Kind(rawValue: FreeTextContent.name)
}

extension FreeTextContent: AnnotationKind {
  package static let subtype = "FreeText"
  package static let name = "freeText"
  package static let title = "Text"
  package static let keys = [
    "text", "rect", "font", "alignment", "lineSpacing", "form", "callout", "ending", "rotation",
  ]
  package static let capabilities: AnnotationCapabilities = [
    .drawn, .added, .restyled, .moved, .resized, .erasedWhole, .cleared, .turned,
  ]
  package var isPathsOnly: Bool { false }

  package var shownText: String? { text }
  package mutating func setShownText(_ text: String) { self.text = text }
  package var isTypedOnPage: Bool { true }

  package var points: [PagePoint] {
    if case .callout(let callout) = form { rect.corners + callout.points } else { rect.corners }
  }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> FreeTextContent {
    var result = self
    result.rect = rect.mapCorners(transform)
    if case .callout(var callout) = form {
      callout.points = callout.points.map(transform)
      result.form = .callout(callout)
    }
    return result
  }

  package var frame: PageRect { rect }

  /// The line of a callout goes on pointing to the same place: only its end at the box moves along.
  package func resized(from old: PageRect, to new: PageRect) -> FreeTextContent {
    let transform = old.mapping(to: new)
    var result = self
    result.rect = rect.mapCorners(transform)
    if case .callout(var callout) = form, let end = callout.points.indices.last {
      callout.points[end] = transform(callout.points[end])
      result.form = .callout(callout)
    }
    return result
  }

  package func turned(by turn: PageRotation) -> FreeTextContent {
    let center = rect.center
    var result = mapPoints { $0.turned(by: turn, about: center) }
    result.rotation = rotation - turn
    return result
  }

  package var controlPoints: [PagePoint] {
    if case .callout(let callout) = form { callout.points } else { [] }
  }

  package func movingControlPoint(_ index: Int, to point: PagePoint) -> FreeTextContent {
    guard case .callout(var callout) = form, callout.points.indices.contains(index) else { return self }
    callout.points[index] = point
    var result = self
    result.form = .callout(callout)
    return result
  }

  package func bounds(_ style: AnnotationStyle) -> PageRect {
    let box = rect.insetBy(-style.lineWidth / 2)
    return calloutLine.map { box.union($0.bounds(style)) } ?? box
  }

  package func appearance(_ style: AnnotationStyle) -> Appearance {
    var style = style
    style.fillOpacity = nil
    let painter = StylePainter(style)
    let line = calloutLine?.appearance(style).items ?? []
    let box = rect.isThin ? [] : painter.filledAndStroked(.rectangle(rect))
    let frame = textFrame(lineWidth: style.lineWidth)
    let text: [Appearance.Item] =
      self.text.isEmpty ? [] : [.text(paintedText(style.color), in: frame, rotation: rotation)]
    return painter.appearance(line + box + text, box: bounds(style))
  }

  package func isVisible(_ style: AnnotationStyle) -> Bool {
    !rect.isEmpty && (!text.isEmpty || style.lineWidth > 0 || style.fill != nil)
  }

  package func requireUsable() throws {
    try paintedText(.black).requireUsable()
    if case .callout(let callout) = form, !(2...3).contains(callout.points.count) {
      throw PDFError(
        .invalidGeometry, "The line of a callout has two or three points, not \(callout.points.count).")
    }
  }
}

extension FreeTextContent: Codable {
  private enum Word: String, CaseIterable { case box, typewriter, callout }

  /// Reads `{"text": "Hello", "rect": [x, y, width, height], "font": {"family": "Helvetica", "size": 12}, "alignment":
  /// "left", "lineSpacing": 1, "form": "callout", "callout": [[x, y], …], "ending": "OpenArrow", "rotation": 90}`; only
  /// text and rectangle are needed.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    self.init(
      try fields.value("text"), in: try fields.value("rect"), font: try fields.optional("font") ?? TextFont(),
      alignment: try fields.word("alignment") ?? .left,
      lineSpacing: try fields.number("lineSpacing", in: Appearance.Text.lineSpacings) ?? 1,
      rotation: try fields.rotation("rotation") ?? .none)
    let line: [PagePoint]? = try fields.optional("callout")
    let ending: LineEnding? = try fields.word("ending")
    let word: Word = try fields.word("form") ?? (line == nil ? .box : .callout)
    switch word {
    case .box: form = .box
    case .typewriter: form = .typewriter
    case .callout: form = .callout(Callout(try line ?? fields.value("callout"), ending: ending ?? .openArrow))
    }
  }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(text, forKey: "text")
    try fields.encode(rect, forKey: "rect")
    try fields.encode(font, forKey: "font")
    if alignment != .left { try fields.encode(alignment, forKey: "alignment") }
    if lineSpacing != 1 { try fields.encode(lineSpacing, forKey: "lineSpacing") }
    if rotation != .none { try fields.encode(rotation, forKey: "rotation") }
    switch form {
    case .box: break
    case .typewriter: try fields.encode(Word.typewriter.rawValue, forKey: "form")
    case .callout(let callout):
      try fields.encode(Word.callout.rawValue, forKey: "form")
      try fields.encode(callout.points, forKey: "callout")
      try fields.encode(callout.ending, forKey: "ending")
    }
  }
}

extension FreeTextContent: CustomStringConvertible {
  /// How long the text is and where it is: `free text of 12 characters in …`.
  public var description: String { "free text of \(text.count) characters in \(rect)" }
}

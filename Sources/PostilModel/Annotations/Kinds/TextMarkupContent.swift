/// How text is marked (ISO 32000-2, 12.5.6.10).
public enum TextMarkupType: String, Sendable, Hashable, Codable, CaseIterable {
  /// Painted over in a color (`/Highlight`), so that black stays black.
  case highlight
  /// A line below (`/Underline`).
  case underline
  /// A line through the middle (`/StrikeOut`).
  case strikeOut = "strikeout"
  /// A wavy line below (`/Squiggly`).
  case squiggly

  /// How it is mixed with the page unless something else is said: highlights multiply, lines cover.
  public var defaultBlendMode: Appearance.BlendMode { self == .highlight ? .multiply : .normal }

  package var subtype: String {
    switch self {
    case .highlight: "Highlight"
    case .underline: "Underline"
    case .strikeOut: "StrikeOut"
    case .squiggly: "Squiggly"
    }
  }

  fileprivate var title: String {
    switch self {
    case .highlight: "Highlight"
    case .underline: "Underline"
    case .strikeOut: "Strikeout"
    case .squiggly: "Wavy Underline"
    }
  }
}

/// Marked text: highlighted, underlined, struck out or underlined with a wavy line (`/Highlight`, `/Underline`,
/// `/StrikeOut`, `/Squiggly`), in the style's color and opacity. The lines are a sixteenth of the text's height thick; the
/// style's line width plays no part.
///
/// ```swift
/// for try await match in try document.search("sonata") {
///   try document.add(Annotation(.underline(match.quads), style: AnnotationStyle(color: .red)), to: match.page)
/// }
/// ```
public struct TextMarkupContent: Sendable, Hashable {
  /// How the text is marked.
  public var type: TextMarkupType
  /// What is marked: one quadrilateral for each line of text.
  public var quads: [PageQuad]
  /// How the mark is mixed with the page: ``Appearance/BlendMode/multiply``, ``Appearance/BlendMode/normal``, or
  /// ``Appearance/BlendMode/screen`` for dark pages.
  public var blendMode: Appearance.BlendMode
  /// Whether a caret says what comes in place of the text: see ``Annotation/replacement(of:with:style:author:)``.
  public var isReplacement: Bool

  /// Makes marked text.
  ///
  /// - Parameters:
  ///   - type: How it is marked.
  ///   - quads: One quadrilateral for each line of text. Those without an area are left out when the mark is added to a document.
  ///   - blendMode: How the mark is mixed with the page; `nil` for what is usual of the type.
  ///   - isReplacement: Whether a caret says what comes in place of the text.
  public init(
    _ type: TextMarkupType, _ quads: [PageQuad], blendMode: Appearance.BlendMode? = nil,
    isReplacement: Bool = false
  ) {
    self.isReplacement = isReplacement
    self.type = type
    self.quads = quads
    self.blendMode = blendMode ?? type.defaultBlendMode
  }
}

extension AnnotationContent {
  /// Marked text: see ``TextMarkupContent``.
  public static func textMarkup(
    _ type: TextMarkupType, _ quads: [PageQuad], blendMode: Appearance.BlendMode? = nil
  ) -> AnnotationContent {
    AnnotationContent(TextMarkupContent(type, quads, blendMode: blendMode))
  }

  /// Highlighted text (`/Highlight`), such as ``TextSelection/quads``.
  public static func highlight(_ quads: [PageQuad]) -> AnnotationContent { .textMarkup(.highlight, quads) }

  /// Highlighted rectangles (`/Highlight`).
  public static func highlight(_ rects: [PageRect]) -> AnnotationContent {
    .highlight(rects.map { PageQuad($0) })
  }

  /// Underlined text (`/Underline`).
  public static func underline(_ quads: [PageQuad]) -> AnnotationContent { .textMarkup(.underline, quads) }

  /// Text that is struck out (`/StrikeOut`).
  public static func strikeOut(_ quads: [PageQuad]) -> AnnotationContent { .textMarkup(.strikeOut, quads) }

  /// Text with a wavy line below (`/Squiggly`).
  public static func squiggly(_ quads: [PageQuad]) -> AnnotationContent { .textMarkup(.squiggly, quads) }

  /// The marked text, of any ``TextMarkupType``; `nil` for another kind.
  public var textMarkup: TextMarkupContent? {
    get { self[as: TextMarkupContent.self] }
    set { self[as: TextMarkupContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// Highlighted text (`/Highlight`).
  public static let highlight = AnnotationContent.Kind(rawValue: TextMarkupType.highlight.rawValue)
  /// Underlined text (`/Underline`).
  public static let underline = AnnotationContent.Kind(rawValue: TextMarkupType.underline.rawValue)
  /// Text that is struck out (`/StrikeOut`).
  public static let strikeOut = AnnotationContent.Kind(rawValue: TextMarkupType.strikeOut.rawValue)
  /// Text with a wavy line below (`/Squiggly`).
  public static let squiggly = AnnotationContent.Kind(rawValue: TextMarkupType.squiggly.rawValue)
}

extension TextMarkupContent: AnnotationKind {
  package static let subtype = TextMarkupType.highlight.subtype
  package static let name = TextMarkupType.highlight.rawValue
  package static let title = TextMarkupType.highlight.title
  package static let members = TextMarkupType.allCases.map {
    AnnotationKindMember(name: $0.rawValue, subtype: $0.subtype, title: $0.title)
  }
  package static let keys = ["quads", "blendMode", "isReplacement"]
  package static let capabilities: AnnotationCapabilities = [
    .drawn, .added, .restyled, .moved, .erasedWhole, .cleared,
  ]

  package var name: String { type.rawValue }
  package var subtype: String { type.subtype }
  package var points: [PagePoint] { quads.flatMap(\.corners) }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> TextMarkupContent {
    with(quads.map { $0.map(transform) })
  }

  package func bounds(_ style: AnnotationStyle) -> PageRect {
    PageRect.union(of: quads.map { PageRect.bounding(painted($0) + $0.corners) ?? .zero })
  }

  /// One fill for all lines, so that nothing is darker where they overlap.
  package func appearance(_ style: AnnotationStyle) -> Appearance {
    let path = PagePath.polygons(quads.map(painted))
    let item = Appearance.Item(path: path, fill: style.color, fillRule: .nonzero)
    return Appearance(items: [item], opacity: style.opacity, blendMode: blendMode, box: bounds(style))
  }

  /// Thin lines are hit wherever the text is that they mark.
  package func hitArea(_ style: AnnotationStyle) -> PagePath? {
    .polygons(quads.map(\.outline))
  }

  package func normalized() -> TextMarkupContent {
    with(quads.filter { $0.area > 0 })
  }

  package func isVisible(_ style: AnnotationStyle) -> Bool { !quads.isEmpty }

  private func with(_ quads: [PageQuad]) -> TextMarkupContent {
    TextMarkupContent(type, quads, blendMode: blendMode, isReplacement: isReplacement)
  }

  /// What is painted of a line of text: the corners of a polygon, counter-clockwise.
  private func painted(_ quad: PageQuad) -> [PagePoint] {
    switch type {
    case .highlight: quad.outline
    case .underline: quad.band(around: 1 / 7, thickness: 1 / 16)
    case .strikeOut: quad.band(around: 3 / 7, thickness: 1 / 16)
    case .squiggly: quad.wave(below: 1 / 7, thickness: 1 / 16)
    }
  }
}

/// Places and widths are those of Acrobat's appearances, in parts of the height of the text.
extension PageQuad {
  /// The point at a part of the way along the text, and of the way up.
  private func point(along u: Double, up v: Double) -> PagePoint {
    lowerLeft.interpolated(to: lowerRight, at: u).interpolated(
      to: upperLeft.interpolated(to: upperRight, at: u), at: v)
  }

  /// A line along the text, as a polygon.
  fileprivate func band(around middle: Double, thickness: Double) -> [PagePoint] {
    let (low, high) = (middle - thickness / 2, middle + thickness / 2)
    return Self.counterclockwise([
      point(along: 0, up: low), point(along: 1, up: low), point(along: 1, up: high),
      point(along: 0, up: high),
    ])
  }

  /// A wavy line between the lower edge and a height, as a polygon: up and down at 45 degrees.
  fileprivate func wave(below height: Double, thickness: Double) -> [PagePoint] {
    let length = (lowerLeft.distance(to: lowerRight) + upperLeft.distance(to: upperRight)) / 2
    let high = (lowerLeft.distance(to: upperLeft) + lowerRight.distance(to: upperRight)) / 2
    // Along a line that is absurdly long for its height the waves are longer.
    let steps = high > 0 ? Int(min(max(length / (high * height), 2), 2000).rounded()) : 2
    // Upright, so that the slanting line is as thick as it should be.
    let upright = thickness * 2.0.squareRoot() / 2
    let middles = (0...steps).map { (Double($0) / Double(steps), $0 % 2 == 0 ? upright : height) }
    return Self.counterclockwise(
      middles.map { point(along: $0.0, up: $0.1 - upright) }
        + middles.reversed().map { point(along: $0.0, up: $0.1 + upright) })
  }
}

extension TextMarkupContent: Codable {
  /// Reads `{"kind": "underline", "quads": [[[x, y], [x, y], [x, y], [x, y]], …], "blendMode": "Normal"}`: upper left,
  /// upper right, lower left and lower right corner in the direction of the text, or `[x, y, width, height]` for an
  /// upright one. The blend mode may be left out, and so may `isReplacement`.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    guard let type: TextMarkupType = try fields.word("kind") else {
      throw fields.error("the key 'kind' is missing")
    }
    self.init(
      type, try fields.value("quads"), blendMode: try fields.word("blendMode", as: TextBlendMode.self)?.mode,
      isReplacement: try fields.optional("isReplacement") ?? false)
  }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(type, forKey: "kind")
    try fields.encode(quads, forKey: "quads")
    if blendMode != type.defaultBlendMode { try fields.encode(blendMode.rawValue, forKey: "blendMode") }
    if isReplacement { try fields.encode(true, forKey: "isReplacement") }
  }
}

/// The words of scripts for blend modes.
private enum TextBlendMode: String, CaseIterable {
  case normal = "Normal"
  case multiply = "Multiply"
  case screen = "Screen"
  case darken = "Darken"
  case lighten = "Lighten"

  var mode: Appearance.BlendMode { Appearance.BlendMode(rawValue: rawValue) }
}

extension TextMarkupContent: CustomStringConvertible {
  /// The type, and how many quadrilaterals it has: `underline (2 quads)`.
  public var description: String { "\(type.rawValue) (\(quads.count) quads)" }
}

extension Annotation {
  /// Marks selected text, line by line.
  ///
  /// - Parameters:
  ///   - selection: The text.
  ///   - type: How it is marked.
  ///   - style: The color and the opacity; `nil` for ``AnnotationStyle/textMarkup(_:)``.
  ///   - contents: The comment.
  ///   - author: Who marked it.
  ///   - id: Its name on the page.
  public init(
    marking selection: TextSelection, as type: TextMarkupType = .highlight, style: AnnotationStyle? = nil,
    contents: String? = nil, author: String? = nil, id: AnnotationID = AnnotationID()
  ) {
    self.init(
      .textMarkup(type, selection.quads), style: style ?? .textMarkup(type), contents: contents,
      author: author, id: id)
  }
}

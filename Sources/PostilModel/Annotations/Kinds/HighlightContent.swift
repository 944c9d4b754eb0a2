/// Highlighted text or another area (`/Highlight`): painted in the style's colour and opacity over what is below
/// so that black stays black.
public struct HighlightContent: Sendable, Hashable {
  /// What is marked: one quadrilateral for each line of text.
  public var quads: [PageQuad]

  /// Makes a highlight of quadrilaterals.
  public init(_ quads: [PageQuad]) { self.quads = quads }
}

extension AnnotationContent {
  /// Highlighted quadrilaterals (`/Highlight`).
  public static func highlight(_ quads: [PageQuad]) -> AnnotationContent {
    AnnotationContent(HighlightContent(quads))
  }

  /// Highlighted rectangles (`/Highlight`), such as ``TextSelection/rects``.
  public static func highlight(_ rects: [PageRect]) -> AnnotationContent {
    .highlight(rects.map { PageQuad($0) })
  }

  /// The highlight; `nil` for another kind.
  public var highlight: HighlightContent? {
    get { self[as: HighlightContent.self] }
    set { self[as: HighlightContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// Marked text (`/Highlight`).
  public static let highlight = AnnotationContent.Kind(rawValue: HighlightContent.name)
}

extension HighlightContent: AnnotationKind {
  package static let subtype = "Highlight"
  package static let name = "highlight"
  package static let keys = ["quads"]
  package static let capabilities: AnnotationCapabilities = [
    .drawn, .added, .restyled, .moved, .erasedWhole, .cleared,
  ]

  package var points: [PagePoint] { quads.flatMap(\.corners) }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> HighlightContent {
    HighlightContent(quads.map { $0.map(transform) })
  }

  package func bounds(_ style: StrokeStyle) -> PageRect { PageRect.bounding(points) ?? .zero }

  /// One fill for all, so that nothing is darker where they overlap.
  package func appearance(_ style: StrokeStyle) -> Appearance {
    let outlines = quads.map { PagePath.polygon($0.outline) }
    let path = PagePath(outlines.flatMap(\.elements))
    let item = Appearance.Item(path: path, fill: style.color, fillRule: .nonzero)
    return Appearance(items: [item], opacity: style.opacity, blendMode: .multiply, box: bounds(style))
  }

  package func normalized() -> HighlightContent { HighlightContent(quads.filter { $0.area > 0 }) }
  package func isVisible(_ style: StrokeStyle) -> Bool { !quads.isEmpty }
}

extension HighlightContent: Codable {
  /// Reads `{"quads": [[[x, y], [x, y], [x, y], [x, y]], …]}`: upper left, upper right, lower left and lower
  /// right corner in the direction of the text; or `[x, y, width, height]` for an upright one.
  public init(from decoder: any Decoder) throws { self.init(try Fields(decoder).value("quads")) }

  /// Writes what the decoding initialiser reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(quads, forKey: "quads")
  }
}

extension HighlightContent: CustomStringConvertible {
  /// How many quadrilaterals it has, and where they are.
  public var description: String { "highlight (\(quads.count) quads)" }
}

/// A mark of what is to be removed from the page (`/Redact`): an outline of the areas, in the style's color. The page stays as
/// it is: the mark only says what `PDFDocument.redact` is to remove, and what is put in its place.
public struct RedactionContent: Sendable, Hashable {
  /// The areas, one quadrilateral for each line of text.
  public var quads: [PageQuad]
  /// What the areas say once their content is removed; `nil` for nothing. The style's fill is what they are then filled
  /// with.
  public var overlayText: String?

  /// Makes a redaction mark. Areas without extent are left out when it is added to a document, and so is an empty text.
  public init(_ quads: [PageQuad], overlayText: String? = nil) {
    self.quads = quads
    self.overlayText = overlayText
  }
}

extension AnnotationContent {
  /// A mark of what is to be removed from the page (`/Redact`).
  public static func redaction(_ quads: [PageQuad], overlayText: String? = nil) -> AnnotationContent {
    AnnotationContent(RedactionContent(quads, overlayText: overlayText))
  }

  /// A mark of a rectangle that is to be removed from the page (`/Redact`).
  public static func redaction(_ rect: PageRect, overlayText: String? = nil) -> AnnotationContent {
    .redaction([PageQuad(rect)], overlayText: overlayText)
  }

  /// The redaction mark; `nil` for another kind.
  public var redaction: RedactionContent? {
    get { self[as: RedactionContent.self] }
    set { self[as: RedactionContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// A mark of what is to be removed from the page (`/Redact`).
  public static let redaction = AnnotationContent.Kind(rawValue: RedactionContent.name)
}

extension RedactionContent: AnnotationKind {
  package static let subtype = "Redact"
  package static let name = "redaction"
  package static let title = "Redaction Mark"
  package static let keys = ["quads", "overlayText"]
  package static let capabilities: AnnotationCapabilities = [
    .drawn, .added, .restyled, .moved, .resized, .erasedWhole, .cleared,
  ]
  /// Of the outline, in points.
  private static let lineWidth = 1.0

  package var points: [PagePoint] { quads.flatMap(\.corners) }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> RedactionContent {
    RedactionContent(quads.map { $0.map(transform) }, overlayText: overlayText)
  }

  package func bounds(_ style: AnnotationStyle) -> PageRect {
    PageRect.union(
      of: quads.map { MitredOutline($0.outline, isClosed: true, width: Self.lineWidth).bounds })
  }

  package func appearance(_ style: AnnotationStyle) -> Appearance {
    let path = PagePath.polygons(quads.map(\.outline))
    let item = Appearance.Item(path: path, pen: Appearance.Pen(color: style.color, width: Self.lineWidth))
    return Appearance(items: [item], opacity: style.opacity, box: bounds(style))
  }

  package func hitArea(_ style: AnnotationStyle) -> PagePath? {
    .polygons(quads.map(\.outline))
  }

  package func normalized() -> RedactionContent {
    RedactionContent(
      quads.filter { $0.area > 0 }, overlayText: overlayText.flatMap { $0.isEmpty ? nil : $0 })
  }

  package func isVisible(_ style: AnnotationStyle) -> Bool { !quads.isEmpty }
}

extension AnnotationStyle {
  /// What redaction marks look like until something else is chosen: outlined in red, filled with black in the end.
  public static let redaction = AnnotationStyle(color: Color(red: 0.85, green: 0, blue: 0), fill: .black)
}

extension RedactionContent: Codable {
  /// Reads `{"quads": [[x, y, width, height], …], "overlayText": "secret"}`, with quadrilaterals as those of marked text; the
  /// text may be left out.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    self.init(try fields.value("quads"), overlayText: try fields.optional("overlayText"))
  }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(quads, forKey: "quads")
    try fields.encodeIfPresent(overlayText, forKey: "overlayText")
  }
}

extension RedactionContent: CustomStringConvertible {
  /// How many areas it has.
  public var description: String { "redaction (\(quads.count) quads)" }
}

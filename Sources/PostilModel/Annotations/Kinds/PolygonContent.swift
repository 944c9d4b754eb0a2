/// A closed polygon (`/Polygon`): an outline in the style's pen, filled with the style's fill.
public struct PolygonContent: Sendable, Hashable {
  /// The corners, in order; the last is joined with the first.
  public var vertices: [PagePoint]

  /// Makes a polygon. It needs at least two corners.
  public init(_ vertices: [PagePoint]) { self.vertices = vertices }
}

extension AnnotationContent {
  /// A closed polygon (`/Polygon`), filled by the even-odd rule if the style has a fill.
  public static func polygon(_ vertices: [PagePoint]) -> AnnotationContent {
    AnnotationContent(PolygonContent(vertices))
  }

  /// The polygon; `nil` for another kind.
  public var polygon: PolygonContent? {
    get { self[as: PolygonContent.self] }
    set { self[as: PolygonContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// A closed polygon (`/Polygon`).
  public static let polygon = AnnotationContent.Kind(rawValue: PolygonContent.name)
}

extension PolygonContent: AnnotationKind {
  package static let subtype = "Polygon"
  package static let name = "polygon"
  package static let keys = ["vertices"]
  package static let capabilities = AnnotationCapabilities.all

  package var points: [PagePoint] { vertices }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> PolygonContent {
    PolygonContent(vertices.map(transform))
  }

  package func bounds(_ style: StrokeStyle) -> PageRect {
    MitredOutline(vertices, isClosed: true, width: style.lineWidth).bounds
  }

  package func appearance(_ style: StrokeStyle) -> Appearance {
    let painter = StylePainter(style)
    return painter.appearance(painter.filledAndStroked(.polygon(vertices)), box: bounds(style))
  }

  package func isVisible(_ style: StrokeStyle) -> Bool {
    vertices.count > 1 && Set(vertices).count > 1 && (style.lineWidth > 0 || style.fill != nil)
  }

  package func erasable(_ style: StrokeStyle) -> (any ErasableGeometry)? {
    ErasableInk(polygon: vertices, style: style)
  }
}

extension PolygonContent: Codable {
  /// Reads `{"vertices": [[x, y], …]}`.
  public init(from decoder: any Decoder) throws { self.init(try Fields(decoder).value("vertices")) }

  /// Writes what the decoding initialiser reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(vertices, forKey: "vertices")
  }
}

extension PolygonContent: CustomStringConvertible {
  /// How many corners it has: `polygon (5 vertices)`.
  public var description: String { "polygon (\(vertices.count) vertices)" }
}

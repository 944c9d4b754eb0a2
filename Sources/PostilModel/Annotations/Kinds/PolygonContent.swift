/// A closed polygon (`/Polygon`): an outline in the style's pen, filled with the style's fill.
public struct PolygonContent: Sendable, Hashable {
  /// The corners, in order; the last is joined with the first.
  public var vertices: [PagePoint]
  /// How large the bulges of a cloudy outline are, 0…2; at 0 the sides are straight. The bulges stand out of the polygon.
  public var cloudIntensity: Double { didSet { cloudIntensity = CloudIntensity.clamped(cloudIntensity) } }

  /// Makes a polygon. It needs at least two corners.
  ///
  /// - Parameter cloudIntensity: How large the bulges of a cloudy outline are; brought into 0…2, 0 for straight sides.
  public init(_ vertices: [PagePoint], cloudIntensity: Double = 0) {
    self.vertices = vertices
    self.cloudIntensity = CloudIntensity.clamped(cloudIntensity)
  }
}

extension AnnotationContent {
  /// A closed polygon (`/Polygon`), filled by the even-odd rule if the style has a fill.
  public static func polygon(_ vertices: [PagePoint], cloudIntensity: Double = 0) -> AnnotationContent {
    AnnotationContent(PolygonContent(vertices, cloudIntensity: cloudIntensity))
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
  package static let keys = ["vertices", "cloudIntensity"]
  package static let capabilities = AnnotationCapabilities.all

  package var points: [PagePoint] { vertices }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> PolygonContent {
    PolygonContent(vertices.map(transform), cloudIntensity: cloudIntensity)
  }

  package var controlPoints: [PagePoint] { vertices }

  package func movingControlPoint(_ index: Int, to point: PagePoint) -> PolygonContent {
    var copy = self
    if vertices.indices.contains(index) { copy.vertices[index] = point }
    return copy
  }

  package func bounds(_ style: StrokeStyle) -> PageRect {
    if let extent = cloud(style)?.path.extent { return extent.insetBy(-style.lineWidth / 2) }
    return MitredOutline(vertices, isClosed: true, width: style.lineWidth).bounds
  }

  package func appearance(_ style: StrokeStyle) -> Appearance {
    let painter = StylePainter(style)
    let items = cloud(style).map(painter.cloud) ?? painter.filledAndStroked(.polygon(vertices))
    return painter.appearance(items, box: bounds(style))
  }

  package func isVisible(_ style: StrokeStyle) -> Bool {
    vertices.count > 1 && Set(vertices).count > 1 && (style.lineWidth > 0 || style.fill != nil)
  }

  package func erasable(_ style: StrokeStyle) -> (any ErasableGeometry)? {
    cloud(style).map { ErasableInk(outline: $0.path, style: style) }
      ?? ErasableInk(polygon: vertices, style: style)
  }

  /// The outline of the cloud; `nil` if the sides are straight.
  private func cloud(_ style: StrokeStyle) -> CloudOutline? {
    guard cloudIntensity > 0, vertices.count > 1 else { return nil }
    return CloudOutline(vertices, intensity: cloudIntensity, lineWidth: style.lineWidth)
  }
}

extension PolygonContent: Codable {
  /// Reads `{"vertices": [[x, y], …], "cloudIntensity": 1}`; the intensity, 0…2, may be left out.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    self.init(
      try fields.value("vertices"), cloudIntensity: try fields.number("cloudIntensity", in: 0...2) ?? 0)
  }

  /// Writes what the decoding initialiser reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(vertices, forKey: "vertices")
    if cloudIntensity > 0 { try fields.encode(cloudIntensity, forKey: "cloudIntensity") }
  }
}

extension PolygonContent: CustomStringConvertible {
  /// How many corners it has: `polygon (5 vertices)`, `cloud (5 vertices)`.
  public var description: String {
    "\(cloudIntensity > 0 ? "cloud" : "polygon") (\(vertices.count) vertices)"
  }
}

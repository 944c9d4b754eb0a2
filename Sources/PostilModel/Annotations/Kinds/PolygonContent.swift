/// A closed polygon (`/Polygon`): an outline in the style's pen, filled with the style's fill.
public struct PolygonContent: Sendable, Hashable {
  /// The corners, in order; the last is joined with the first.
  public var vertices: [PagePoint]
  /// How large the bulges of a cloudy outline are, 0…2; at 0 the sides are straight. The bulges stand out of the polygon.
  public var cloudIntensity: Double { didSet { cloudIntensity = CloudIntensity.clamped(cloudIntensity) } }
  /// What makes the polygon the measure of its area; `nil` for a mere polygon.
  public var measurement: PageMeasurement?

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

  /// The measure of the area of a polygon, with a caption.
  ///
  /// - Parameters:
  ///   - vertices: The corners, in order.
  ///   - measurement: The scale, and the caption's looks.
  public static func area(_ vertices: [PagePoint], _ measurement: PageMeasurement) -> AnnotationContent {
    var polygon = PolygonContent(vertices)
    polygon.measurement = measurement
    return AnnotationContent(polygon)
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

extension PolygonContent: MeasuredKind {
  package static let subtype = "Polygon"
  package static let name = "polygon"
  package static let title = "Polygon"
  package static let keys = ["vertices", "cloudIntensity", "measure"]
  package static let capabilities = AnnotationCapabilities.all

  package var points: [PagePoint] { vertices }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> PolygonContent {
    var copy = self
    copy.vertices = vertices.map(transform)
    return copy
  }

  package var controlPoints: [PagePoint] { vertices }

  package func movingControlPoint(_ index: Int, to point: PagePoint) -> PolygonContent {
    var copy = self
    if vertices.indices.contains(index) { copy.vertices[index] = point }
    return copy
  }

  package func bounds(_ style: AnnotationStyle) -> PageRect {
    let outline =
      cloud(style)?.path.extent?.insetBy(-style.lineWidth / 2)
      ?? MitredOutline(vertices, isClosed: true, width: style.lineWidth).bounds
    return caption(style).map { outline.union($0.frame) } ?? outline
  }

  package func appearance(_ style: AnnotationStyle) -> Appearance {
    let painter = StylePainter(style)
    let items = cloud(style).map(painter.cloud) ?? painter.filledAndStroked(.polygon(vertices))
    return painter.appearance(items + (caption(style).map { [$0.item] } ?? []), box: bounds(style))
  }

  package func isVisible(_ style: AnnotationStyle) -> Bool {
    vertices.count > 1 && Set(vertices).count > 1 && (style.lineWidth > 0 || style.fill != nil)
  }

  package func erasable(_ style: AnnotationStyle) -> (any ErasableGeometry)? {
    guard measurement == nil else { return nil }
    return cloud(style).map { ErasableInk(outline: $0.path, style: style) }
      ?? ErasableInk(polygon: vertices, style: style)
  }

  /// Twice the area, negative where the corners run clockwise, and the sums that lead to its center.
  private var moments: (area: Double, x: Double, y: Double) {
    guard let origin = vertices.first else { return (0, 0, 0) }
    return zip(vertices, vertices.dropFirst() + [origin]).reduce((0, 0, 0)) { sums, side in
      let (ax, ay) = (side.0.x - origin.x, side.0.y - origin.y)
      let (bx, by) = (side.1.x - origin.x, side.1.y - origin.y)
      let cross = ax * by - bx * ay
      return (sums.0 + cross, sums.1 + (ax + bx) * cross, sums.2 + (ay + by) * cross)
    }
  }

  /// The area as it is written. Of sides that cross each other, what they run around both ways cancels out.
  package var value: String { measurement?.scale.text(area: abs(moments.area) / 2) ?? "" }

  /// The caption, in the middle of the area.
  private func caption(_ style: AnnotationStyle) -> (item: Appearance.Item, frame: PageRect)? {
    guard let measurement, let caption = measurement.caption(value, style.color),
      let box = PageRect.bounding(vertices), let origin = vertices.first
    else { return nil }
    let moments = moments
    let center = origin.offset(dx: moments.x / moments.area / 3, dy: moments.y / moments.area / 3)
    return measurement.item(caption, around: box.contains(center) ? center : box.center)
  }

  /// The outline of the cloud; `nil` if the sides are straight.
  private func cloud(_ style: AnnotationStyle) -> CloudOutline? {
    guard cloudIntensity > 0, vertices.count > 1 else { return nil }
    return CloudOutline(vertices, intensity: cloudIntensity, lineWidth: style.lineWidth)
  }
}

extension PolygonContent: Codable {
  /// Reads `{"vertices": [[x, y], …], "cloudIntensity": 1}`; the intensity, 0…2, may be left out, and so may
  /// `measure`.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    self.init(
      try fields.value("vertices"), cloudIntensity: try fields.number("cloudIntensity", in: 0...2) ?? 0)
    measurement = try fields.optional("measure")
  }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(vertices, forKey: "vertices")
    if cloudIntensity > 0 { try fields.encode(cloudIntensity, forKey: "cloudIntensity") }
    try fields.encodeIfPresent(measurement, forKey: "measure")
  }
}

extension PolygonContent: CustomStringConvertible {
  /// How many corners it has: `polygon (5 vertices)`, `cloud (5 vertices)`, `area of 12.00 sq m (5 vertices)`.
  public var description: String {
    "\(measurement != nil ? "area of \(value)" : cloudIntensity > 0 ? "cloud" : "polygon") (\(vertices.count) vertices)"
  }
}

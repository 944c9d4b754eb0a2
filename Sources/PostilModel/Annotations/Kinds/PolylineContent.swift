/// Straight lines from point to point (`/PolyLine`), with line endings.
public struct PolylineContent: Sendable, Hashable {
  /// The points, in order.
  public var vertices: [PagePoint]
  /// What it shows where it starts.
  public var start: LineEnding
  /// What it shows where it ends.
  public var end: LineEnding
  /// What makes the polyline the measure of its length; `nil` for a mere polyline.
  public var measurement: PageMeasurement?

  /// Makes a polyline. It needs at least two points.
  ///
  /// - Parameters:
  ///   - vertices: The points, in order.
  ///   - start: What it shows where it starts.
  ///   - end: What it shows where it ends.
  ///   - measurement: What makes it the measure of its length.
  public init(
    _ vertices: [PagePoint], start: LineEnding = .none, end: LineEnding = .none,
    measurement: PageMeasurement? = nil
  ) {
    self.vertices = vertices
    self.start = start
    self.end = end
    self.measurement = measurement
  }
}

extension AnnotationContent {
  /// Straight lines from point to point (`/PolyLine`), with line endings.
  public static func polyline(
    _ vertices: [PagePoint], start: LineEnding = .none, end: LineEnding = .none
  ) -> AnnotationContent {
    AnnotationContent(PolylineContent(vertices, start: start, end: end))
  }

  /// The measure of the length of straight lines from point to point, with a caption.
  ///
  /// - Parameters:
  ///   - vertices: The points, in order.
  ///   - measurement: The scale, and the caption's looks.
  public static func perimeter(_ vertices: [PagePoint], _ measurement: PageMeasurement) -> AnnotationContent {
    AnnotationContent(PolylineContent(vertices, measurement: measurement))
  }

  /// The polyline; `nil` for another kind.
  public var polyline: PolylineContent? {
    get { self[as: PolylineContent.self] }
    set { self[as: PolylineContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// Straight lines from point to point (`/PolyLine`).
  public static let polyline = AnnotationContent.Kind(rawValue: PolylineContent.name)
}

extension PolylineContent: MeasuredKind {
  package static let subtype = "PolyLine"
  package static let name = "polyline"
  package static let title = "Polyline"
  package static let keys = ["vertices", "startEnding", "endEnding", "measure"]
  package static let capabilities = AnnotationCapabilities.all

  package var points: [PagePoint] { vertices }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> PolylineContent {
    PolylineContent(vertices.map(transform), start: start, end: end, measurement: measurement)
  }

  package var controlPoints: [PagePoint] { vertices }

  package func movingControlPoint(_ index: Int, to point: PagePoint) -> PolylineContent {
    var copy = self
    if vertices.indices.contains(index) { copy.vertices[index] = point }
    return copy
  }

  package func bounds(_ style: AnnotationStyle) -> PageRect {
    let outline = MitredOutline(vertices, isClosed: false, width: style.lineWidth).bounds
    let box = layout(style).ends.reduce(outline) { $0.union($1.bounds(style)) }
    return caption(style).map { box.union($0.frame) } ?? box
  }

  package func appearance(_ style: AnnotationStyle) -> Appearance {
    let painter = StylePainter(style)
    let layout = layout(style)
    let shaft = layout.shaft.count > 1 ? InkStroke(layout.shaft, curve: .straight).path : PagePath()
    let items = painter.shaft(shaft, ends: layout.ends) + (caption(style).map { [$0.item] } ?? [])
    return painter.appearance(items, box: bounds(style))
  }

  package func isVisible(_ style: AnnotationStyle) -> Bool {
    vertices.count > 1 && Set(vertices).count > 1
      && (style.lineWidth > 0 || (style.fill != nil && (start != .none || end != .none)))
  }

  package func erasable(_ style: AnnotationStyle) -> (any ErasableGeometry)? {
    measurement == nil ? ErasablePolyline(self, style: style) : nil
  }

  /// The length as it is written.
  package var value: String {
    let length = zip(vertices, vertices.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    return measurement?.scale.text(length: length) ?? ""
  }

  /// The caption, beside the longest part.
  private func caption(_ style: AnnotationStyle) -> (item: Appearance.Item, frame: PageRect)? {
    let parts = zip(vertices, vertices.dropFirst())
    guard let measurement, let caption = measurement.caption(value, style.color),
      let longest = parts.max(by: { $0.0.distance(to: $0.1) < $1.0.distance(to: $1.1) })
    else { return nil }
    let center = measurement.center(caption, beside: longest, lineWidth: style.lineWidth)
    return measurement.item(caption, around: center)
  }

  func layout(_ style: AnnotationStyle) -> PolylineLayout { PolylineLayout(self, lineWidth: style.lineWidth) }
}

extension PolylineContent: Codable {
  /// Reads `{"vertices": [[x, y], …], "endEnding": "OpenArrow"}`; the endings may be left out, and so may `measure`.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    self.init(
      try fields.value("vertices"), start: try fields.word("startEnding") ?? LineEnding.none,
      end: try fields.word("endEnding") ?? LineEnding.none, measurement: try fields.optional("measure"))
  }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(vertices, forKey: "vertices")
    if start != .none { try fields.encode(start, forKey: "startEnding") }
    if end != .none { try fields.encode(end, forKey: "endEnding") }
    try fields.encodeIfPresent(measurement, forKey: "measure")
  }
}

extension PolylineContent: CustomStringConvertible {
  /// How many points it has: `polyline (5 vertices)`, `perimeter of 12.00 m (5 vertices)`.
  public var description: String {
    "\(measurement == nil ? "polyline" : "perimeter of \(value)") (\(vertices.count) vertices)"
  }
}

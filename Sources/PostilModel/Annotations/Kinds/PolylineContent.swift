/// Straight lines from point to point (`/PolyLine`), with line endings.
public struct PolylineContent: Sendable, Hashable {
  /// The points, in order.
  public var vertices: [PagePoint]
  /// What it shows where it starts.
  public var start: LineEnding
  /// What it shows where it ends.
  public var end: LineEnding

  /// Makes a polyline. It needs at least two points.
  public init(_ vertices: [PagePoint], start: LineEnding = .none, end: LineEnding = .none) {
    self.vertices = vertices
    self.start = start
    self.end = end
  }
}

extension AnnotationContent {
  /// Straight lines from point to point (`/PolyLine`), with line endings.
  public static func polyline(
    _ vertices: [PagePoint], start: LineEnding = .none, end: LineEnding = .none
  ) -> AnnotationContent {
    AnnotationContent(PolylineContent(vertices, start: start, end: end))
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

extension PolylineContent: AnnotationKind {
  package static let subtype = "PolyLine"
  package static let name = "polyline"
  package static let keys = ["vertices", "startEnding", "endEnding"]
  package static let capabilities = AnnotationCapabilities.all

  package var points: [PagePoint] { vertices }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> PolylineContent {
    PolylineContent(vertices.map(transform), start: start, end: end)
  }

  package var controlPoints: [PagePoint] { vertices }

  package func movingControlPoint(_ index: Int, to point: PagePoint) -> PolylineContent {
    var copy = self
    if vertices.indices.contains(index) { copy.vertices[index] = point }
    return copy
  }

  package func bounds(_ style: StrokeStyle) -> PageRect {
    let outline = MitredOutline(vertices, isClosed: false, width: style.lineWidth).bounds
    return layout(style).ends.reduce(outline) { $0.union($1.bounds(style)) }
  }

  package func appearance(_ style: StrokeStyle) -> Appearance {
    let painter = StylePainter(style)
    let layout = layout(style)
    let shaft = layout.shaft.count > 1 ? InkStroke(layout.shaft, curve: .straight).path : PagePath()
    return painter.appearance(painter.shaft(shaft, ends: layout.ends), box: bounds(style))
  }

  package func isVisible(_ style: StrokeStyle) -> Bool {
    vertices.count > 1 && Set(vertices).count > 1
      && (style.lineWidth > 0 || (style.fill != nil && (start != .none || end != .none)))
  }

  package func erasable(_ style: StrokeStyle) -> (any ErasableGeometry)? {
    ErasablePolyline(self, style: style)
  }

  func layout(_ style: StrokeStyle) -> PolylineLayout { PolylineLayout(self, lineWidth: style.lineWidth) }
}

extension PolylineContent: Codable {
  /// Reads `{"vertices": [[x, y], …], "endEnding": "OpenArrow"}`; the endings may be left out.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    self.init(
      try fields.value("vertices"), start: try fields.word("startEnding") ?? LineEnding.none,
      end: try fields.word("endEnding") ?? LineEnding.none)
  }

  /// Writes what the decoding initialiser reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(vertices, forKey: "vertices")
    if start != .none { try fields.encode(start, forKey: "startEnding") }
    if end != .none { try fields.encode(end, forKey: "endEnding") }
  }
}

extension PolylineContent: CustomStringConvertible {
  /// How many points it has: `polyline (5 vertices)`.
  public var description: String { "polyline (\(vertices.count) vertices)" }
}

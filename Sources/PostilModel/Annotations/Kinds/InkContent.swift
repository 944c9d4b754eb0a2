/// Freehand strokes (`/Ink`), and closed areas: what an eraser left of a filled shape.
public struct InkContent: Sendable, Hashable {
  /// The strokes, in the style's pen.
  public var strokes: [InkStroke]
  /// Closed polygons, filled with the style's fill by the even-odd rule.
  public var areas: [[PagePoint]]

  /// Makes ink.
  public init(_ strokes: [InkStroke], areas: [[PagePoint]] = []) {
    self.strokes = strokes
    self.areas = areas
  }
}

extension AnnotationContent {
  /// Freehand strokes (`/Ink`), and closed areas that are filled with the style's fill by the even-odd rule:
  /// what an eraser left of a filled shape.
  public static func ink(_ strokes: [InkStroke], areas: [[PagePoint]] = []) -> AnnotationContent {
    AnnotationContent(InkContent(strokes, areas: areas))
  }

  /// The ink; `nil` for another kind.
  public var ink: InkContent? {
    get { self[as: InkContent.self] }
    set { self[as: InkContent.self] = newValue }
  }
}

extension AnnotationContent.Kind {
  /// Freehand strokes (`/Ink`).
  public static let ink = AnnotationContent.Kind(rawValue: InkContent.name)
}

extension InkContent: AnnotationKind {
  package static let subtype = "Ink"
  package static let name = "ink"
  package static let title = "Freehand"
  package static let keys = ["strokes", "areas"]
  package static let capabilities = AnnotationCapabilities.all

  package var points: [PagePoint] { strokes.flatMap(\.points) + areas.joined() }

  package func mapPoints(_ transform: (PagePoint) -> PagePoint) -> InkContent {
    InkContent(strokes.map { $0.mapPoints(transform) }, areas: areas.map { $0.map(transform) })
  }

  package func bounds(_ style: AnnotationStyle) -> PageRect {
    let boxes = strokes.compactMap { stroke -> PageRect? in
      guard stroke.hasWidths else { return stroke.path.extent?.insetBy(-style.lineWidth / 2) }
      var outline = StrokeOutline(penWidth: style.lineWidth)
      outline.add(stroke)
      return outline.path.extent
    }
    let filled = style.fill == nil ? nil : PageRect.bounding(areas.joined())
    return PageRect.union(of: boxes + (filled.map { [$0] } ?? []))
  }

  package func appearance(_ style: AnnotationStyle) -> Appearance {
    let painter = StylePainter(style)
    let filled = painter.filled(PagePath.polygons(areas))
    return painter.appearance(filled + painter.strokes(strokes), box: bounds(style))
  }

  package func normalized() -> InkContent {
    let visible = strokes.filter { !$0.points.isEmpty && $0.largestWidth > 0 }.map { stroke in
      var stroke = stroke
      if !stroke.hasWidths { stroke.widths = [] }
      return stroke
    }
    return InkContent(visible, areas: areas.filter { $0.count > 2 })
  }

  package func isVisible(_ style: AnnotationStyle) -> Bool {
    !strokes.isEmpty || (style.fill != nil && !areas.isEmpty)
  }

  package func erasable(_ style: AnnotationStyle) -> (any ErasableGeometry)? {
    ErasableInk(self, style: style)
  }
}

extension InkContent: Codable {
  /// Reads `{"strokes": [[[x, y], …], …], "areas": [[[x, y], …], …]}`; either may be left out. A stroke with curves or widths is
  /// an object: see ``InkStroke``.
  public init(from decoder: any Decoder) throws {
    let fields = try Fields(decoder)
    self.init(try fields.optional("strokes") ?? [], areas: try fields.optional("areas") ?? [])
  }

  /// Writes what the decoding initializer reads.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Fields.Name.self)
    try fields.encode(strokes, forKey: "strokes")
    if !areas.isEmpty { try fields.encode(areas, forKey: "areas") }
  }
}

extension InkContent: CustomStringConvertible {
  /// How much ink there is: `ink (2 strokes, 31 points)`.
  public var description: String {
    let parts = ["\(strokes.count) strokes"] + (areas.isEmpty ? [] : ["\(areas.count) areas"])
    return "ink (\((parts + ["\(points.count) points"]).joined(separator: ", ")))"
  }
}

/// What an eraser has left of strokes, outlines and areas: always ink.
struct ErasableInk: ErasableGeometry {
  private let lineWidth: Double
  private let isDashed: Bool
  /// The widest place of the strokes, in multiples of the pen's width.
  private var widest = 1.0
  private var pieces: [StrokePiece] = []
  private var area: EvenOddRegion?
  /// Areas that are not painted: kept as they are.
  private var hiddenAreas: [[PagePoint]] = []
  /// Where a mitered outline stands out past the reach of a round pen. Gone once it is ink.
  private var corners: [PageRect] = []
  private var isInk = false

  private init(_ style: AnnotationStyle) {
    lineWidth = style.lineWidth
    isDashed = !style.dash.isEmpty
  }

  init(rectangle: PageRect, style: AnnotationStyle) {
    self.init(style)
    takeRectangle(rectangle, style)
  }

  init(polygon vertices: [PagePoint], style: AnnotationStyle) {
    self.init(style)
    if style.fill != nil, vertices.count > 2 { area = EvenOddRegion([vertices]) }
    guard lineWidth > 0 else { return }
    let outline = InkStroke(points: vertices + vertices.prefix(1), curve: .straight)
    pieces = [StrokePiece(outline)].compactMap { $0 }
    let tips = MitredOutline(vertices, isClosed: true, width: lineWidth).tips
    corners = tips.map { tip in
      let nearest = vertices.min { $0.distance(to: tip) < $1.distance(to: tip) } ?? tip
      return PageRect(corner: nearest, corner: tip)
    }
  }

  init(ellipseIn rect: PageRect, style: AnnotationStyle) {
    self.init(style)
    if rect.isThin { takeThin(rect) } else { take(outline: .ellipse(in: rect), style) }
  }

  /// Takes a closed outline of curves, in a round pen.
  init(outline: PagePath, style: AnnotationStyle) {
    self.init(style)
    take(outline: outline, style)
  }

  init(_ ink: InkContent, style: AnnotationStyle) {
    self.init(style)
    isInk = true
    widest = ink.strokes.reduce(1) { max($0, $1.largestWidth) }
    pieces = lineWidth > 0 ? ink.strokes.compactMap(StrokePiece.init) : []
    if style.fill != nil && !ink.areas.isEmpty {
      area = EvenOddRegion(ink.areas)
    } else {
      hiddenAreas = ink.areas
    }
  }

  private mutating func takeRectangle(_ rect: PageRect, _ style: AnnotationStyle) {
    guard !rect.isThin else { return takeThin(rect) }
    let points = PagePath.corners(of: rect)
    if style.fill != nil { area = EvenOddRegion([points]) }
    guard lineWidth > 0 else { return }
    let outline = InkStroke(points: points + points.prefix(1), curve: .straight)
    pieces = [StrokePiece(outline)].compactMap { $0 }
    let tips = PagePath.corners(of: rect.insetBy(-lineWidth / 2))
    corners = zip(points, tips).map(PageRect.init(corner:corner:))
  }

  private mutating func take(outline: PagePath, _ style: AnnotationStyle) {
    let segments = outline.segments()
    if style.fill != nil {
      area = EvenOddRegion([segments.flatMap { $0.cubic.flattened(tolerance: 0.01).dropLast() }])
    }
    if lineWidth > 0 { pieces = [StrokePiece(segments, isStraight: false)].compactMap { $0 } }
  }

  private mutating func takeThin(_ rect: PageRect) {
    guard lineWidth > 0 else { return }
    pieces = [StrokePiece(rect.diagonal)].compactMap { $0 }
    let tips = PagePath.corners(of: rect.insetBy(-lineWidth / 2))
    corners = zip(PagePath.corners(of: rect), tips).map(PageRect.init(corner:corner:))
  }

  /// The round ends of what was cut off are gone, too.
  var localReach: Double? { isInk && !isDashed ? lineWidth * widest : nil }

  var contentLimit: Int { pieces.isEmpty && area == nil ? 0 : 1 }

  var contents: [AnnotationContent] {
    let areas = area?.polygons ?? hiddenAreas
    let isEmpty = pieces.isEmpty && (area == nil || areas.isEmpty)
    return isEmpty ? [] : [.ink(pieces.map(\.stroke), areas: areas)]
  }

  mutating func erase(_ capsule: Capsule) -> Bool {
    let isCut = cutPieces(capsule)
    let isSmaller = area?.subtract(capsule.outline) ?? false
    let isRounded = corners.contains { capsule.axis.distance(to: $0) <= capsule.radius }
    guard isCut || isSmaller || isRounded else { return false }
    corners = []
    isInk = true
    return true
  }

  private mutating func cutPieces(_ capsule: Capsule) -> Bool {
    let lineWidth = lineWidth
    return pieces.replaceCut { $0.cut(by: capsule, penWidth: lineWidth) }
  }
}

/// What an eraser has left of strokes, outlines and areas: always ink.
struct InkRemains: Remains {
  private let lineWidth: Double
  private let isDashed: Bool
  private var strands: [Strand] = []
  private var area: EvenOddRegion?
  /// Areas that are not painted: kept as they are.
  private var hiddenAreas: [[PagePoint]] = []
  /// Where a mitred outline stands out past the reach of a round pen. Gone once it is ink.
  private var corners: [PageRect] = []
  private var isInk = false

  private init(_ style: StrokeStyle) {
    lineWidth = style.lineWidth
    isDashed = !style.dash.isEmpty
  }

  /// Takes a shape apart; `nil` for a line, which stays a line, and for what Postil does not draw.
  init?(_ shape: AnnotationShape, style: StrokeStyle) {
    self.init(style)
    switch shape {
    case .line, .other: return nil
    case .rectangle(let rect): takeRectangle(rect, style)
    case .ellipse(let rect): takeEllipse(rect, style)
    case .ink(let strokes, let areas):
      isInk = true
      strands = lineWidth > 0 ? strokes.compactMap(Strand.init) : []
      if style.fill != nil && !areas.isEmpty {
        area = EvenOddRegion(areas)
      } else {
        hiddenAreas = areas
      }
    }
  }

  private mutating func takeRectangle(_ rect: PageRect, _ style: StrokeStyle) {
    guard !rect.isThin else { return takeThin(rect) }
    let points = PagePath.corners(of: rect)
    if style.fill != nil { area = EvenOddRegion([points]) }
    guard lineWidth > 0 else { return }
    let outline = InkStroke(points: points + points.prefix(1), curve: .straight)
    strands = [Strand(outline)].compactMap { $0 }
    let tips = PagePath.corners(of: rect.insetBy(-lineWidth / 2))
    corners = zip(points, tips).map(PageRect.init(corner:corner:))
  }

  private mutating func takeEllipse(_ rect: PageRect, _ style: StrokeStyle) {
    guard !rect.isThin else { return takeThin(rect) }
    let segments = PagePath.ellipse(in: rect).segments()
    if style.fill != nil {
      area = EvenOddRegion([segments.flatMap { $0.cubic.flattened(tolerance: 0.01).dropLast() }])
    }
    if lineWidth > 0 { strands = [Strand(segments, isStraight: false)].compactMap { $0 } }
  }

  private mutating func takeThin(_ rect: PageRect) {
    guard lineWidth > 0 else { return }
    strands = [Strand(rect.diagonal)].compactMap { $0 }
    let tips = PagePath.corners(of: rect.insetBy(-lineWidth / 2))
    corners = zip(PagePath.corners(of: rect), tips).map(PageRect.init(corner:corner:))
  }

  var changesLocally: Bool { isInk && !isDashed }

  var shapeLimit: Int { strands.isEmpty && area == nil ? 0 : 1 }

  var shapes: [AnnotationShape] {
    let areas = area?.polygons ?? hiddenAreas
    let isEmpty = strands.isEmpty && (area == nil || areas.isEmpty)
    return isEmpty ? [] : [.ink(strands.map(\.stroke), areas: areas)]
  }

  mutating func erase(_ swath: Swath) -> Bool {
    let isCut = cutStrands(swath)
    let isSmaller = area?.subtract(swath.outline) ?? false
    let isRounded = corners.contains { swath.axis.distance(to: $0) <= swath.radius }
    guard isCut || isSmaller || isRounded else { return false }
    corners = []
    isInk = true
    return true
  }

  private mutating func cutStrands(_ swath: Swath) -> Bool {
    var isCut = false
    let reach = swath.radius + lineWidth / 2
    strands = strands.flatMap { strand in
      guard let left = strand.cut(by: swath, within: reach) else { return [strand] }
      isCut = true
      return left
    }
    return isCut
  }
}

/// Draws freehand: every point that the pen reports is kept, and a smooth curve is laid through
/// them. A tap draws a dot.
///
/// The curve is smoothed by midpoints (``InkStroke/Curve/smooth``): a new point changes nothing
/// before the middle of the last two, so the rectangle to redraw stays small however long the
/// stroke is. A viewer that keeps what it has painted needs to paint each part but once: see
/// ``drawTail(from:to:)``.
public struct FreehandTool: DrawingTool {
  /// How the stroke is painted; its fill is not used.
  public var style: StrokeStyle
  /// The points so far, in page space; none follows an equal one.
  public private(set) var points: [PagePoint] = []

  /// Makes a tool that draws in a style.
  public init(style: StrokeStyle = StrokeStyle()) {
    self.style = style
  }

  /// Whether a stroke is being drawn.
  public var isDrawing: Bool { !points.isEmpty }

  /// Begins a stroke. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    let old = cancel()
    guard point.isUsable else { return old }
    points = [point]
    return old.isEmpty ? newest : old.union(newest)
  }

  /// Goes on to a point; one equal to the last is left out. Returns the rectangle of the newest
  /// part: what the last three points can change. O(1).
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    guard let last = points.last, point.isUsable, point != last else { return .zero }
    points.append(point)
    return newest
  }

  /// The whole stroke so far. O(points).
  public func draw() -> Appearance { shape.appearance(style) }

  /// A part of the stroke, for a viewer that adds to what it has painted instead of painting
  /// 100,000 points anew. O(points in the part).
  ///
  /// Place 0 is the start of the stroke, place *n* the middle between point *n* − 1 and point
  /// *n*; `nil` is the end of the stroke. Parts between places never change once all points up to
  /// the second place are there. So with *n* points, paint from the place reached so far to *n* − 1
  /// for good, then from there to the end until the next point comes. Paint the parts into a layer
  /// of their own and lay that over the page with the style's opacity: the parts themselves are
  /// opaque, and their ends overlap. Dashes begin anew in each part.
  public func drawTail(from start: Int, to end: Int? = nil) -> Appearance {
    let low = max(start, 0)
    let high = end.map { min(max($0, 0), points.count) } ?? points.count
    guard low > 0 || high < points.count || points.count < 3 else { return opaque(draw()) }
    guard low < high, let pen = style.pen(isRound: true) else { return Appearance() }
    if points.count < 3 { return opaque(draw()) }
    return Appearance(items: [Appearance.Item(path: part(from: low, to: high), pen: pen)])
  }

  /// Ends the stroke and returns it; nothing if nothing was begun, or at line width 0.
  public mutating func finish() -> [AnnotationChange] {
    defer { points = [] }
    return shape.addition(style)
  }

  /// Gives the stroke up. Returns the rectangle to redraw. O(points).
  @discardableResult public mutating func cancel() -> PageRect {
    defer { points = [] }
    return shape?.bounds(style) ?? .zero
  }

  private var shape: AnnotationContent? {
    points.isEmpty ? nil : .ink([InkStroke(points: points)])
  }

  /// The curve around the point before the last, and the line to the last, are in the hull of the
  /// last three points.
  private var newest: PageRect {
    (PageRect.bounding(points.suffix(3)) ?? .zero).insetBy(-style.lineWidth / 2)
  }

  private func opaque(_ appearance: Appearance) -> Appearance {
    Appearance(items: appearance.items, box: appearance.box)
  }

  /// The path between two places, the first before the second, of at least three points.
  private func part(from low: Int, to high: Int) -> PagePath {
    var path = PagePath()
    path.move(to: low == 0 ? points[0] : InkStroke.joint(points, before: low))
    if low == 0 { path.addLine(to: InkStroke.joint(points, before: 1)) }
    let last = min(high, points.count - 1)
    InkStroke.appendCurves(through: points, from: max(low, 1), to: last, to: &path)
    if high == points.count { path.addLine(to: points[points.count - 1]) }
    return path
  }
}

public import PostilModel

/// Draws freehand: every point that the pen reports is kept, and a smooth curve is laid through
/// them. A tap draws a dot. If asked to, it draws wider where the pen is pressed harder (``followsPressure``).
///
/// The curve is smoothed by midpoints (``Postil/InkStroke/Curve/smooth``): a new point changes nothing
/// before the middle of the last two, so the rectangle to redraw stays small however long the
/// stroke is. A viewer that keeps what it has painted needs to paint each part but once: see
/// ``drawTail(from:to:)``.
public struct FreehandTool: DrawingTool {
  /// How the stroke is painted; its fill is not used.
  public var style: AnnotationStyle
  /// Whether the pressure of the pen makes the stroke wider and narrower. Counts from the next stroke on. Strokes of devices that do
  /// not tell of pressure are as wide as the style's line everywhere.
  public var followsPressure: Bool
  /// The points so far, in page space; none follows an equal one.
  public private(set) var points: [PagePoint] = []
  /// How wide the stroke is at each of the ``points``, in multiples of the style's line width (``Postil/InkStroke/widths``); empty without
  /// pressure.
  public private(set) var widths: [Double] = []

  /// Makes a tool that draws in a style.
  ///
  /// - Parameters:
  ///   - style: How the stroke is painted; its fill is not used.
  ///   - followsPressure: Whether the pressure of the pen makes the stroke wider and narrower.
  public init(style: AnnotationStyle = AnnotationStyle(), followsPressure: Bool = false) {
    self.style = style
    self.followsPressure = followsPressure
  }

  /// How wide a stroke is at a pressure of 0…1, in multiples of the line width: from a fifth of it to nearly twice, the line
  /// width itself at half of the pressure.
  public static func width(atPressure pressure: Double) -> Double {
    let usable = pressure.isNaN ? 0.5 : min(max(pressure, 0), 1)
    return ((0.2 + 1.6 * usable) * 1000).rounded() / 1000
  }

  /// Whether a stroke is being drawn.
  public var isDrawing: Bool { !points.isEmpty }

  /// Begins a stroke without pressure. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    begin(at: PenSample(point))
  }

  /// Begins a stroke. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at sample: PenSample) -> PageRect {
    let old = cancel()
    guard sample.point.isUsable else { return old }
    points = [sample.point]
    widths = followsPressure ? sample.pressure.map { [Self.width(atPressure: $0)] } ?? [] : []
    return old.isEmpty ? newest : old.union(newest)
  }

  /// Goes on to a point, as wide as before. Returns the rectangle to redraw.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    move(to: PenSample(point))
  }

  /// Goes on to a point; one equal to the last is left out, except that a dot takes the hardest pressure. Returns the rectangle of
  /// the newest part: what the last three points can change. O(1).
  @discardableResult public mutating func move(to sample: PenSample) -> PageRect {
    guard let last = points.last, sample.point.isUsable else { return .zero }
    // Whether the device tells of pressure is known when the pen touches the page.
    let width = widths.last.map { last in sample.pressure.map(Self.width(atPressure:)) ?? last }
    guard sample.point != last else {
      guard let width, points.count == 1, width > widths[0] else { return .zero }
      widths = [width]
      return newest
    }
    points.append(sample.point)
    if let width { widths.append(width) }
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
    return InkStroke.part(of: points, widths: widths, pen: pen, from: low, to: high)
  }

  /// Ends the stroke and returns it; nothing if nothing was begun, or at line width 0.
  public mutating func finish() -> [AnnotationChange] {
    defer { (points, widths) = ([], []) }
    return shape.addition(style)
  }

  /// Gives the stroke up. Returns the rectangle to redraw. O(points).
  @discardableResult public mutating func cancel() -> PageRect {
    defer { (points, widths) = ([], []) }
    return shape?.bounds(style) ?? .zero
  }

  private var shape: AnnotationContent? {
    points.isEmpty ? nil : .ink([InkStroke(points: points, widths: widths)])
  }

  /// The curve around the point before the last, and the line to the last, are in the hull of the
  /// last three points.
  private var newest: PageRect {
    (PageRect.bounding(points.suffix(3)) ?? .zero)
      .insetBy(-style.lineWidth / 2 * (widths.suffix(3).max() ?? 1))
  }

  private func opaque(_ appearance: Appearance) -> Appearance {
    Appearance(items: appearance.items, box: appearance.box)
  }
}

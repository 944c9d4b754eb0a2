public import PostilModel

/// Draws freehand: every point that the pen reports is drawn, and a smooth curve is laid through
/// them. A tap draws a dot. If asked to, it draws wider where the pen is pressed harder or leans (``response``), takes the trembling out
/// (``steadiness``), runs along a ``ruler``, makes a shape of what is drawn when the pen is held still (``recognizer``), and keeps
/// fewer points than were drawn (``tolerance``).
///
/// The curve is smoothed by midpoints (``Postil/InkStroke/Curve/smooth``): a new point changes nothing
/// before the middle of the last two, so the rectangle to redraw stays small however long the
/// stroke is. A viewer that keeps what it has painted needs to paint each part but once: see
/// ``drawTail(from:to:ahead:)``.
public struct FreehandTool: DrawingTool {
  /// How the stroke is painted; its fill is not used.
  public var style: AnnotationStyle
  /// What makes the stroke wider and narrower. Counts from the next stroke on. Strokes of devices that tell nothing that counts
  /// are as wide as the style's line everywhere.
  public var response: PenResponse
  /// How much trembling is taken out, 0…1: see ``StrokeStabilizer``. Counts from the next stroke on.
  public var steadiness = 0.0
  /// Makes a shape of a stroke when the pen is held still (``hold()``); `nil`, as at first, for none.
  public var recognizer: ShapeRecognizer?
  /// A ruler on the page, along which strokes run that begin near it; `nil` for none.
  public var ruler: Ruler?
  /// How far the stroke that is kept may be from what was drawn, in points, so that it needs fewer points: see ``StrokeSimplifier``;
  /// `nil`, as at first, keeps all of them.
  public var tolerance: Double?
  /// Whether ``way(ahead:)`` tells where the stroke is likely to go on.
  public var foresees = true
  /// Whether the stroke is a straight line at a multiple of 15 degrees, as while Shift is held.
  public var isConstrained = false

  /// The points so far, in page space; none follows an equal one.
  public private(set) var points: [PagePoint] = []
  /// How wide the stroke is at each of the ``points``, in multiples of the style's line width (``Postil/InkStroke/widths``); empty without
  /// pressure and tilt.
  public private(set) var widths: [Double] = []
  /// The shape that the stroke has become; `nil` while it is ink.
  public private(set) var shape: RecognizedShape?
  private var stabilizer = StrokeStabilizer()
  private var predictor = StrokePredictor()
  private var isAlongRuler = false
  private var lastSample: PenSample?

  /// Makes a tool that draws in a style.
  ///
  /// - Parameters:
  ///   - style: How the stroke is painted; its fill is not used.
  ///   - response: What makes the stroke wider and narrower.
  public init(style: AnnotationStyle = AnnotationStyle(), response: PenResponse = .none) {
    self.style = style
    self.response = response
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
    stabilizer = StrokeStabilizer(strength: steadiness)
    isAlongRuler = ruler?.holds(sample.point) == true
    predictor.add(sample)
    lastSample = sample
    points = [place(of: sample, by: &stabilizer)]
    widths = response.width(at: sample).map { [$0] } ?? []
    return old.isEmpty ? newest : old.union(newest)
  }

  /// Goes on to a point, as wide as before. Returns the rectangle to redraw.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    move(to: PenSample(point))
  }

  /// Goes on to a point; one equal to the last is left out, except that a dot takes the widest. A line or an arrow that the stroke has
  /// become ends there. Returns the rectangle of the newest part: what the last three points can change. O(1).
  @discardableResult public mutating func move(to sample: PenSample) -> PageRect {
    guard let last = points.last, sample.point.isUsable else { return .zero }
    if let shape { return move(shape, to: sample.point) }
    predictor.add(sample)
    lastSample = sample
    // Whether the device tells of pressure is known when the pen touches the page.
    let width = widths.last.map { response.width(at: sample) ?? $0 }
    if isConstrained { return draw(straightTo: sample.point, width) }
    let point = place(of: sample, by: &stabilizer)
    guard point != last else {
      guard let width, points.count == 1, width > widths[0] else { return .zero }
      widths = [width]
      return newest
    }
    append(point, width)
    return newest
  }

  /// Makes a shape of the stroke, if it looks like one. Returns the rectangle to redraw; `nil` if it stays as it is.
  @discardableResult public mutating func hold() -> PageRect? {
    guard shape == nil, let found = recognizer?.shape(of: points) else { return nil }
    let old = content.redraw(after: nil, style)
    shape = found
    return content.redraw(after: nil, style).union(old)
  }

  /// The whole stroke so far. O(points).
  public func draw() -> Appearance { content.appearance(style) }

  /// A part of the stroke, for a viewer that adds to what it has painted instead of painting
  /// 100,000 points anew. O(points in the part).
  ///
  /// Place 0 is the start of the stroke, place *n* the middle between point *n* − 1 and point
  /// *n*; `nil` is the end of the stroke. Parts between places never change once all points up to
  /// the second place are there. So with *n* points, paint from the place reached so far to *n* − 1
  /// for good, then from there to the end until the next point comes. Paint the parts into a layer
  /// of their own and lay that over the page with the style's opacity: the parts themselves are
  /// opaque, and their ends overlap. Dashes begin anew in each part.
  ///
  /// A screen shows the pen where it was. With `ahead` the end is where the pen is likely to be by then, which is painted but never
  /// kept; it changes with each point, and is to be painted without `ahead` where no point comes for longer than that. Not for a
  /// stroke that has become a ``shape``, which is painted by ``draw()``.
  ///
  /// - Parameters:
  ///   - start: The index of the first point.
  ///   - end: The index behind the last point; `nil`: all.
  ///   - ahead: How long from the last point on the picture is shown, in seconds; 0 for the stroke as it is.
  public func drawTail(from start: Int, to end: Int? = nil, ahead: Double = 0) -> Appearance {
    if end == nil, ahead > 0 {
      let way = way(ahead: ahead)
      if !way.isEmpty { return drawTail(from: start, with: way) }
    }
    let low = max(start, 0)
    let high = end.map { min(max($0, 0), points.count) } ?? points.count
    guard low > 0 || high < points.count || points.count < 3 else { return opaque(draw()) }
    guard low < high, let pen = style.pen(isRound: true) else { return Appearance() }
    if points.count < 3 { return opaque(draw()) }
    return InkStroke.part(of: points, widths: widths, pen: pen, from: low, to: high)
  }

  /// Where the stroke is likely to go on: points after the last one, which no stroke keeps; empty if nothing can be told. O(1).
  ///
  /// - Parameter ahead: For how long, in seconds from the last sample on.
  public func way(ahead: Double) -> [PagePoint] {
    guard foresees, isDrawing, shape == nil, !isConstrained, let lastSample else { return [] }
    let way = predictor.way(for: ahead)
    var stabilizer = stabilizer
    return way.enumerated().map { index, point in
      let time = lastSample.time.map { $0 + ahead * Double(index + 1) / Double(way.count) }
      return place(of: PenSample(point, time: time), by: &stabilizer)
    }
  }

  /// Draws what the stroke lacks to where the pen was lifted, if it is steadied.
  public mutating func lift() {
    guard isDrawing, shape == nil, !isConstrained else { return }
    for point in stabilizer.rest() {
      let point = isAlongRuler ? ruler?.onEdge(point) ?? point : point
      if point != points.last { append(point, widths.last) }
    }
  }

  /// Ends the stroke and returns it, or the shape that it has become; nothing if nothing was begun, or at line width 0.
  public mutating func finish() -> [AnnotationChange] {
    lift()
    defer { forget() }
    return kept.addition(style)
  }

  /// Ends the stroke and returns it; a shape that it has become takes its place in a step of its own, so that undo gives the ink back.
  public mutating func finishInSteps() -> [DrawingStep] {
    lift()
    defer { forget() }
    guard let shape else {
      let changes = kept.addition(style)
      return changes.isEmpty ? [] : [DrawingStep(changes)]
    }
    let ink = AnnotationContent?.some(self.ink).addition(style)
    guard var annotation = ink.first?.annotation else { return [] }
    annotation.content = shape.content
    guard (try? annotation.validated()) != nil else { return [DrawingStep(ink)] }
    return [DrawingStep(ink), DrawingStep([.replace(annotation)], name: "Make Shape")]
  }

  /// Gives the stroke up. Returns the rectangle to redraw. O(points).
  @discardableResult public mutating func cancel() -> PageRect {
    defer { forget() }
    return content?.bounds(style) ?? .zero
  }

  // MARK: - Points

  private func place(of sample: PenSample, by stabilizer: inout StrokeStabilizer) -> PagePoint {
    let point = stabilizer.point(for: sample)
    return isAlongRuler ? ruler?.onEdge(point) ?? point : point
  }

  private mutating func append(_ point: PagePoint, _ width: Double?) {
    points.append(point)
    if let width { widths.append(width) }
  }

  private mutating func draw(straightTo point: PagePoint, _ width: Double?) -> PageRect {
    let (old, start) = (content, points[0])
    let end = AngleSnap.always.end(of: start, to: point)
    points = start == end ? [start] : [start, end]
    if let width, !widths.isEmpty { widths = points.map { _ in width } }
    stabilizer.reset()
    _ = stabilizer.point(for: PenSample(end))
    return content.redraw(after: old, style)
  }

  private mutating func move(_ shape: RecognizedShape, to point: PagePoint) -> PageRect {
    guard let start = shape.start else { return .zero }
    let old = content
    let snap = isConstrained ? .always : recognizer?.snap
    self.shape = shape.moved(endTo: snap?.end(of: start, to: point) ?? point)
    return content.redraw(after: old, style)
  }

  private mutating func forget() {
    (points, widths, shape, lastSample) = ([], [], nil, nil)
    (isAlongRuler, predictor) = (false, StrokePredictor())
  }

  // MARK: - Pictures

  private var ink: AnnotationContent {
    let stroke = InkStroke(points: points, widths: widths)
    guard let tolerance else { return .ink([stroke]) }
    return .ink([StrokeSimplifier(tolerance: tolerance, lineWidth: style.lineWidth).simplified(stroke)])
  }

  /// What is drawn.
  private var content: AnnotationContent? {
    if let shape { return shape.content }
    return points.isEmpty ? nil : .ink([InkStroke(points: points, widths: widths)])
  }

  /// What is kept.
  private var kept: AnnotationContent? { shape?.content ?? (points.isEmpty ? nil : ink) }

  /// The curve around the point before the last, and the line to the last, are in the hull of the
  /// last three points.
  private var newest: PageRect {
    (PageRect.bounding(points.suffix(3)) ?? .zero)
      .insetBy(-style.lineWidth / 2 * (widths.suffix(3).max() ?? 1))
  }

  private func drawTail(from start: Int, with way: [PagePoint]) -> Appearance {
    // Only what is looked at, so that the cost is that of the part.
    let first = min(max(start - 1, 0), points.count - 1)
    let part = Array(points[first...]) + way
    let broad = widths.isEmpty ? [] : Array(widths[first...]) + way.map { _ in widths[widths.count - 1] }
    let low = max(start, 0) - first
    if low == 0 {
      return opaque(AnnotationContent.ink([InkStroke(points: part, widths: broad)]).appearance(style))
    }
    guard part.count >= 3, low < part.count, let pen = style.pen(isRound: true) else { return Appearance() }
    return InkStroke.part(of: part, widths: broad, pen: pen, from: low, to: part.count)
  }

  private func opaque(_ appearance: Appearance) -> Appearance {
    Appearance(items: appearance.items, box: appearance.box)
  }
}

extension FreehandTool: HoldableTool {}

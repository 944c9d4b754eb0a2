public import PostilModel

/// A tool that draws by several taps, each of which sets a point: a polygon, a polyline.
///
/// A viewer drives it as any ``DrawingTool``, except that lifting the pen ends the drawing only if
/// ``liftPen()`` says so; else the next tap goes to ``addPoint(at:)``, and moves of a pointer that hovers go to
/// `move(to:)`. A drawing that is not complete can be ended all the same, as with the Return key, by `finish()`.
///
/// A tool of this kind says only what its points make, as ``PolygonTool`` does.
public protocol MultipointTool: DrawingTool {
  /// The points so far; begins as `TappedPoints()`.
  var points: TappedPoints { get set }

  /// What points that follow each other draw; `nil` if they are too few. No two neighbors are the same.
  func content(through points: [PagePoint]) -> AnnotationContent?

  /// Sets the point under the pen. Returns whether the drawing is complete: the pen was lifted on the first
  /// point, or twice at the last.
  mutating func liftPen() -> Bool

  /// Puts the pen down again, to set another point. Returns the rectangle to redraw.
  @discardableResult mutating func addPoint(at point: PagePoint) -> PageRect
}

extension MultipointTool {
  /// Whether something is being drawn.
  public var isDrawing: Bool { points.current != nil }

  /// Begins a drawing. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    let old = content
    points.begin(at: point)
    return content.redraw(after: old, style)
  }

  /// Takes the newest point to another place. Returns the rectangle to redraw.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    let old = content
    return points.move(to: point) ? content.redraw(after: old, style) : .zero
  }

  /// Sets the point under the pen. Returns whether the drawing is complete.
  public mutating func liftPen() -> Bool { points.lift() }

  /// Begins another point. Returns the rectangle to redraw.
  @discardableResult public mutating func addPoint(at point: PagePoint) -> PageRect { move(to: point) }

  /// The drawing so far.
  public func draw() -> Appearance { content.appearance(style) }

  /// Ends the drawing and returns it; nothing for too few points.
  public mutating func finish() -> [AnnotationChange] {
    defer { points.cancel() }
    return content.addition(style)
  }

  /// Gives the drawing up. Returns the rectangle to redraw.
  @discardableResult public mutating func cancel() -> PageRect {
    let old = content
    points.cancel()
    return content.redraw(after: old, style)
  }

  private var content: AnnotationContent? { content(through: points.all) }
}

/// The points of a drawing that is made by taps.
public struct TappedPoints: Sendable, Hashable {
  /// Taps nearer than this to the first point, or to the last, end the drawing; in points.
  public static let reach = 4.0

  /// The points that are set.
  public private(set) var fixed: [PagePoint] = []
  /// Where the pen or the pointer is; `nil` while nothing is drawn.
  public private(set) var current: PagePoint?

  /// Makes points of a drawing that has not begun.
  public init() {}

  /// The points that are set, and the current one unless it stands on the last of them.
  var all: [PagePoint] {
    guard let current, current != fixed.last else { return fixed }
    return fixed + [current]
  }

  mutating func begin(at point: PagePoint) {
    fixed = []
    current = point.isUsable ? point : nil
  }

  /// Whether the point was taken.
  mutating func move(to point: PagePoint) -> Bool {
    guard current != nil, point.isUsable else { return false }
    current = point
    return true
  }

  /// Whether the drawing is complete.
  mutating func lift() -> Bool {
    guard let current else { return false }
    if fixed.count > 1, let first = fixed.first, current.distance(to: first) <= Self.reach {
      self.current = first
      return true
    }
    if let last = fixed.last, current.distance(to: last) <= Self.reach {
      self.current = last
      return fixed.count > 1
    }
    fixed.append(current)
    return false
  }

  mutating func cancel() { (fixed, current) = ([], nil) }
}

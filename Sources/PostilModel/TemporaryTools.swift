/// Stands in for the protocol that is being written.
public protocol DrawingTool: Sendable {
  /// How it is painted.
  var style: StrokeStyle { get set }
  /// Whether a drawing has been begun.
  var isDrawing: Bool { get }
  /// Begins a drawing.
  @discardableResult mutating func begin(at point: PagePoint) -> PageRect
  /// Goes on to a point.
  @discardableResult mutating func move(to point: PagePoint) -> PageRect
  /// What it looks like so far.
  func draw() -> Appearance
  /// Ends it.
  mutating func finish() -> [AnnotationChange]
  /// Gives it up.
  @discardableResult mutating func cancel() -> PageRect
}

/// Stands in for the tool that is being written.
public struct FreehandTool: DrawingTool {
  /// How it is painted.
  public var style: StrokeStyle
  private var points: [PagePoint] = []
  /// Makes a tool.
  public init(style: StrokeStyle = StrokeStyle()) { self.style = style }
  /// Whether a stroke is being drawn.
  public var isDrawing: Bool { !points.isEmpty }
  /// Begins a stroke.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    points = [point]
    return .zero
  }
  /// Goes on to a point.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    points.append(point)
    return .zero
  }
  /// The stroke so far.
  public func draw() -> Appearance { Appearance() }
  /// Ends the stroke.
  public mutating func finish() -> [AnnotationChange] {
    defer { points = [] }
    return points.isEmpty ? [] : [.add(Annotation(.ink([InkStroke(points: points)]), style: style))]
  }
  /// Gives it up.
  @discardableResult public mutating func cancel() -> PageRect {
    points = []
    return .zero
  }
}

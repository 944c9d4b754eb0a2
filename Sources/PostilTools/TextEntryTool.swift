public import PostilModel

/// A tool that makes something of which a text is a part: viewers ask for the text when the pen is lifted, and add ``entry`` with it.
/// What `finish()` gives is nothing, then.
public protocol TextEntryTool: DrawingTool {
  /// What the text is for, without one; `nil` if nothing is being drawn.
  var entry: Annotation? { get }
}

/// A tool that puts something at a point, and asks for its text. One of this kind says only what it puts there: see `TextEntryTool`.
public protocol PointTool: TextEntryTool {
  /// The point; `nil` while nothing is being put.
  var point: PagePoint? { get set }
}

extension PointTool {
  /// Whether something is being put.
  public var isDrawing: Bool { point != nil }

  /// Puts it at a point. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    let old = bounds
    self.point = point.isUsable ? point : nil
    return old.union(bounds)
  }

  /// Takes it to a point. Returns the rectangle to redraw.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    guard self.point != nil, point.isUsable else { return .zero }
    let old = bounds
    self.point = point
    return old.union(bounds)
  }

  /// What is being put.
  public func draw() -> Appearance { entry?.appearance ?? Appearance() }

  /// Ends the drawing; the text is asked for: see ``entry``.
  public mutating func finish() -> [AnnotationChange] {
    point = nil
    return []
  }

  /// Gives it up. Returns the rectangle to redraw.
  @discardableResult public mutating func cancel() -> PageRect {
    defer { point = nil }
    return bounds
  }

  private var bounds: PageRect { entry?.bounds ?? .zero }
}

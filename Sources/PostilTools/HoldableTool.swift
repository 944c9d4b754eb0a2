public import PostilModel

/// A tool that does something when the pen is held still, as ``FreehandTool`` makes shapes of strokes. Viewers call ``hold()`` once when
/// that happens.
public protocol HoldableTool: DrawingTool {
  /// Tells it that the pen is held still. Returns the rectangle to redraw; `nil` if nothing came of that.
  @discardableResult mutating func hold() -> PageRect?
}

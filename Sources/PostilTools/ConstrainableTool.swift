import PostilModel

/// A tool that can be held to regular shapes: squares, circles, lines at multiples of 45 degrees, freehand to straight lines at multiples of 15. Viewers
/// set ``isConstrained`` while Shift is held.
public protocol ConstrainableTool: DrawingTool {
  /// Whether the drawing is held to a regular shape. May be set at any time; while drawing, it
  /// takes effect with the next move.
  var isConstrained: Bool { get set }
}

extension LineTool: ConstrainableTool {}
extension RectangleTool: ConstrainableTool {}
extension EllipseTool: ConstrainableTool {}
extension FreehandTool: ConstrainableTool {}

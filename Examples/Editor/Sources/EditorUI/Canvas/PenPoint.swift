import Postil

/// A place that a pen, a finger or the mouse was at.
struct PenPoint: Sendable, Hashable {
  /// Where, in the canvas.
  var point: ViewPoint
  /// How hard a pen pressed, 0 to 1; `nil` for what cannot tell.
  var pressure: Double?
  /// When, in seconds of the input's clock.
  var time: Double
}

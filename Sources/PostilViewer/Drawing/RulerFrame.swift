import Foundation

/// Where a ruler is in a view, and what it can be taken by. It is as long and as broad at any zoom; shorter in a small view, so that both
/// of its grips can be reached.
public struct RulerFrame: Sendable, Hashable {
  /// What a press on a ruler takes hold of.
  public enum Grip: Sendable, Hashable {
    /// All of it: it is moved.
    case whole
    /// One of its round grips: it is turned about its middle.
    case turn
  }

  /// How long it is where there is room, in units of the view.
  public static let fullLength = 420.0
  /// How broad it is, in units of the view.
  public static let breadth = 60.0
  /// How near its edge a stroke runs along it, in units of the view.
  public static let reach = 12.0
  /// The radius of its round grips, in units of the view.
  public static let gripRadius = 14.0
  /// Presses this near the middle of a grip are for it, in units of the view: a finger is not as exact as a mouse.
  private static let gripReach = 22.0

  /// The middle of its edge, in units of the view.
  public var middle: ViewPoint
  /// How far it is turned, in radians clockwise as the reader sees it: at 0 it is level, with its edge above.
  public var angle: Double
  /// How long it is, in units of the view.
  public var length: Double

  /// Makes a frame.
  public init(middle: ViewPoint, angle: Double, length: Double = RulerFrame.fullLength) {
    (self.middle, self.angle, self.length) = (middle, angle, length)
  }

  /// A place on the ruler, from the middle of its edge: along the edge, and from the edge into the ruler.
  public func place(along: Double, across: Double) -> ViewPoint {
    ViewPoint(
      x: middle.x + along * cos(angle) - across * sin(angle),
      y: middle.y + along * sin(angle) + across * cos(angle))
  }

  /// The middles of its round grips.
  public var grips: [ViewPoint] {
    let distance = length / 2 - 36
    return [-distance, distance].map { place(along: $0, across: Self.breadth * 0.56) }
  }

  /// Hit test: what a press takes hold of; `nil` beside the ruler, and near its edge, where strokes begin that run along it.
  public func grip(at point: ViewPoint) -> Grip? {
    let (dx, dy) = (point.x - middle.x, point.y - middle.y)
    let (along, across) = (dx * cos(angle) + dy * sin(angle), dy * cos(angle) - dx * sin(angle))
    guard across > Self.reach, across <= Self.breadth, abs(along) <= length / 2 else { return nil }
    return grips.contains { $0.distance(to: point) <= Self.gripReach } ? .turn : .whole
  }
}

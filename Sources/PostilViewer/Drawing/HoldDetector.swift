/// Tells whether a pen is held still: it reports nothing, or only that it trembles.
///
/// It reads no clock: a viewer that draws asks it in each frame.
public struct HoldDetector: Sendable, Hashable {
  /// How long the pen has to be still, in seconds.
  public static let duration = 0.6
  /// How far it may tremble, in units of the view.
  public static let reach = 3.0
  /// How far it has to have come before, in units of the view, so that a press alone is none.
  public static let leastWay = 20.0

  private var place: ViewPoint?
  private var since = 0.0
  private var way = 0.0
  private var last: ViewPoint?
  private var isTold = false

  /// Makes a detector of a pen that is not on the page.
  public init() {}

  /// The pen touches the page.
  public mutating func begin(at point: ViewPoint, time: Double) {
    self = HoldDetector()
    (place, last, since) = (point, point, time)
  }

  /// The pen is somewhere.
  public mutating func move(to point: ViewPoint, time: Double) {
    guard let place, let last else { return }
    way += last.distance(to: point)
    self.last = point
    guard !(place.distance(to: point) <= Self.reach) else { return }
    (self.place, since) = (point, time)
  }

  /// The pen is lifted.
  public mutating func end() { self = HoldDetector() }

  /// Whether it has been held still for long enough by a time; once in a stroke.
  public mutating func isHeld(at time: Double) -> Bool {
    guard place != nil, !isTold, way >= Self.leastWay, time - since >= Self.duration else { return false }
    isTold = true
    return true
  }
}

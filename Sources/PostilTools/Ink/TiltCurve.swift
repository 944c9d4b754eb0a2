/// How the tilt of a pen becomes the width of a stroke: as a pencil's side shades.
public struct TiltCurve: Sendable, Hashable {
  /// The tilt up to which nothing changes, in radians from upright.
  public var start: Double
  /// The tilt from which on the stroke is as wide as it becomes, in radians from upright.
  public var end: Double
  /// How wide that is, in multiples of the width without tilt, 0…10.
  public var widest: Double

  /// Makes a curve. Values out of range count as the nearest in it, NaN as the default.
  public init(start: Double = 0.6, end: Double = 1.2, widest: Double = 4) {
    self.start = start
    self.end = end
    self.widest = widest
  }

  /// Begins to widen at 34° from upright, four times as wide from 69° on.
  public static let shading = TiltCurve()

  /// By how much a tilt widens a stroke: 1 up to ``start``, ``widest`` from ``end`` on, smoothly between.
  ///
  /// - Parameter tilt: In radians from upright; NaN counts as upright.
  public func factor(at tilt: Double) -> Double {
    let usable = tilt.limited(to: 0...(.pi / 2), default: 0)
    let low = start.limited(to: 0...(.pi / 2), default: 0.6)
    let high = end.limited(to: 0...(.pi / 2), default: 1.2)
    let most = widest.limited(to: 0...10, default: 4)
    guard usable > low else { return 1 }
    guard usable < high else { return most }
    let share = (usable - low) / (high - low)
    return 1 + (most - 1) * share * share * (3 - 2 * share)
  }
}

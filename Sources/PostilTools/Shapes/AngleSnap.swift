import Foundation
public import PostilModel

/// Lets lines keep to angles that they are near to.
public struct AngleSnap: Sendable, Hashable {
  /// The angles are multiples of this, in radians.
  public let step: Double
  /// How far a line may be from one of them to be brought to it, in radians; infinite for always.
  public let reach: Double

  /// Makes a snap.
  ///
  /// - Parameters:
  ///   - step: Brought into 0.01…π (NaN: a twelfth of a half turn).
  ///   - reach: Below 0 and NaN count as 0.
  public init(step: Double = .pi / 12, reach: Double = .infinity) {
    self.step = step.limited(to: 0.01...(.pi), default: .pi / 12)
    self.reach = reach.limited(to: 0...(.infinity), default: 0)
  }

  /// Every 15 degrees, wherever the line is.
  public static let always = AngleSnap()
  /// Every 45 degrees, for lines that are within 4 degrees of them.
  public static let near = AngleSnap(step: .pi / 4, reach: .pi / 45)

  /// The point nearest to the end of a line at which it has such an angle; the end itself if it is too far from all of them.
  public func end(of start: PagePoint, to end: PagePoint) -> PagePoint {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    guard dx != 0 || dy != 0 else { return end }
    let angle = atan2(dy, dx)
    let turns = (angle / step).rounded()
    let snapped = turns * step
    guard abs(snapped - angle) <= reach else { return end }
    let (ux, uy) = (Self.exact(cos(snapped)), Self.exact(sin(snapped)))
    let length = dx * ux + dy * uy
    return start.offset(dx: length * ux, dy: length * uy)
  }

  /// So that what is upright or level is so to the last digit.
  private static func exact(_ value: Double) -> Double { abs(value) < 1e-12 ? 0 : value }
}

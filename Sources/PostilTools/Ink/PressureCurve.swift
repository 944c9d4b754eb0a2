import Foundation

/// How the pressure of a pen becomes the width of a stroke.
public struct PressureCurve: Sendable, Hashable {
  /// The width at no pressure, in multiples of the line width, 0…10.
  public var lightest: Double
  /// The width at full pressure, in multiples of the line width, 0…10.
  public var heaviest: Double
  /// How little pressure it takes, -1…1: at 0 the width grows evenly, above that a light hand draws wide, below it only a heavy one.
  public var softness: Double

  /// Makes a curve. Values out of range count as the nearest in it, NaN as the default.
  public init(lightest: Double = 0.2, heaviest: Double = 1.8, softness: Double = 0) {
    self.lightest = lightest
    self.heaviest = heaviest
    self.softness = softness
  }

  /// Grows evenly, from a fifth of the line width to nearly twice, the line width itself at half of the pressure.
  public static let even = PressureCurve()
  /// For a light hand.
  public static let soft = PressureCurve(softness: 0.6)
  /// For a heavy hand.
  public static let firm = PressureCurve(softness: -0.6)

  /// How wide a stroke is at a pressure, in multiples of the line width, rounded to thousandths.
  ///
  /// - Parameter pressure: 0…1; what is out of range counts as the nearest in it, NaN as the half.
  public func width(at pressure: Double) -> Double {
    let usable = pressure.limited(to: 0...1, default: 0.5)
    let (low, high) = (lightest.limited(to: 0...10, default: 0.2), heaviest.limited(to: 0...10, default: 1.8))
    let bend = exp2(-2 * softness.limited(to: -1...1, default: 0))
    let share = bend == 1 ? usable : pow(usable, bend)
    return ((low + (high - low) * share) * 1000).rounded() / 1000
  }
}

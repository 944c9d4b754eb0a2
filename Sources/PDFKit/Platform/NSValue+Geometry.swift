public import Foundation

/// The names that programs for iOS use.
extension NSValue {
  /// Holds a point.
  public convenience init(cgPoint: CGPoint) { self.init(point: cgPoint) }

  /// Holds a rectangle.
  public convenience init(cgRect: CGRect) { self.init(rect: cgRect) }

  /// The point.
  public var cgPointValue: CGPoint { pointValue }

  /// The rectangle.
  public var cgRectValue: CGRect { rectValue }
}

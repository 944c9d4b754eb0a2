/// The size of a view or of something in it: pixels where a page is rendered, the units in which windows are
/// measured ("logical pixels") in view models.
public struct ViewSize: Sendable, Hashable, Codable {
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// Makes a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No size.
  public static let zero = ViewSize(width: 0, height: 0)
}

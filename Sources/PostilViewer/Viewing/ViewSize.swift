/// The size of a view or of something in it, in the units in which windows are measured ("logical pixels").
public struct ViewSize: Sendable, Hashable, Codable {
  /// The width, in units of the view.
  public var width: Double
  /// The height, in units of the view.
  public var height: Double

  /// Makes a size, in units of the view.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No size.
  public static let zero = ViewSize(width: 0, height: 0)
}

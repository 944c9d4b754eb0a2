/// A turn of a page by a multiple of 90 degrees, clockwise as the reader sees it
/// (`/Rotate`, ISO 32000-2, 7.7.3.3).
public enum PageRotation: Int, Sendable, Hashable, Codable, CaseIterable {
  /// Upright.
  case none = 0
  /// A quarter turn clockwise.
  case clockwise90 = 90
  /// Upside down.
  case clockwise180 = 180
  /// Three quarter turns clockwise: a quarter turn counterclockwise.
  case clockwise270 = 270

  /// A quarter turn counterclockwise.
  public static let counterclockwise90 = PageRotation.clockwise270

  /// Makes the turn from any multiple of 90, negative ones too; `nil` for other numbers.
  public init?(degrees: Int) {
    self.init(rawValue: ((degrees % 360) + 360) % 360)
  }

  /// The clockwise angle: 0, 90, 180 or 270.
  public var degrees: Int { rawValue }

  /// Whether width and height change places.
  public var isSideways: Bool { self == .clockwise90 || self == .clockwise270 }

  /// The turn that takes this one back.
  public var inverse: PageRotation { .none - self }

  /// One turn after the other.
  public static func + (a: PageRotation, b: PageRotation) -> PageRotation {
    PageRotation(degrees: a.degrees + b.degrees) ?? .none
  }

  /// The turn that leads from `b` to `a`.
  public static func - (a: PageRotation, b: PageRotation) -> PageRotation {
    PageRotation(degrees: a.degrees - b.degrees) ?? .none
  }
}

/// An annotation's flags (`/F`, ISO 32000-2, table 167).
public struct AnnotationFlags: OptionSet, Sendable, Hashable, Codable {
  /// The bits as the file has them.
  public let rawValue: Int
  /// Makes flags from the bits as the file has them.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Not shown if no handler for its type is there.
  public static let invisible = AnnotationFlags(rawValue: 1 << 0)
  /// Neither shown nor printed.
  public static let hidden = AnnotationFlags(rawValue: 1 << 1)
  /// Printed with the page.
  public static let print = AnnotationFlags(rawValue: 1 << 2)
  /// Not scaled with the page.
  public static let noZoom = AnnotationFlags(rawValue: 1 << 3)
  /// Not turned with the page.
  public static let noRotate = AnnotationFlags(rawValue: 1 << 4)
  /// Not shown on screen.
  public static let noView = AnnotationFlags(rawValue: 1 << 5)
  /// The reader cannot interact with it.
  public static let readOnly = AnnotationFlags(rawValue: 1 << 6)
  /// It cannot be deleted or changed by a reader.
  public static let locked = AnnotationFlags(rawValue: 1 << 7)
  /// Shown the other way round from ``noView`` on certain events.
  public static let toggleNoView = AnnotationFlags(rawValue: 1 << 8)
  /// Its contents cannot be changed by a reader.
  public static let lockedContents = AnnotationFlags(rawValue: 1 << 9)
}

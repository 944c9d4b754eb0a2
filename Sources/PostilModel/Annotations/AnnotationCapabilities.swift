/// What can be done with an annotation. Text, author, dates and flags of any annotation can be changed, and
/// any annotation can be removed: neither needs a capability. Only flags forbid it (``Annotation/isLocked``,
/// ``AnnotationFlags/lockedContents``), and form fields have no author.
public struct AnnotationCapabilities: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: Int
  /// Makes a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Postil draws it. Others are shown as the file has them.
  public static let drawn = AnnotationCapabilities(rawValue: 1 << 0)
  /// New ones can be added, copies of it as well.
  public static let added = AnnotationCapabilities(rawValue: 1 << 1)
  /// Its style and what it draws can be changed.
  public static let restyled = AnnotationCapabilities(rawValue: 1 << 2)
  /// It can be moved on its page.
  public static let moved = AnnotationCapabilities(rawValue: 1 << 3)
  /// It can be fitted into another rectangle.
  public static let resized = AnnotationCapabilities(rawValue: 1 << 4)
  /// An eraser can rub out a part of it. A line with leader lines goes as a whole all the same.
  public static let erasedInParts = AnnotationCapabilities(rawValue: 1 << 5)
  /// An eraser that touches it takes all of it away.
  public static let erasedWhole = AnnotationCapabilities(rawValue: 1 << 6)
  /// Clearing the page removes it.
  public static let cleared = AnnotationCapabilities(rawValue: 1 << 7)

  /// It can be turned by quarters.
  public static let turned = AnnotationCapabilities(rawValue: 1 << 8)

  /// Everything.
  public static let all: AnnotationCapabilities = [
    .drawn, .added, .restyled, .moved, .resized, .erasedInParts, .erasedWhole, .cleared, .turned,
  ]
}

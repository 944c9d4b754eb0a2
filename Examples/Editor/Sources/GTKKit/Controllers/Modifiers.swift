import CGTK

/// Keys and buttons that are held.
public struct Modifiers: OptionSet, Sendable {
  /// GDK's bits.
  public let rawValue: UInt32

  /// Makes a set of GDK's bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Shift.
  public static let shift = Modifiers(rawValue: GDK_SHIFT_MASK.rawValue)
  /// Control.
  public static let control = Modifiers(rawValue: GDK_CONTROL_MASK.rawValue)
  /// Alt.
  public static let alt = Modifiers(rawValue: GDK_ALT_MASK.rawValue)
  /// The buttons of a mouse besides the left one, and those on a pen.
  public static let otherButtons = Modifiers(rawValue: GDK_BUTTON2_MASK.rawValue | GDK_BUTTON3_MASK.rawValue)
}

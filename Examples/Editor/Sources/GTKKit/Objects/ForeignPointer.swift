import CGTK

/// An argument of a signal that has no Swift object: an object, an event or a structure of GTK.
public struct ForeignPointer: ValueConvertible {
  /// The pointer; valid while the signal's handler runs.
  public let pointer: UnsafeMutableRawPointer?

  /// Reads an object, a boxed structure or a pointer.
  public init?(_ value: UnsafePointer<GValue>) {
    if g_type_check_value_holds(value, GType(80)) != 0 {
      pointer = g_value_get_object(value)
    } else if Fundamental.of(value) == Fundamental.boxed {
      pointer = g_value_get_boxed(value)
    } else {
      guard g_value_fits_pointer(value) != 0 else { return nil }
      pointer = g_value_peek_pointer(value)
    }
  }

  /// Stores an object or a structure.
  public func store(in value: UnsafeMutablePointer<GValue>) {
    if g_type_check_value_holds(value, GType(80)) != 0 { g_value_set_object(value, pointer) }
  }
}

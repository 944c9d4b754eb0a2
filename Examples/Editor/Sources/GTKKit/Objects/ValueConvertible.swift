import CGTK

/// A type of properties, and of arguments of signals.
public protocol ValueConvertible {
  /// Reads a value; `nil` if it is of another kind.
  init?(_ value: UnsafePointer<GValue>)
  /// Puts it into a value whose type is set already.
  func store(in value: UnsafeMutablePointer<GValue>)
}

/// GLib's fundamental types, which are macros in C.
enum Fundamental {
  private static func number(_ place: GType) -> GType { place << 2 }
  static let bool = number(5)
  static let int = number(6)
  static let uint = number(7)
  static let long = number(8)
  static let ulong = number(9)
  static let int64 = number(10)
  static let uint64 = number(11)
  static let `enum` = number(12)
  static let flags = number(13)
  static let float = number(14)
  static let double = number(15)
  static let string = number(16)
  static let pointer = number(17)
  static let boxed = number(18)

  static func of(_ value: UnsafePointer<GValue>) -> GType { g_type_fundamental(value.pointee.g_type) }
}

extension Bool: ValueConvertible {
  /// Reads a truth value.
  public init?(_ value: UnsafePointer<GValue>) {
    guard Fundamental.of(value) == Fundamental.bool else { return nil }
    self = g_value_get_boolean(value) != 0
  }

  /// Stores a truth value.
  public func store(in value: UnsafeMutablePointer<GValue>) {
    guard Fundamental.of(value) == Fundamental.bool else { return }
    g_value_set_boolean(value, self ? 1 : 0)
  }
}

extension Double: ValueConvertible {
  /// Reads a number with a fraction.
  public init?(_ value: UnsafePointer<GValue>) {
    switch Fundamental.of(value) {
    case Fundamental.double: self = g_value_get_double(value)
    case Fundamental.float: self = Double(g_value_get_float(value))
    default: return nil
    }
  }

  /// Stores a number with a fraction.
  public func store(in value: UnsafeMutablePointer<GValue>) {
    switch Fundamental.of(value) {
    case Fundamental.double: g_value_set_double(value, self)
    case Fundamental.float: g_value_set_float(value, Float(self))
    default: break
    }
  }
}

extension Int: ValueConvertible {
  /// Reads a whole number, an enumeration or flags.
  public init?(_ value: UnsafePointer<GValue>) {
    switch Fundamental.of(value) {
    case Fundamental.int: self = Int(g_value_get_int(value))
    case Fundamental.uint: self = Int(g_value_get_uint(value))
    case Fundamental.long: self = g_value_get_long(value)
    case Fundamental.ulong: self = Int(clamping: g_value_get_ulong(value))
    case Fundamental.int64: self = Int(g_value_get_int64(value))
    case Fundamental.uint64: self = Int(clamping: g_value_get_uint64(value))
    case Fundamental.enum: self = Int(g_value_get_enum(value))
    case Fundamental.flags: self = Int(g_value_get_flags(value))
    default: return nil
    }
  }

  /// Stores a whole number, an enumeration or flags.
  public func store(in value: UnsafeMutablePointer<GValue>) {
    switch Fundamental.of(value) {
    case Fundamental.int: g_value_set_int(value, Int32(clamping: self))
    case Fundamental.uint: g_value_set_uint(value, UInt32(clamping: self))
    case Fundamental.long: g_value_set_long(value, self)
    case Fundamental.ulong: g_value_set_ulong(value, UInt(clamping: self))
    case Fundamental.int64: g_value_set_int64(value, gint64(self))
    case Fundamental.uint64: g_value_set_uint64(value, guint64(clamping: self))
    case Fundamental.enum: g_value_set_enum(value, Int32(clamping: self))
    case Fundamental.flags: g_value_set_flags(value, UInt32(clamping: self))
    default: break
    }
  }
}

extension String: ValueConvertible {
  /// Reads a text; the empty one where there is none.
  public init?(_ value: UnsafePointer<GValue>) {
    guard Fundamental.of(value) == Fundamental.string else { return nil }
    self = g_value_get_string(value).map { String(cString: $0) } ?? ""
  }

  /// Stores a text.
  public func store(in value: UnsafeMutablePointer<GValue>) {
    guard Fundamental.of(value) == Fundamental.string else { return }
    g_value_set_string(value, self)
  }
}

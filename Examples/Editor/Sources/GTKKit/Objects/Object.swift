import CGTK

/// A GObject and its Swift side, which live and die together: as long as either GTK or Swift holds one of
/// them, both are there. So state in a subclass needs nobody to keep it while the widget is in a window.
///
/// A closure that a widget's signal calls is held by the widget: take `self` into it weakly or unowned,
/// else neither is ever freed.
@MainActor
open class Object {
  /// The GObject in C.
  public let handle: UnsafeMutableRawPointer
  private var isHeldByGTK = false
  var connections: [gulong] = []
  var observers: [Observer] = []

  /// Takes over an object that was just made: its floating reference, or the caller's own.
  public init(owning handle: UnsafeMutableRawPointer) {
    self.handle = handle
    if g_object_is_floating(handle) != 0 { g_object_ref_sink(handle) }
    bind()
  }

  /// Takes over an object that was just made, whose inside C hides.
  public init(owning handle: OpaquePointer) {
    self.handle = UnsafeMutableRawPointer(handle)
    if g_object_is_floating(self.handle) != 0 { g_object_ref_sink(self.handle) }
    bind()
  }

  /// Joins an object that GTK owns, such as a window.
  public init(borrowing handle: UnsafeMutableRawPointer) {
    self.handle = handle
    g_object_ref_sink(handle)
    bind()
  }

  isolated deinit {
    let object: UnsafeMutablePointer<GObject> = c()
    for id in connections where g_signal_handler_is_connected(handle, id) != 0 {
      g_signal_handler_disconnect(handle, id)
    }
    g_object_set_qdata(object, Self.key, nil)
    g_object_remove_toggle_ref(object, Self.toggle, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The Swift side of an object, if it has one.
  public static func side(of handle: UnsafeMutableRawPointer?) -> Object? {
    guard let handle else { return nil }
    let object = handle.assumingMemoryBound(to: GObject.self)
    return g_object_get_qdata(object, key).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The object as C wants it where it shows what is inside.
  public func c<T>() -> UnsafeMutablePointer<T> { handle.assumingMemoryBound(to: T.self) }

  /// The object as C wants it where it hides what is inside.
  public func c() -> OpaquePointer { OpaquePointer(handle) }

  // A string of Swift does not outlast the call, so GLib must not take it for one that does.
  private static let key = g_quark_from_string("postil-swift-side")

  private func bind() {
    let side = Unmanaged.passUnretained(self).toOpaque()
    g_object_set_qdata(c(), Self.key, side)
    g_object_add_toggle_ref(c(), Self.toggle, side)
    // The reference of the toggle is the one that counts from here on.
    g_object_unref(handle)
    let object: UnsafeMutablePointer<GObject> = c()
    if object.pointee.ref_count > 1 { Self.toggle(side, object, 0) }
  }

  /// GTK holds the Swift side exactly while it holds the object.
  private static let toggle: GToggleNotify = { side, _, isLast in
    guard let side else { return }
    let unmanaged = Unmanaged<Object>.fromOpaque(side)
    let object = unmanaged.takeUnretainedValue()
    if isLast == 0, !object.isHeldByGTK {
      object.isHeldByGTK = true
      _ = unmanaged.retain()
    } else if isLast != 0, object.isHeldByGTK {
      object.isHeldByGTK = false
      unmanaged.release()
    }
  }
}

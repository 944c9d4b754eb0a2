import CGTK

/// A GObject and its Swift object, which have the same lifetime: while GTK or Swift has a reference to one of them, both exist.
/// So the state of a subclass lives as long as the widget is in a window.
///
/// A widget retains the closures that are connected to its signals: capture `self` weakly or unowned in them, to avoid a
/// reference cycle.
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

  /// Takes over an object that was just made, whose C type is opaque.
  public init(owning handle: OpaquePointer) {
    self.handle = UnsafeMutableRawPointer(handle)
    if g_object_is_floating(self.handle) != 0 { g_object_ref_sink(self.handle) }
    bind()
  }

  /// Wraps an object that GTK owns, such as a window.
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

  /// The Swift object of a GObject, if it has one.
  public static func wrapper(of handle: UnsafeMutableRawPointer?) -> Object? {
    guard let handle else { return nil }
    let object = handle.assumingMemoryBound(to: GObject.self)
    return g_object_get_qdata(object, key).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The object as a pointer to a C structure.
  public func c<T>() -> UnsafeMutablePointer<T> { handle.assumingMemoryBound(to: T.self) }

  /// The object as a pointer to an opaque C type.
  public func c() -> OpaquePointer { OpaquePointer(handle) }

  // Not `g_quark_from_static_string`: the pointer to a Swift string is valid during the call only.
  private static let key = g_quark_from_string("postil-swift-side")

  private func bind() {
    let side = Unmanaged.passUnretained(self).toOpaque()
    g_object_set_qdata(c(), Self.key, side)
    g_object_add_toggle_ref(c(), Self.toggle, side)
    // From here on the toggle reference is the one that keeps the object.
    g_object_unref(handle)
    let object: UnsafeMutablePointer<GObject> = c()
    if object.pointee.ref_count > 1 { Self.toggle(side, object, 0) }
  }

  /// Retains the Swift object exactly as long as GTK has references to the GObject.
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

import CGTK

extension Widget {
  /// Calls a closure after every frame that was painted in the widget's window. Returns `nil` while it is in none.
  @discardableResult
  public func afterPaint(_ handler: @escaping @MainActor () -> Void) -> SignalConnection? {
    frameClock?.on("after-paint", handler)
  }

  /// Calls a closure at the beginning of every frame of the widget's window, after the events before it were delivered. Returns
  /// `nil` while it is in none.
  @discardableResult
  public func beforePaint(_ handler: @escaping @MainActor () -> Void) -> SignalConnection? {
    frameClock?.on("before-paint", handler)
  }

  var frameClock: Object? {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return nil }
    let handle = UnsafeMutableRawPointer(clock)
    return Object.wrapper(of: handle) ?? Object(borrowing: handle)
  }

  /// The type of the window's renderer ("GskCairoRenderer", "GskGLRenderer"); `nil` while it is in no window.
  public var rendererName: String? {
    guard let native = gtk_widget_get_native(widget), let renderer = gtk_native_get_renderer(native),
      let name = g_type_name_from_instance(
        UnsafeMutableRawPointer(renderer).assumingMemoryBound(to: GTypeInstance.self))
    else { return nil }
    return String(cString: name)
  }
}

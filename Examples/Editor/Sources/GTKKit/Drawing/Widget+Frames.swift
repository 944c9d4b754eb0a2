import CGTK

extension Widget {
  /// Calls a closure after every frame that was painted in the widget's window. `nil` while it is in none.
  @discardableResult
  public func afterPaint(_ handler: @escaping @MainActor () -> Void) -> SignalConnection? {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return nil }
    let handle = UnsafeMutableRawPointer(clock)
    let object = Object.side(of: handle) ?? Object(borrowing: handle)
    return object.on("after-paint", handler)
  }

  /// What paints the widget's window ("GskCairoRenderer", "GskGLRenderer"); `nil` while it is in none.
  public var rendererName: String? {
    guard let native = gtk_widget_get_native(widget), let renderer = gtk_native_get_renderer(native),
      let name = g_type_name_from_instance(
        UnsafeMutableRawPointer(renderer).assumingMemoryBound(to: GTypeInstance.self))
    else { return nil }
    return String(cString: name)
  }
}

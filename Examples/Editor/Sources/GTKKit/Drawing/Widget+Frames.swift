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

  /// When what is painted next is likely to be on the screen, in seconds of the clock of `MainLoop.now`.
  public var nextPresentation: Double {
    let now = MainLoop.now
    guard let clock = gtk_widget_get_frame_clock(widget),
      let timings = gdk_frame_clock_get_current_timings(clock)
    else { return now + 1.0 / 60 }
    let interval = Double(gdk_frame_timings_get_refresh_interval(timings)) / 1_000_000
    // Not every system tells; then the next refresh is as far as can be seen.
    let told = Double(gdk_frame_timings_get_predicted_presentation_time(timings)) / 1_000_000
    return told > now ? told : now + (interval > 0 ? interval : 1.0 / 60)
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

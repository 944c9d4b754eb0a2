import CGTK

/// Something that is done in every frame, until it is stopped.
public final class FrameTask {
  private weak var owner: Widget?
  private var id: guint = 0
  private let work: (Double) -> Bool

  /// Begins to do something in every frame of a widget's window; it is given the time of the frame in
  /// seconds, and says whether to go on.
  public init(_ owner: Widget, _ work: @escaping @MainActor (_ seconds: Double) -> Bool) {
    self.owner = owner
    self.work = work
    let box = Unmanaged.passRetained(self).toOpaque()
    id = gtk_widget_add_tick_callback(
      owner.widget,
      { _, clock, box in
        guard let box else { return 0 }
        let task = Unmanaged<FrameTask>.fromOpaque(box).takeUnretainedValue()
        let goesOn = task.work(Double(gdk_frame_clock_get_frame_time(clock)) / 1_000_000)
        if !goesOn { task.id = 0 }
        return goesOn ? 1 : 0
      }, box,
      { box in
        if let box { Unmanaged<FrameTask>.fromOpaque(box).release() }
      })
  }

  /// Whether it still goes on.
  public var isRunning: Bool { id != 0 && owner != nil }

  /// Ends it.
  public func stop() {
    if let owner, id != 0 { gtk_widget_remove_tick_callback(owner.widget, id) }
    id = 0
  }
}

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

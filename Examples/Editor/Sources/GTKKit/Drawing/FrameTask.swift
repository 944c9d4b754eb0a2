import CGTK

/// A closure that is called in every frame, until it is stopped.
public final class FrameTask {
  private weak var owner: Widget?
  private var id: guint = 0
  private let work: (Double) -> Bool

  /// Begins to call a closure in every frame of a widget's window, with the time of the frame in seconds. The closure returns
  /// whether to continue.
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

  /// Whether the closure is still called.
  public var isRunning: Bool { id != 0 && owner != nil }

  /// Ends it.
  public func stop() {
    if let owner, id != 0 { gtk_widget_remove_tick_callback(owner.widget, id) }
    id = 0
  }
}

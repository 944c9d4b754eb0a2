import CGTK

/// An input event; valid while its handler runs.
public struct Event {
  /// The event in C.
  public let pointer: OpaquePointer

  /// The kind of device that it comes from.
  public enum Device: Sendable {
    /// A mouse.
    case mouse
    /// A touchpad.
    case touchpad
    /// A finger on the screen.
    case touch
    /// A pen.
    case pen
    /// The other end of a pen.
    case eraser
    /// Anything else.
    case other
  }

  /// The kind of device that it comes from.
  public var device: Device {
    if let tool = gdk_event_get_device_tool(pointer) {
      return gdk_device_tool_get_tool_type(tool) == GDK_DEVICE_TOOL_TYPE_ERASER ? .eraser : .pen
    }
    guard let device = gdk_event_get_device(pointer) else { return .other }
    switch gdk_device_get_source(device) {
    case GDK_SOURCE_MOUSE, GDK_SOURCE_TRACKPOINT: return .mouse
    case GDK_SOURCE_TOUCHPAD: return .touchpad
    case GDK_SOURCE_TOUCHSCREEN: return .touch
    case GDK_SOURCE_PEN: return .pen
    default: return .other
    }
  }

  /// When it happened, in seconds of a clock with any origin; 0 if that is not known.
  public var time: Double { Double(gdk_event_get_time(pointer)) / 1000 }

  /// The ages of the event and of its history, in seconds, the oldest first, to a millisecond. Events whose clock is not the
  /// system's are left out.
  public var ages: [Double] {
    let now = UInt32(truncatingIfNeeded: g_get_monotonic_time() / 1000)
    return (history.map(\.time) + [time]).compactMap { time in
      let milliseconds = now &- UInt32(truncatingIfNeeded: Int((time * 1000).rounded()))
      return milliseconds < 10_000 ? Double(milliseconds) / 1000 : nil
    }
  }

  private var hasHistory: Bool {
    [GDK_MOTION_NOTIFY, GDK_SCROLL].contains(gdk_event_get_event_type(pointer))
  }

  /// Where it happened, in the window's surface.
  public var surfacePoint: Point? {
    var (x, y) = (0.0, 0.0)
    guard gdk_event_get_position(pointer, &x, &y) != 0 else { return nil }
    return Point(x: x, y: y)
  }

  /// The pressure of a pen, 0 to 1; `nil` if the device does not report it.
  public var pressure: Double? {
    // Only devices with a tool report it: a mouse has the axis too, without a value. Movements that GTK synthesizes have no
    // axes at all, which `gdk_event_get_axis` does not check.
    var (axes, count): (UnsafeMutablePointer<Double>?, guint) = (nil, 0)
    let place = Int(GDK_AXIS_PRESSURE.rawValue)
    guard let tool = gdk_event_get_device_tool(pointer),
      gdk_device_tool_get_axes(tool).rawValue & GDK_AXIS_FLAG_PRESSURE.rawValue != 0,
      gdk_event_get_axes(pointer, &axes, &count) != 0, let axes, place < Int(count)
    else { return nil }
    return axes[place]
  }

  /// The positions of the pointer since the last frame, without that of this event: GTK compresses the movements of a frame
  /// into one event. In the window's surface.
  public var history: [Sample] {
    var count: guint = 0
    guard hasHistory, let list = gdk_event_get_history(pointer, &count) else { return [] }
    defer { g_free(list) }
    return (0..<Int(count)).map { Sample(list[$0]) }
  }

  /// An earlier position of the pointer.
  public struct Sample: Sendable, Hashable {
    /// Where, in the window's surface.
    public var point: Point
    /// The pressure of a pen, 0 to 1; `nil` if the device does not report it.
    public var pressure: Double?
    /// When, in seconds, by the clock of `Event.time`.
    public var time: Double

    init(_ sample: GdkTimeCoord) {
      var sample = sample
      (point, pressure) = withUnsafeBytes(of: &sample.axes) { bytes in
        let axes = bytes.bindMemory(to: Double.self)
        let hasPressure = sample.flags.rawValue & GDK_AXIS_FLAG_PRESSURE.rawValue != 0
        return (
          Point(x: axes[Int(GDK_AXIS_X.rawValue)], y: axes[Int(GDK_AXIS_Y.rawValue)]),
          hasPressure ? axes[Int(GDK_AXIS_PRESSURE.rawValue)] : nil
        )
      }
      time = Double(sample.time) / 1000
    }
  }
}

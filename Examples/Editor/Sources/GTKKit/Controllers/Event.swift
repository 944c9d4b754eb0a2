import CGTK

/// Something that a person did; good while its handler runs.
public struct Event {
  /// The event in C.
  public let pointer: OpaquePointer

  /// What it was done with.
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

  /// What it was done with.
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

  /// When it happened, in seconds of a clock that begins anywhere; 0 if that is not known.
  public var time: Double { Double(gdk_event_get_time(pointer)) / 1000 }

  /// How long ago it and those of its history happened, in seconds, the oldest first: to a millisecond, which is what
  /// events are counted in. Without those whose clock is not the system's.
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

  /// How hard a pen presses, 0 to 1; `nil` if the device does not say.
  public var pressure: Double? {
    // Only what has a tool says so: a mouse has the axis too, and nothing on it. Movements that GTK makes up have no axes
    // at all, which `gdk_event_get_axis` does not expect.
    var (axes, count): (UnsafeMutablePointer<Double>?, guint) = (nil, 0)
    let place = Int(GDK_AXIS_PRESSURE.rawValue)
    guard let tool = gdk_event_get_device_tool(pointer),
      gdk_device_tool_get_axes(tool).rawValue & GDK_AXIS_FLAG_PRESSURE.rawValue != 0,
      gdk_event_get_axes(pointer, &axes, &count) != 0, let axes, place < Int(count)
    else { return nil }
    return axes[place]
  }

  /// The places that the pointer went through on its way to this one, without it: only the last of all that were
  /// reported since the last frame is an event of its own. Places are in the window's surface.
  public var history: [Sample] {
    var count: guint = 0
    guard hasHistory, let list = gdk_event_get_history(pointer, &count) else { return [] }
    defer { g_free(list) }
    return (0..<Int(count)).map { Sample(list[$0]) }
  }

  /// A place that the pointer went through.
  public struct Sample: Sendable, Hashable {
    /// Where, in the window's surface.
    public var point: Point
    /// How hard a pen pressed, 0 to 1; `nil` if the device does not say.
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

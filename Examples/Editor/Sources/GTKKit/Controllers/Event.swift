import CGTK
import Foundation

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
    // On an X server the device of an event of a finger is the one that all pointers are.
    if kind.isTouch { return .touch }
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

  /// When it happened, in seconds of the clock of `MainLoop.now`; now if its clock is another.
  public var moment: Double { Self.moment(gdk_event_get_time(pointer)) }

  /// The age at a time of the system's clock, in milliseconds; `nil` if it is of another clock.
  nonisolated private static func age(_ time: UInt32, at now: gint64) -> gint64? {
    let age = UInt32(truncatingIfNeeded: now) &- time
    return age < 10_000 ? gint64(age) : nil
  }

  nonisolated private static func moment(_ time: UInt32) -> Double {
    let now = g_get_monotonic_time() / 1000
    return Double(now - (age(time, at: now) ?? 0)) / 1000
  }

  /// The ages of the event and of its history, in seconds, the oldest first, to a millisecond. Events whose clock is not the
  /// system's are left out.
  public var ages: [Double] {
    let now = g_get_monotonic_time() / 1000
    return (history.map(\.time) + [time]).compactMap { time in
      Self.age(UInt32(truncatingIfNeeded: Int((time * 1000).rounded())), at: now).map { Double($0) / 1000 }
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

  /// What it tells of.
  public enum Kind: Sendable {
    /// A finger is put down, moves, is lifted; the system took the finger away.
    case touchBegin, touchUpdate, touchEnd, touchCancel
    /// A button is pressed, or released; the tip of a pen is one.
    case press, release
    /// A pointer moves.
    case motion
    /// A pen comes near, or leaves.
    case proximityIn, proximityOut
    /// Anything else.
    case other

    /// Whether it is of a finger.
    public var isTouch: Bool { [.touchBegin, .touchUpdate, .touchEnd, .touchCancel].contains(self) }
  }

  /// What it tells of.
  public var kind: Kind {
    switch gdk_event_get_event_type(pointer) {
    case GDK_TOUCH_BEGIN: .touchBegin
    case GDK_TOUCH_UPDATE: .touchUpdate
    case GDK_TOUCH_END: .touchEnd
    case GDK_TOUCH_CANCEL: .touchCancel
    case GDK_BUTTON_PRESS: .press
    case GDK_BUTTON_RELEASE: .release
    case GDK_MOTION_NOTIFY: .motion
    case GDK_PROXIMITY_IN: .proximityIn
    case GDK_PROXIMITY_OUT: .proximityOut
    default: .other
    }
  }

  /// Tells the fingers apart that are on the screen at once; `nil` if it is of none.
  public var finger: Int? {
    guard kind.isTouch else { return nil }
    return Int(bitPattern: gdk_event_get_event_sequence(pointer))
  }

  /// The button that was pressed or released: 1 the left one and the tip of a pen, 2 the middle, 3 the right one; 0 if none was.
  public var button: Int {
    kind == .press || kind == .release ? Int(gdk_button_event_get_button(pointer)) : 0
  }

  /// The keys and buttons that were held before it.
  public var modifiers: Modifiers { Modifiers(rawValue: gdk_event_get_modifier_state(pointer).rawValue) }

  /// The pressure of a pen, 0 to 1; `nil` if the device does not report it.
  public var pressure: Double? { axis(GDK_AXIS_PRESSURE, GDK_AXIS_FLAG_PRESSURE) }

  /// How far a pen leans from upright, in radians; `nil` if the device does not report it.
  public var tilt: Double? {
    Self.tilt(axis(GDK_AXIS_XTILT, GDK_AXIS_FLAG_XTILT), axis(GDK_AXIS_YTILT, GDK_AXIS_FLAG_YTILT))
  }

  /// Both axes go to 1 where the pen lies.
  nonisolated fileprivate static func tilt(_ x: Double?, _ y: Double?) -> Double? {
    guard x != nil || y != nil else { return nil }
    func slope(_ axis: Double?) -> Double { tan(min(max(axis ?? 0, -1), 1) * 89 / 180 * .pi) }
    return atan(hypot(slope(x), slope(y)))
  }

  /// The value of an axis of a pen; `nil` if it does not report it.
  private func axis(_ use: GdkAxisUse, _ flag: GdkAxisFlags) -> Double? {
    // Only devices with a tool report it: a mouse has the axis too, without a value. Movements that GTK synthesizes have no
    // axes at all, which `gdk_event_get_axis` does not check.
    var (axes, count): (UnsafeMutablePointer<Double>?, guint) = (nil, 0)
    let place = Int(use.rawValue)
    guard let tool = gdk_event_get_device_tool(pointer), gdk_event_get_axes(pointer, &axes, &count) != 0,
      let axes, place < Int(count)
    else { return nil }
    return Self.value(axes[place], flag, of: gdk_device_tool_get_axes(tool))
  }

  /// On an X server tools have no list of their axes: there a value tells that there is one, which is 0 without.
  nonisolated fileprivate static func value(_ value: Double, _ flag: GdkAxisFlags, of axes: GdkAxisFlags)
    -> Double?
  {
    let places = axes.rawValue & ~(GDK_AXIS_FLAG_X.rawValue | GDK_AXIS_FLAG_Y.rawValue)
    return places & flag.rawValue != 0 || places == 0 && value != 0 ? value : nil
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
    /// How far a pen leans from upright, in radians; `nil` if the device does not report it.
    public var tilt: Double?
    /// When, in seconds, by the clock of `Event.time`.
    public var time: Double
    /// When, by the clock of `MainLoop.now`; as `Event.moment`.
    public var moment: Double

    init(_ sample: GdkTimeCoord) {
      var sample = sample
      let flags = sample.flags
      (point, pressure, tilt) = withUnsafeBytes(of: &sample.axes) { bytes in
        let axes = bytes.bindMemory(to: Double.self)
        func value(_ use: GdkAxisUse, _ flag: GdkAxisFlags) -> Double? {
          Event.value(axes[Int(use.rawValue)], flag, of: flags)
        }
        return (
          Point(x: axes[Int(GDK_AXIS_X.rawValue)], y: axes[Int(GDK_AXIS_Y.rawValue)]),
          value(GDK_AXIS_PRESSURE, GDK_AXIS_FLAG_PRESSURE),
          Event.tilt(value(GDK_AXIS_XTILT, GDK_AXIS_FLAG_XTILT), value(GDK_AXIS_YTILT, GDK_AXIS_FLAG_YTILT))
        )
      }
      time = Double(sample.time) / 1000
      moment = Event.moment(sample.time)
    }
  }
}

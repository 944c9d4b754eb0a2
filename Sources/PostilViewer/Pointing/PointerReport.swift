/// What a device reports of one of its pointers: see ``PointerArbiter``.
public struct PointerReport: Sendable, Hashable {
  /// What kind of device it is.
  public enum Device: Sendable, Hashable, CaseIterable {
    /// The tip of a pen.
    case pen
    /// The other end of a pen.
    case eraser
    /// A finger, or a palm.
    case touch
    /// A mouse or a touchpad.
    case mouse
  }

  /// What it does.
  public enum Phase: Sendable, Hashable, CaseIterable {
    /// It is near the screen, without touching it.
    case hovers
    /// It touches the screen, or its button is pressed.
    case begins
    /// It moves while it touches.
    case moves
    /// It is lifted.
    case ends
    /// The system took it away, or it left the screen's reach.
    case leaves
  }

  /// Tells pointers apart that are there at once.
  public var id: Int
  /// What kind of device it is.
  public var device: Device
  /// What it does.
  public var phase: Phase
  /// Where it is, in units of the view.
  public var position: ViewPoint
  /// When, in seconds of a clock that begins anywhere.
  public var time: Double
  /// The longer diameter of what touches the screen, in units of the view; `nil` for devices that do not tell.
  public var contact: Double?
  /// Whether a button of the pen is pressed.
  public var hasButton: Bool

  /// Makes a report.
  public init(
    id: Int, _ device: Device, _ phase: Phase, at position: ViewPoint, time: Double, contact: Double? = nil,
    hasButton: Bool = false
  ) {
    (self.id, self.device, self.phase, self.position) = (id, device, phase, position)
    (self.time, self.contact, self.hasButton) = (time, contact, hasButton)
  }
}

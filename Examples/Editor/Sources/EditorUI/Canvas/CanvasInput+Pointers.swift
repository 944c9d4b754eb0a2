import GTKKit
import Postil
import PostilViewer

/// Pens, fingers and palms: what each is used for is decided before any gesture gets its events.
extension CanvasInput {
  func connectPointers() {
    filter.onEvent { [weak self] in self?.filtered($0) ?? false }
    canvas.observe { [weak self] in
      guard let self else { return }
      arbiter.fingers = session.palette.fingers
      if session.palette.hasSeenPen { arbiter.hasSeenPen = true }
    }
  }

  /// Takes an event. Returns whether gestures do not get it.
  private func filtered(_ event: Event) -> Bool {
    if event.isOfPen, event.kind == .press || event.kind == .release, event.button > 1 {
      pressedOnPen(event)
      return true
    }
    let id = PointerReport.id(event)
    return PointerReport(event, touches: arbiter.use(of: id) != nil).map { take($0) } ?? false
  }

  /// Takes what a pointer reports. Returns whether gestures do not get it, as of a palm.
  func take(_ report: PointerReport) -> Bool {
    let decision = arbiter.take(report)
    if arbiter.hasSeenPen { session.palette.hasSeenPen = true }
    hoversWithEraser = report.device == .eraser && report.phase != .leaves
    if report.phase == .begins, report.device == .pen || report.device == .eraser {
      penButton?.hasTouched = true
    }
    if !decision.withdrawn.isEmpty {
      // As if it had never begun: whoever pans or pinches with the hand that holds the pen wants none of it.
      if let dragPointer, decision.withdrawn.contains(dragPointer) { giveUp() }
      zoom.reset()
      pinch = nil
    }
    return decision.use == .ignored
  }

  /// Forgets who touches the screen, of whom it may not be told any more; a palm that was never lifted would make a palm of all others.
  func forgetPointers() {
    if mode == .none { arbiter.reset() }
  }

  /// Gives up what the drag began.
  private func giveUp() {
    cancel()
    drag.reset()
    dragPointer = nil
  }

  /// A button of a pen erases while it is held; pressed without touching the page it opens the menu.
  private func pressedOnPen(_ event: Event) {
    if event.kind == .press { return penButton = (event.button, false) }
    guard let (button, hasTouched) = penButton, button == event.button else { return }
    penButton = nil
    if !hasTouched, mode == .none { openMenu(at: pointer) }
  }

  /// What the pointer of the drag is used for.
  var dragUse: PointerUse { dragPointer.flatMap { arbiter.use(of: $0) } ?? .draws }
}

extension Event {
  fileprivate var isOfPen: Bool { device == .pen || device == .eraser }
}

extension PointerReport {
  /// Tells pointers apart: fingers by GDK's numbers, others by their kinds, of which there is one at a time.
  static func id(_ event: Event) -> Int {
    switch event.device {
    case .pen: -1
    case .eraser: -2
    case .touch: event.finger ?? 0
    default: -3
    }
  }

  /// What an event says of a pointer; `nil` if it is about something else. GDK does not tell how large what touches the screen is.
  ///
  /// - Parameter touches: Whether the pointer touches the screen, or its button is pressed.
  fileprivate init?(_ event: Event, touches: Bool) {
    let device: Device =
      switch event.device {
      case .pen: .pen
      case .eraser: .eraser
      case .touch: .touch
      default: .mouse
      }
    let phase: Phase
    switch event.kind {
    case .touchBegin: phase = .begins
    case .press where event.button == 1: phase = .begins
    case .touchUpdate: phase = .moves
    case .touchEnd: phase = .ends
    case .release where event.button == 1: phase = .ends
    case .touchCancel, .proximityOut: phase = .leaves
    case .motion: phase = touches ? .moves : .hovers
    case .proximityIn: phase = .hovers
    default: return nil
    }
    let place = event.surfacePoint ?? Point(x: 0, y: 0)
    self.init(
      id: Self.id(event), device, phase, at: ViewPoint(place), time: event.moment,
      hasButton: !event.modifiers.isDisjoint(with: .otherButtons))
  }
}

/// Decides which pointers draw, which move the page and which are a palm that rests on the screen.
///
/// A viewer asks it for each report of each pointer, before anything else is done with it. What a pointer is used for is decided when it
/// touches the screen, and changes only one way, to `ignored`: when it turns out to be a palm. A palm is large, or comes while a pen is
/// near, or was there shortly before the pen. The pen always draws.
///
/// ```swift
/// let decision = arbiter.take(report)
/// for id in decision.withdrawn { giveUp(id) }
/// if decision.use == .draws { draw(report) }
/// ```
public struct PointerArbiter: Sendable {
  /// What touches the screen on a greater diameter than this is no finger, in units of the view: about 9 mm at 96 units an inch.
  public static let largestFinger = 34.0
  /// For how long after the pen was last near touches are a palm, in seconds.
  static let afterPen = 0.5
  /// A pen that reports nothing for so long has left without a word, as where the system does not tell of that, in seconds.
  static let penSilence = 3.0
  /// What touched the screen at most so long before the pen came is the hand that holds it, in seconds.
  static let beforePen = 0.7
  /// A finger that has moved the page this far is no palm, in units of the view.
  static let clearPan = 24.0

  /// What fingers do.
  public var fingers: FingerUse
  /// Whether a pen was near the screen at any time, also in earlier runs of the program.
  public var hasSeenPen = false
  private var active: [Int: Pointer] = [:]
  private var penTime = -Double.infinity
  private var penIsNear = false

  private struct Pointer {
    var device: PointerReport.Device
    var use: PointerUse
    var start: ViewPoint
    var time: Double
    var distance = 0.0
  }

  /// Makes an arbiter.
  ///
  /// - Parameters:
  ///   - fingers: What fingers do.
  ///   - hasSeenPen: Whether a pen was seen before, in an earlier run of the program, say.
  public init(fingers: FingerUse = .automatic, hasSeenPen: Bool = false) {
    (self.fingers, self.hasSeenPen) = (fingers, hasSeenPen)
  }

  /// What a pointer is used for now; `nil` if it does not touch the screen.
  public func use(of id: Int) -> PointerUse? { active[id]?.use }

  /// Takes a report. O(pointers on the screen).
  public mutating func take(_ report: PointerReport) -> PointerDecision {
    let isPen = report.device == .pen || report.device == .eraser
    let withdrawn = isPen ? penCame(report) : []
    switch report.phase {
    case .hovers: return PointerDecision(nil, withdrawn: withdrawn)
    case .begins:
      let use = use(for: report)
      active[report.id] = Pointer(device: report.device, use: use, start: report.position, time: report.time)
      return PointerDecision(use, withdrawn: withdrawn)
    case .moves: return moved(report, withdrawn)
    case .ends, .leaves:
      let use = active.removeValue(forKey: report.id)?.use
      return PointerDecision(use, withdrawn: withdrawn)
    }
  }

  /// A pen is near: the hand that holds it is no finger.
  private mutating func penCame(_ report: PointerReport) -> [Int] {
    let wasNear = isPenNear(at: report.time)
    hasSeenPen = true
    penTime = report.time
    penIsNear = report.phase != .leaves
    guard report.phase == .begins || !wasNear else { return [] }
    let hand = active.filter { id, pointer in
      guard id != report.id, pointer.device == .touch, pointer.use != .ignored else { return false }
      // A finger that has clearly moved the page goes on, unless the pen is put down.
      if pointer.use == .pans { return report.phase == .begins || pointer.distance < Self.clearPan }
      return report.phase == .begins || report.time - pointer.time < Self.beforePen
    }
    for id in hand.keys { active[id]?.use = .ignored }
    return hand.keys.sorted()
  }

  private func isPenNear(at time: Double) -> Bool {
    let touches = active.values.contains { $0.device == .pen || $0.device == .eraser }
    return touches || time - penTime < (penIsNear ? Self.penSilence : Self.afterPen)
  }

  private func use(for report: PointerReport) -> PointerUse {
    switch report.device {
    case .mouse: .draws
    case .eraser: .erases
    case .pen: report.hasButton ? .erases : .draws
    case .touch: useOfTouch(report)
    }
  }

  private func useOfTouch(_ report: PointerReport) -> PointerUse {
    if isPenNear(at: report.time) || isLarge(report) { return .ignored }
    // Beside a palm that rests there are knuckles.
    let besidesPalm = hasSeenPen && active.values.contains { $0.device == .touch && $0.use == .ignored }
    if besidesPalm { return .ignored }
    switch fingers {
    case .draws: return .draws
    case .pans: return .pans
    case .automatic: return hasSeenPen ? .pans : .draws
    }
  }

  private func isLarge(_ report: PointerReport) -> Bool {
    guard let contact = report.contact else { return false }
    return !(contact <= Self.largestFinger)
  }

  private mutating func moved(_ report: PointerReport, _ withdrawn: [Int]) -> PointerDecision {
    guard var pointer = active[report.id] else { return PointerDecision(nil, withdrawn: withdrawn) }
    pointer.distance = max(pointer.distance, pointer.start.distance(to: report.position))
    var withdrawn = withdrawn
    // A palm is put down edge first: it grows.
    if pointer.device == .touch, pointer.use != .ignored, isLarge(report) {
      pointer.use = .ignored
      withdrawn.append(report.id)
    }
    active[report.id] = pointer
    return PointerDecision(pointer.use, withdrawn: withdrawn)
  }

  /// Forgets all pointers, as when the window loses them; not that a pen was seen.
  public mutating func reset() {
    active = [:]
    (penIsNear, penTime) = (false, -.infinity)
  }
}

import Foundation
import Postil

/// A drag of a finger or a mouse that swipes to the page beside or pans the page.
///
/// Which of the two it does is decided once, when it has moved a little. After the finger was lifted or the swipe was
/// cancelled, the page settles: ``advance(to:in:)`` is to be called with every frame until the phase is idle.
///
/// ```swift
/// gesture.begin(at: point, time: now, in: &viewport)
/// gesture.move(to: point, time: now, in: &viewport)   // as often as it moves
/// gesture.end(time: now)                              // or cancel(time:), if the system cancels the touch
/// gesture.advance(to: now, in: &viewport)             // with every frame
/// ```
///
/// Times are seconds of any clock. Times and points that are not numbers are ignored, and time does not run backwards.
public struct SwipeGesture: Sendable, Equatable {
  /// What a gesture is doing.
  public enum Phase: Sendable, Hashable, CaseIterable {
    /// Nothing: there is no finger.
    case idle
    /// The finger has hardly moved; if it is lifted now, it has tapped.
    case undecided
    /// It pans the page.
    case panning
    /// It swipes.
    case swiping
    /// The finger was lifted, and the page moves to its target.
    case settling
  }

  /// The outcome of a swipe.
  enum Outcome: Sendable, Hashable, CaseIterable {
    /// To the page where it began, or nowhere yet.
    case none
    /// To the page after it.
    case next
    /// To the page before it.
    case previous
  }

  /// What a movement of the finger does.
  enum Motion: Sendable, Hashable {
    /// Nothing.
    case none
    /// It pans the page, to the right and down, in units of the view.
    case pan(dx: Double, dy: Double)
    /// It displaces the page to the right, in units of the view, from where it was before the swipe.
    case swipe(offset: Double)
  }

  /// What makes a movement a swipe.
  let thresholds: SwipeThresholds
  /// What is around the page; set it after the gesture has begun and when it changes.
  var surroundings = SwipeSurroundings()
  /// What the gesture is doing.
  public internal(set) var phase = Phase.idle
  /// How far the page is displaced to the right, in units of the view; 0 unless it swipes or settles.
  public internal(set) var offset = 0.0

  /// The finger's position when the movement began, and the last one.
  var (start, last) = (ViewPoint(x: 0, y: 0), ViewPoint(x: 0, y: 0))
  var track = SwipeTrack()
  var settling = SwipeSettling()
  var now = 0.0

  /// Makes a gesture that is idle.
  public init() { self.init(thresholds: SwipeThresholds()) }

  init(thresholds: SwipeThresholds) { self.thresholds = thresholds.limited }

  // MARK: - In a viewport

  /// The finger touches the view. A page that was still settling jumps to its target; a gesture whose end was not
  /// reported is reset.
  public mutating func begin(at point: ViewPoint, time: Double, in viewport: inout PageViewport) {
    viewport.finishSwipe(begin(at: point, time: time))
    surroundings = viewport.swipeSurroundings
  }

  /// The finger moves, and the page with it.
  public mutating func move(to point: ViewPoint, time: Double, in viewport: inout PageViewport) {
    viewport.follow(move(to: point, time: time))
  }

  /// Advances the settling of the page to a time.
  public mutating func advance(to time: Double, in viewport: inout PageViewport) {
    let outcome = advance(to: time)
    viewport.finishSwipe(outcome, offset: offset)
  }

  // MARK: - Decisions

  /// The finger touches the view.
  ///
  /// - Returns: Where the swipe before has led if it was still settling.
  mutating func begin(at point: ViewPoint, time: Double) -> Outcome {
    let outcome = phase == .settling ? settling.outcome : .none
    reset()
    guard let point = Self.usable(point) else { return outcome }
    now = time.isFinite ? time : now
    phase = .undecided
    (start, last) = (point, point)
    track.add(point.x, at: now)
    return outcome
  }

  /// The finger moves.
  @discardableResult
  mutating func move(to point: ViewPoint, time: Double) -> Motion {
    guard phase != .idle, phase != .settling, let point = Self.usable(point) else { return .none }
    pass(to: time)
    track.add(point.x, at: now)
    if phase == .undecided { decide(at: point) }
    defer { if phase != .undecided { last = point } }
    switch phase {
    case .panning: return .pan(dx: point.x - last.x, dy: point.y - last.y)
    case .swiping:
      offset = displacement(point.x - start.x)
      return .swipe(offset: offset)
    case .idle, .undecided, .settling: return .none
    }
  }

  /// The finger is lifted: the page begins to settle if it was swiped.
  public mutating func end(time: Double) {
    pass(to: time)
    switch phase {
    case .undecided, .panning: reset()
    case .swiping: settle(outcome)
    case .idle, .settling: return
    }
  }

  /// The system cancelled the touch, as when another window comes to the front: the page goes back to where it was, also if it
  /// was moving to the next.
  public mutating func cancel(time: Double) {
    pass(to: time)
    switch phase {
    case .undecided, .panning: reset()
    case .swiping: settle(.none)
    case .settling where settling.outcome != .none: settle(.none)
    case .idle, .settling: return
    }
  }

  /// Advances the settling to a time.
  ///
  /// - Returns: Where the swipe has led, once, when the page is at its place; `.none` before and afterwards.
  mutating func advance(to time: Double) -> Outcome {
    pass(to: time)
    guard phase == .settling else { return .none }
    guard let offset = settling.offset(at: now) else {
      let outcome = settling.outcome
      reset()
      return outcome
    }
    self.offset = offset
    return .none
  }

  /// Resets the gesture: the page is back at once.
  public mutating func reset() {
    phase = .idle
    offset = 0
    track = SwipeTrack()
    settling = SwipeSettling()
  }
}

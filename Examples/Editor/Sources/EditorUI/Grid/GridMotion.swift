import Foundation
import GTKKit
import PostilViewer

/// Animates the cells of a grid to their places.
struct GridMotion {
  /// The time in which the distance to its place halves, in seconds.
  private static let halfLife = 0.045
  private static let nearEnough = 0.5

  private var frames: [PageID: Rect] = [:]
  private var seen: [PageID: Rect] = [:]
  private var time: Double?
  private var share = 0.0
  /// Whether changes of place are animated.
  var glides = false
  /// Whether cells are moving.
  private(set) var isMoving = false

  /// Ends the animation: cells are at their places at once.
  mutating func reset() {
    (frames, time, share, glides, isMoving) = ([:], nil, 0, false, false)
  }

  /// Moves all cells by a distance that was scrolled.
  mutating func scroll(by distance: Double) {
    guard distance != 0 else { return }
    for (page, frame) in frames { frames[page] = frame.offset(x: 0, y: -distance) }
  }

  /// Drops pages that are not visible.
  mutating func keep(_ pages: Set<PageID>) {
    if frames.keys.contains(where: { !pages.contains($0) }) {
      frames = frames.filter { pages.contains($0.key) }
    }
  }

  /// Advances the animation to the time of a frame, in seconds.
  mutating func advance(to now: Double) {
    let passed = min(max(now - (time ?? now), 0), 0.1)
    time = now
    share = 1 - exp2(-passed / Self.halfLife)
  }

  /// The present frame of a cell. To be called once for each cell in a layout.
  mutating func frame(of cell: PageGrid.Cell, glides mayGlide: Bool) -> Rect {
    let goal = Rect(cell.bounds)
    guard glides, mayGlide, !cell.isDragged, let old = frames[cell.page], old.width == goal.width else {
      frames[cell.page] = goal
      return goal
    }
    let (dx, dy) = (goal.x - old.x, goal.y - old.y)
    let isThere = abs(dx) < Self.nearEnough && abs(dy) < Self.nearEnough
    let now = isThere ? goal : old.offset(x: dx * share, y: dy * share)
    frames[cell.page] = now
    if !isThere { seen[cell.page] = now }
    return now
  }

  /// Ends a layout, after the frames of all cells were read.
  mutating func finishRound() {
    isMoving = !seen.isEmpty
    if !isMoving { (glides, time) = (false, nil) }
    seen = [:]
    share = 0
  }
}

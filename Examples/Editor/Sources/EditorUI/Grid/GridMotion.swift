import Foundation
import GTKKit
import PostilViewer

/// Where the cells of a grid are while they glide to their places.
struct GridMotion {
  /// How long the way becomes half as long, in seconds.
  private static let halfLife = 0.045
  private static let nearEnough = 0.5

  private var frames: [PageID: Rect] = [:]
  private var seen: [PageID: Rect] = [:]
  private var time: Double?
  private var share = 0.0
  /// Whether cells that get another place glide there.
  var glides = false
  /// Whether some are on their way.
  private(set) var isMoving = false

  /// Forgets where the cells are: they are at their places at once.
  mutating func reset() {
    (frames, time, share, glides, isMoving) = ([:], nil, 0, false, false)
  }

  /// All cells are scrolled.
  mutating func scroll(by distance: Double) {
    guard distance != 0 else { return }
    for (page, frame) in frames { frames[page] = frame.offset(x: 0, y: -distance) }
  }

  /// Forgets pages that are out of sight.
  mutating func keep(_ pages: Set<PageID>) {
    if frames.keys.contains(where: { !pages.contains($0) }) {
      frames = frames.filter { pages.contains($0.key) }
    }
  }

  /// Notes the time of a frame.
  mutating func advance(to now: Double) {
    let passed = min(max(now - (time ?? now), 0), 0.1)
    time = now
    share = 1 - exp2(-passed / Self.halfLife)
  }

  /// Where a cell is now.
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

  /// All cells were asked for.
  mutating func finishRound() {
    isMoving = !seen.isEmpty
    if !isMoving { (glides, time) = (false, nil) }
    seen = [:]
    share = 0
  }
}

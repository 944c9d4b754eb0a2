import Foundation
import PostilModel

/// The polygon of a number of corners that is nearest to an outline.
struct PolygonFit {
  let corners: [PagePoint]
  /// How far the outline is from it, as the root of the mean square, in points.
  let error: Double

  /// Finds corners where the outline is farthest from the polygon through those before, and lays each side through its part by least squares.
  init?(_ outline: [PagePoint], corners count: Int) {
    guard outline.count >= 4 * count, count >= 3 else { return nil }
    var places = Self.places(outline, count)
    guard places.count == count else { return nil }
    var corners: [PagePoint] = []
    for _ in 0..<2 {
      let lines = places.indices.map { index in
        Self.line(outline, from: places[index], to: places[(index + 1) % count])
      }
      corners = places.indices.map { index in
        let old = outline[places[index]]
        guard let meeting = lines[(index + count - 1) % count].meeting(lines[index]) else { return old }
        let side = outline[places[index]].distance(to: outline[places[(index + 1) % count]])
        return meeting.distance(to: old) < side / 2 ? meeting : old
      }
      // The place of the outline that is nearest to a corner belongs to it.
      let nearest = corners.map { corner in
        outline.indices.min { outline[$0].distance(to: corner) < outline[$1].distance(to: corner) } ?? 0
      }
      guard Set(nearest).count == count else { break }
      let start = nearest.indices.min { nearest[$0] < nearest[$1] } ?? 0
      let turned = Array(nearest[start...] + nearest[..<start])
      guard turned == turned.sorted() else { break }
      places = turned
      corners = Array(corners[start...] + corners[..<start])
    }
    self.corners = corners
    let sum = outline.reduce(0) { sum, point in
      let nearest = corners.indices.map { distance(point, corners[$0], corners[($0 + 1) % count]) }.min() ?? 0
      return sum + nearest * nearest
    }
    error = (sum / Double(outline.count)).squareRoot()
  }

  private static func places(_ outline: [PagePoint], _ count: Int) -> [Int] {
    let sum = outline.reduce(PagePoint.zero) { $0.offset(dx: $1.x, dy: $1.y) }
    let middle = PagePoint(x: sum.x / Double(outline.count), y: sum.y / Double(outline.count))
    func farthest(from point: PagePoint) -> Int {
      outline.indices.max { outline[$0].distance(to: point) < outline[$1].distance(to: point) } ?? 0
    }
    let first = farthest(from: middle)
    var places = [first, farthest(from: outline[first])].sorted()
    while places.count < count {
      var best = (place: 0, distance: -1.0)
      for index in places.indices {
        let (low, high) = (places[index], places[(index + 1) % places.count])
        let length = (high - low + outline.count) % outline.count
        for step in stride(from: 1, to: length, by: 1) {
          let place = (low + step) % outline.count
          let distance = distance(outline[place], outline[low], outline[high])
          if distance > best.distance { best = (place, distance) }
        }
      }
      guard best.distance > 0, !places.contains(best.place) else { break }
      places = (places + [best.place]).sorted()
    }
    return places
  }

  /// A line: a point and a direction.
  private struct Line {
    var point: PagePoint
    var direction: PagePoint

    func meeting(_ other: Line) -> PagePoint? {
      let cross = direction.x * other.direction.y - direction.y * other.direction.x
      // Sides that hardly turn meet nowhere near.
      guard abs(cross) > 0.12 else { return nil }
      let (dx, dy) = (other.point.x - point.x, other.point.y - point.y)
      let along = (dx * other.direction.y - dy * other.direction.x) / cross
      return point.offset(dx: direction.x * along, dy: direction.y * along)
    }
  }

  /// The line through the middle of a side; its ends may be rounded.
  private static func line(_ outline: [PagePoint], from: Int, to: Int) -> Line {
    let length = (to - from + outline.count) % outline.count
    let margin = length / 6
    let part = (margin...max(length - margin, margin)).map { outline[(from + $0) % outline.count] }
    let count = Double(part.count)
    let (cx, cy) = (part.map(\.x).reduce(0, +) / count, part.map(\.y).reduce(0, +) / count)
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for point in part {
      xx += (point.x - cx) * (point.x - cx)
      yy += (point.y - cy) * (point.y - cy)
      xy += (point.x - cx) * (point.y - cy)
    }
    let angle = atan2(2 * xy, xx - yy) / 2
    return Line(point: PagePoint(x: cx, y: cy), direction: PagePoint(x: cos(angle), y: sin(angle)))
  }
}

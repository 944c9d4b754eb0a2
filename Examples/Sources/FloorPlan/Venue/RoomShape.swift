import Foundation

/// The outline of a room: rings of corners, filled by the even-odd rule, so that a ring inside another one is a hole.
public struct RoomShape: Hashable, Sendable, Codable {
  /// The rings; each closes itself.
  public var rings: [[VenuePoint]]

  /// Makes a shape of rings; those of less than three corners are left out.
  public init(_ rings: [[VenuePoint]]) {
    // GeoJSON repeats the first corner as the last one.
    self.rings = rings.map { $0.count > 1 && $0.first == $0.last ? Array($0.dropLast()) : $0 }
      .filter { $0.count > 2 }
  }

  /// Reads what `encode(to:)` writes.
  public init(from decoder: any Decoder) throws { self.init(try [[VenuePoint]](from: decoder)) }

  /// Writes a list of rings.
  public func encode(to encoder: any Encoder) throws { try rings.encode(to: encoder) }

  /// The ring of the largest area.
  public var outerRing: [VenuePoint] { rings.max { Self.area($0) < Self.area($1) } ?? [] }

  /// The area in square metres. O(corners).
  public var area: Double { 2 * Self.area(outerRing) - rings.reduce(0) { $0 + Self.area($1) } }

  /// Whether a point lies inside. O(corners).
  public func contains(_ point: VenuePoint) -> Bool {
    var isInside = false
    for (a, b) in edges where (a.y > point.y) != (b.y > point.y) {
      if point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y) { isInside.toggle() }
    }
    return isInside
  }

  /// The distance from a point to the nearest wall, in metres. O(corners).
  func distanceToWall(from point: VenuePoint) -> Double {
    edges.reduce(.infinity) { nearest, edge in
      let (a, b) = edge
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let square = dx * dx + dy * dy
      let along = square == 0 ? 0 : ((point.x - a.x) * dx + (point.y - a.y) * dy) / square
      return min(nearest, point.distance(to: a.middle(to: b, at: min(max(along, 0), 1))))
    }
  }

  /// How far one can go from a point in a direction of length 1 before there is a wall, in metres. O(corners).
  func clearance(from point: VenuePoint, _ direction: (x: Double, y: Double)) -> Double {
    edges.reduce(.infinity) { nearest, edge in
      let (a, b) = edge
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      let cross = direction.x * dy - direction.y * dx
      guard abs(cross) > 1e-12 else { return nearest }
      let distance = ((a.x - point.x) * dy - (a.y - point.y) * dx) / cross
      let along = ((a.x - point.x) * direction.y - (a.y - point.y) * direction.x) / cross
      return distance > 1e-6 && (-1e-9...1 + 1e-9).contains(along) ? min(nearest, distance) : nearest
    }
  }

  /// Whether one sees one point from another: the straight line between them crosses no wall. O(corners).
  func isStraight(from start: VenuePoint, to end: VenuePoint) -> Bool {
    for (a, b) in edges {
      let (p, q) = (Self.side(a, b, start), Self.side(a, b, end))
      let (r, s) = (Self.side(start, end, a), Self.side(start, end, b))
      if p * q < 0 && r * s < 0 { return false }
    }
    return [0.25, 0.5, 0.75].allSatisfy { contains(start.middle(to: end, at: $0)) }
  }

  /// Points near the corners that a way has to go around, where there is as much room to either side. O(corners²).
  var turningPoints: [VenuePoint] {
    rings.flatMap { ring in
      ring.indices.compactMap { index -> VenuePoint? in
        let corner = ring[index]
        let before = Self.direction(from: corner, to: ring[(index + ring.count - 1) % ring.count])
        let after = Self.direction(from: corner, to: ring[(index + 1) % ring.count])
        guard let before, let after else { return nil }
        // Away from the two walls that meet in the corner.
        let (x, y) = (-before.x - after.x, -before.y - after.y)
        let length = hypot(x, y)
        guard length > 1e-6 else { return nil }
        let away = (x: x / length, y: y / length)
        guard contains(corner.offset(away, by: 1e-3)), !contains(corner.offset(away, by: -1e-3)) else {
          return nil
        }
        return corner.offset(away, by: min(clearance(from: corner, away) / 2, 3))
      }
    }
  }

  /// A point inside, far from the walls and near the middle; `nil` for a shape without area.
  public var interiorPoint: VenuePoint? {
    let ys = edges.map(\.0.y)
    let xs = edges.map(\.0.x)
    guard let low = ys.min(), let high = ys.max(), let left = xs.min(), let right = xs.max() else {
      return nil
    }
    let middle = VenuePoint((left + right) / 2, (low + high) / 2)
    var best: (point: VenuePoint, worth: Double)?
    for step in 1..<16 {
      let y = low + (high - low) * (Double(step) / 16 + 1e-4)
      let crossings = edges.compactMap { a, b -> Double? in
        (a.y > y) != (b.y > y) ? a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y) : nil
      }.sorted()
      for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
        let point = VenuePoint((crossings[pair] + crossings[pair + 1]) / 2, y)
        let space = distanceToWall(from: point)
        guard space > 1e-6 else { continue }
        let worth = space - point.distance(to: middle) / 20
        if worth > (best?.worth ?? -.infinity) { best = (point, worth) }
      }
    }
    return best?.point
  }

  /// The walls.
  var edges: [(VenuePoint, VenuePoint)] {
    rings.flatMap { ring in ring.indices.map { (ring[$0], ring[($0 + 1) % ring.count]) } }
  }

  static func direction(from a: VenuePoint, to b: VenuePoint) -> (x: Double, y: Double)? {
    let length = a.distance(to: b)
    return length > 1e-9 ? ((b.x - a.x) / length, (b.y - a.y) / length) : nil
  }

  private static func side(_ a: VenuePoint, _ b: VenuePoint, _ c: VenuePoint) -> Double {
    let value = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
    return abs(value) < 1e-9 ? 0 : value
  }

  private static func area(_ ring: [VenuePoint]) -> Double {
    var sum = 0.0
    for index in ring.indices {
      let (a, b) = (ring[index], ring[(index + 1) % ring.count])
      sum += a.x * b.y - b.x * a.y
    }
    return abs(sum) / 2
  }
}

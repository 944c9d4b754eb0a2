import Foundation
package import PostilModel

/// A shape as a hand draws it, with what it was meant to be.
package struct DrawnShape: Sendable {
  /// What was meant.
  package enum Meaning: String, Sendable, CaseIterable {
    case line, arrow, rectangle, ellipse, triangle, quadrilateral, pentagon, nothing
  }

  package let meaning: Meaning
  package let points: [PagePoint]
}

extension SeededGenerator {
  /// A shape drawn in one stroke: corners that are missed a little, sides that bend, ends that do not meet, and trembling.
  package mutating func drawnShape(_ meaning: DrawnShape.Meaning) -> DrawnShape {
    let size = number(40...260)
    let center = point(150...450)
    var way: [PagePoint]
    switch meaning {
    case .line:
      let angle = number(0...(2 * .pi))
      way = side(center, center.offset(dx: size * cos(angle), dy: size * sin(angle)), bend: 0.018)
    case .arrow: way = arrow(center, size)
    case .rectangle:
      let (w, h) = (size / 2, size / 2 * number(0.3...1))
      let turn = Bool.random(using: &self) ? number(-0.09...0.09) : number(-0.7...0.7)
      way = around([(-w, -h), (w, -h), (w, h), (-w, h)], center, turn, size)
    case .triangle:
      let (a, b) = (number(0.3...1.2), number(1.9...2.7))
      let angles = [-Double.pi / 2, a, b]
      way = around(angles.map { (size / 2 * cos($0), size / 2 * sin($0)) }, center, number(0...6.3), size)
    case .quadrilateral:
      let (w, h, s) = (size / 2, size / 2 * number(0.5...0.9), number(0.3...0.55))
      let isTrapezoid = Bool.random(using: &self)
      let corners =
        isTrapezoid
        ? [(-w, -h), (w, -h), (w * (1 - s * 1.4), h), (-w * (1 - s * 1.4), h)]
        : [(-w, -h), (w * (1 - s), -h), (w, h), (-w * (1 - s), h)]
      way = around(corners, center, number(-0.4...0.4), size)
    case .pentagon:
      let angles = (0..<5).map { Double($0) * 2 * .pi / 5 }
      way = around(angles.map { (size / 2 * cos($0), size / 2 * sin($0)) }, center, number(0...6.3), size)
    case .ellipse: way = loop(center, size)
    case .nothing: way = scribble(center, size)
    }
    // A hand that turns around does it in both directions.
    if meaning != .arrow, Bool.random(using: &self) { way.reverse() }
    let tremble = 0.004 * size
    return DrawnShape(
      meaning: meaning,
      points: way.map { $0.offset(dx: gauss() * min(tremble, 0.4), dy: gauss() * min(tremble, 0.4)) })
  }

  private mutating func side(_ from: PagePoint, _ to: PagePoint, bend: Double) -> [PagePoint] {
    let length = from.distance(to: to)
    let (sag, wave, phase) = (gauss() * bend * length, gauss() * bend * 0.4 * length, number(0...6.3))
    let (nx, ny) = (-(to.y - from.y) / max(length, 1), (to.x - from.x) / max(length, 1))
    let count = max(Int(length / 2.5), 4)
    return (0...count).map { index in
      let t = Double(index) / Double(count)
      let eased = t * t * (3 - 2 * t)
      let off = sag * 4 * eased * (1 - eased) + wave * sin(eased * 7 + phase) * 4 * eased * (1 - eased)
      return from.interpolated(to: to, at: eased).offset(dx: nx * off, dy: ny * off)
    }
  }

  private mutating func around(
    _ corners: [(Double, Double)], _ center: PagePoint, _ turn: Double, _ size: Double
  ) -> [PagePoint] {
    let first = Int.random(in: corners.indices, using: &self)
    var places = corners.map { x, y in
      center.offset(
        dx: x * cos(turn) - y * sin(turn) + gauss() * 0.018 * size,
        dy: x * sin(turn) + y * cos(turn) + gauss() * 0.018 * size)
    }
    places = Array(places[first...] + places[..<first])
    // The ends miss each other, or the last side goes on beyond the first corner.
    let end = places[0].offset(dx: gauss() * 0.03 * size, dy: gauss() * 0.03 * size)
    places.append(end)
    var way: [PagePoint] = []
    for (from, to) in zip(places, places.dropFirst()) { way += side(from, to, bend: 0.014) }
    // Corners are rounded a little.
    return way.indices.map { index in
      let reach = min(2, index, way.count - 1 - index)
      let part = way[(index - reach)...(index + reach)]
      let sum = part.reduce(PagePoint.zero) { $0.offset(dx: $1.x, dy: $1.y) }
      return PagePoint(x: sum.x / Double(part.count), y: sum.y / Double(part.count))
    }
  }

  private mutating func loop(_ center: PagePoint, _ size: Double) -> [PagePoint] {
    let (a, b) = (size / 2, size / 2 * number(0.4...1))
    let (turn, start) = (number(-1.5...1.5), number(0...6.3))
    let sweep = 2 * .pi + number(-0.25...0.5)
    let (two, three) = (gauss() * 0.015, gauss() * 0.015)
    let drift = gauss() * 0.02
    let count = Int(size)
    return (0...count).map { index in
      let t = Double(index) / Double(count)
      let angle = start + sweep * t
      let off = 1 + two * cos(2 * angle + 1) + three * cos(3 * angle) + drift * (t - 0.5)
      let (x, y) = (a * off * cos(angle), b * off * sin(angle))
      return center.offset(dx: x * cos(turn) - y * sin(turn), dy: x * sin(turn) + y * cos(turn))
    }
  }

  private mutating func arrow(_ tail: PagePoint, _ size: Double) -> [PagePoint] {
    let angle = number(0...6.3)
    let tip = tail.offset(dx: size * cos(angle), dy: size * sin(angle))
    let reach = size * number(0.18...0.38)
    let barbs = [1.0, -1].map { side in
      let direction = angle + .pi + side * number(0.4...0.8)
      return tip.offset(
        dx: reach * cos(direction) + gauss() * 0.02 * size, dy: reach * sin(direction) + gauss() * 0.02 * size
      )
    }
    let again = tip.offset(dx: gauss() * 0.02 * size, dy: gauss() * 0.02 * size)
    let places =
      Bool.random(using: &self) ? [tail, tip, barbs[0], again, barbs[1]] : [tail, tip, barbs[0], barbs[1]]
    var way: [PagePoint] = []
    for (from, to) in zip(places, places.dropFirst()) { way += side(from, to, bend: 0.015) }
    return way
  }

  /// Handwriting, zigzags that fill an area, spirals and stars.
  private mutating func scribble(_ center: PagePoint, _ size: Double) -> [PagePoint] {
    switch Int.random(in: 0..<5, using: &self) {
    case 0, 1:
      return stride(from: 0, to: 1, by: 1).flatMap { _ in
        cursiveWay(from: center, size: size / 4, seconds: 1.6)
      }
      .enumerated().filter { $0.offset % 7 == 0 }.map(\.element)
    case 2:
      let count = Int.random(in: 6...12, using: &self)
      let corners = (0..<count).map { index in
        center.offset(
          dx: size * Double(index) / Double(count) + gauss() * 0.03 * size,
          dy: (index % 2 == 0 ? 0 : size * 0.6) + gauss() * 0.06 * size)
      }
      return zip(corners, corners.dropFirst()).flatMap { side($0, $1, bend: 0.02) }
    case 3:
      let turns = number(1.8...4)
      return (0...200).map { index in
        let t = Double(index) / 200
        let (angle, radius) = (turns * 2 * .pi * t, size / 2 * (0.1 + 0.9 * t))
        return center.offset(dx: radius * cos(angle), dy: radius * sin(angle))
      }
    default:
      let corners = (0..<Int.random(in: 7...12, using: &self)).map { _ in
        center.offset(dx: number(-size / 2...size / 2), dy: number(-size / 2...size / 2))
      }
      return zip(corners, corners.dropFirst()).flatMap { side($0, $1, bend: 0.05) }
    }
  }
}

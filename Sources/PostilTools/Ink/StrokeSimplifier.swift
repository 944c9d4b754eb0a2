import Foundation
public import PostilModel

/// Draws a stroke with fewer points: cubic curves that stay within a distance of it.
///
/// A pen reports up to 240 places a second, and each would be written into the file, with the curve around it. A curve takes the place
/// of as many as it can, from joint to joint, with the tangents that the stroke has there, so that it stays as smooth as it was.
///
/// ```swift
/// let fewer = StrokeSimplifier(tolerance: 0.05, lineWidth: 2).simplified(stroke)
/// ```
public struct StrokeSimplifier: Sendable, Hashable {
  /// How far the center line, and the edge of a stroke with widths, may be from where they were, in points; above 0.
  public let tolerance: Double
  /// The style's line width, in points, which widths are multiples of.
  public let lineWidth: Double

  /// More joints than this are not tried at once.
  private static let longestRun = 256
  /// Places of the stroke that are compared, for each of its curves.
  private static let probes = 3

  /// Makes a simplifier.
  ///
  /// - Parameters:
  ///   - tolerance: How far off lines may be, in points; brought into 0.001…100 (NaN: 0.05).
  ///   - lineWidth: The style's line width, in points; brought into 0…1,000 (NaN: 1).
  public init(tolerance: Double, lineWidth: Double) {
    self.tolerance = tolerance.limited(to: 0.001...100, default: 0.05)
    self.lineWidth = lineWidth.limited(to: 0...1000, default: 1)
  }

  /// The stroke with fewer points; the stroke itself if it is not smooth, or there would not be fewer. O(points · log points).
  public func simplified(_ stroke: InkStroke) -> InkStroke {
    guard stroke.curve == .smooth, stroke.points.count > 4, stroke.points.allSatisfy(\.isUsable) else {
      return stroke
    }
    let hasWidths = stroke.widths.count == stroke.points.count
    let pieces = Self.pieces(stroke, hasWidths)
    var (points, widths) = ([pieces[0].start.point], [pieces[0].start.width])
    var start = 0
    while start < pieces.count {
      let (count, curve) = longestCurve(pieces, from: start)
      points += [curve.control1.point, curve.control2.point, curve.end.point]
      widths += [curve.control1.width, curve.control2.width, curve.end.width]
      start += count
    }
    guard points.count < stroke.points.count else { return stroke }
    // Digits that nobody sees would be most of a file.
    for index in points.indices.dropFirst().dropLast() { points[index] = rounded(points[index]) }
    return InkStroke(points: points, curve: .bezier, widths: hasWidths ? widths : [])
  }

  /// The point to a tenth of the tolerance, or better.
  private func rounded(_ point: PagePoint) -> PagePoint {
    let unit = pow(10, (-log10(tolerance / 10)).rounded(.up)).limited(to: 1...1000, default: 1000)
    return PagePoint(x: (point.x * unit).rounded() / unit, y: (point.y * unit).rounded() / unit)
  }

  /// A place of the stroke, and how wide it is there.
  private struct Place {
    var point: PagePoint
    var width: Double

    func interpolated(to other: Place, at share: Double) -> Place {
      Place(
        point: point.interpolated(to: other.point, at: share), width: width + (other.width - width) * share)
    }
  }

  /// A curve of the stroke as it is drawn: quadratic, from joint to joint.
  private struct Piece {
    var start: Place
    var control: Place
    var end: Place

    func place(at share: Double) -> Place {
      start.interpolated(to: control, at: share).interpolated(
        to: control.interpolated(to: end, at: share), at: share)
    }
    var length: Double { start.point.distance(to: control.point) + control.point.distance(to: end.point) }
  }

  private struct Cubic {
    var start: Place
    var control1: Place
    var control2: Place
    var end: Place

    func place(at t: Double) -> Place {
      let (a, b, c) = (
        start.interpolated(to: control1, at: t), control1.interpolated(to: control2, at: t),
        control2.interpolated(to: end, at: t)
      )
      return a.interpolated(to: b, at: t).interpolated(to: b.interpolated(to: c, at: t), at: t)
    }
  }

  private static func pieces(_ stroke: InkStroke, _ hasWidths: Bool) -> [Piece] {
    let places = stroke.points.indices.map {
      Place(point: stroke.points[$0], width: hasWidths ? stroke.widths[$0] : 1)
    }
    let joints = zip(places, places.dropFirst()).map { $0.interpolated(to: $1, at: 0.5) }
    let last = places.count - 1
    var pieces = [
      Piece(start: places[0], control: places[0].interpolated(to: joints[0], at: 0.5), end: joints[0])
    ]
    for index in 1..<last {
      pieces.append(Piece(start: joints[index - 1], control: places[index], end: joints[index]))
    }
    let tail = joints[last - 1]
    pieces.append(
      Piece(start: tail, control: tail.interpolated(to: places[last], at: 0.5), end: places[last]))
    return pieces
  }

  /// The curve that takes the place of as many pieces as possible.
  private func longestCurve(_ pieces: [Piece], from start: Int) -> (Int, Cubic) {
    var best = (1, raised(pieces[start]))
    let most = min(pieces.count - start, Self.longestRun)
    var (low, high) = (1, 2)
    // First in ever longer steps, then by halving between what fits and what does not.
    while high <= most, let curve = curve(pieces[start..<start + high]) {
      best = (high, curve)
      low = high
      high *= 2
    }
    var limit = min(high, most + 1)
    while limit - low > 1 {
      let middle = (low + limit) / 2
      if let curve = curve(pieces[start..<start + middle]) {
        best = (middle, curve)
        low = middle
      } else {
        limit = middle
      }
    }
    return best
  }

  private func raised(_ piece: Piece) -> Cubic {
    Cubic(
      start: piece.start, control1: piece.start.interpolated(to: piece.control, at: 2.0 / 3),
      control2: piece.end.interpolated(to: piece.control, at: 2.0 / 3), end: piece.end)
  }

  /// A curve with the ends and tangents of pieces (Schneider: An Algorithm for Automatically Fitting Digitized Curves, 1990); `nil` if
  /// it is too far from them.
  private func curve(_ pieces: ArraySlice<Piece>) -> Cubic? {
    guard let first = pieces.first, let last = pieces.last else { return nil }
    guard let out = direction(pieces.map(\.control.point) + [last.end.point], from: first.start.point),
      let back = direction(pieces.reversed().map(\.control.point) + [first.start.point], from: last.end.point)
    else { return nil }
    var places: [(Place, Double)] = []
    var length = 0.0
    for piece in pieces {
      for probe in 1...Self.probes {
        let share = Double(probe) / Double(Self.probes)
        let place = piece.place(at: share)
        let before = places.last?.0.point ?? first.start.point
        length += before.distance(to: place.point)
        places.append((place, length))
      }
    }
    guard length > 0 else { return nil }
    for index in places.indices { places[index].1 /= length }
    var result: Cubic?
    // The places are run through as the curve is, which moves them a little each time.
    for _ in 0..<4 {
      guard let curve = fitted(places, first.start, last.end, out, back, length) else { return nil }
      let error = error(of: curve, places)
      if error <= tolerance {
        result = curve
        break
      }
      if error > tolerance * 16 { return nil }
      for index in places.indices {
        places[index].1 = nearer(places[index].1, of: curve, to: places[index].0.point)
      }
    }
    return result
  }

  private func direction(_ points: [PagePoint], from start: PagePoint) -> PagePoint? {
    guard let other = points.first(where: { $0.distance(to: start) > 1e-6 }) else { return nil }
    let length = start.distance(to: other)
    return PagePoint(x: (other.x - start.x) / length, y: (other.y - start.y) / length)
  }

  /// The least squares of how far the tangents reach, and of the widths.
  private func fitted(
    _ places: [(Place, Double)], _ start: Place, _ end: Place, _ out: PagePoint, _ back: PagePoint,
    _ length: Double
  ) -> Cubic? {
    var (c00, c01, c11, x0, x1) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var (w00, w01, w11, y0, y1) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (place, t) in places {
      let u = 1 - t
      let (b0, b1, b2, b3) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      let dx = place.point.x - start.point.x * (b0 + b1) - end.point.x * (b2 + b3)
      let dy = place.point.y - start.point.y * (b0 + b1) - end.point.y * (b2 + b3)
      c00 += b1 * b1
      c01 += b1 * b2 * (out.x * back.x + out.y * back.y)
      c11 += b2 * b2
      x0 += b1 * (out.x * dx + out.y * dy)
      x1 += b2 * (back.x * dx + back.y * dy)
      let dw = place.width - start.width * b0 - end.width * b3
      w00 += b1 * b1
      w01 += b1 * b2
      w11 += b2 * b2
      y0 += b1 * dw
      y1 += b2 * dw
    }
    let determinant = c00 * c11 - c01 * c01
    guard abs(determinant) > 1e-9 else { return nil }
    let (reach0, reach1) = ((x0 * c11 - x1 * c01) / determinant, (c00 * x1 - c01 * x0) / determinant)
    guard reach0 > 0, reach1 > 0, reach0 < 3 * length, reach1 < 3 * length else { return nil }
    let square = w00 * w11 - w01 * w01
    let (width0, width1) =
      abs(square) > 1e-9
      ? ((y0 * w11 - y1 * w01) / square, (w00 * y1 - w01 * y0) / square) : (start.width, end.width)
    return Cubic(
      start: start,
      control1: Place(
        point: start.point.offset(dx: out.x * reach0, dy: out.y * reach0), width: max(width0, 0)),
      control2: Place(
        point: end.point.offset(dx: back.x * reach1, dy: back.y * reach1), width: max(width1, 0)),
      end: end)
  }

  private func error(of curve: Cubic, _ places: [(Place, Double)]) -> Double {
    var worst = 0.0
    for (place, t) in places {
      let found = curve.place(at: t)
      let edge = abs(found.width - place.width) * lineWidth / 2
      worst = max(worst, found.point.distance(to: place.point) + edge)
      if worst > tolerance * 17 { break }
    }
    return worst
  }

  /// One step of Newton's method to where the curve is nearest to a point.
  private func nearer(_ t: Double, of curve: Cubic, to point: PagePoint) -> Double {
    let (p0, p1, p2, p3) = (curve.start.point, curve.control1.point, curve.control2.point, curve.end.point)
    let u = 1 - t
    let here = curve.place(at: t).point
    func first(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      3 * (u * u * (b - a) + 2 * u * t * (c - b) + t * t * (d - c))
    }
    func second(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      6 * (u * (c - 2 * b + a) + t * (d - 2 * c + b))
    }
    let (vx, vy) = (first(p0.x, p1.x, p2.x, p3.x), first(p0.y, p1.y, p2.y, p3.y))
    let (ax, ay) = (second(p0.x, p1.x, p2.x, p3.x), second(p0.y, p1.y, p2.y, p3.y))
    let (dx, dy) = (here.x - point.x, here.y - point.y)
    let slope = vx * vx + vy * vy + dx * ax + dy * ay
    guard abs(slope) > 1e-12 else { return t }
    return min(max(t - (dx * vx + dy * vy) / slope, 0), 1)
  }
}

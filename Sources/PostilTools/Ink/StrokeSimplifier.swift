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
  /// Where the curve is compared between two of them: it may swing out there.
  private static let between = [1.0 / 3, 2.0 / 3]

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
    var (points, widths) = ([pieces[0].line.start], [pieces[0].width.start.x])
    var start = 0
    while start < pieces.count {
      let (count, curve) = longestCurve(pieces, from: start)
      points += [curve.line.control1, curve.line.control2, curve.line.end]
      widths += [curve.width.control1.x, curve.width.control2.x, curve.width.end.x]
      start += count
    }
    guard points.count < stroke.points.count else { return stroke }
    // Digits that nobody sees would be most of a file.
    for index in points.indices.dropFirst().dropLast() { points[index] = rounded(points[index]) }
    let edge = tolerance / max(lineWidth / 2, 0.01)
    widths = widths.map { Self.rounded($0, to: edge) }
    return InkStroke(points: points, curve: .bezier, widths: hasWidths ? widths : [])
  }

  private func rounded(_ point: PagePoint) -> PagePoint {
    PagePoint(x: Self.rounded(point.x, to: tolerance), y: Self.rounded(point.y, to: tolerance))
  }

  /// A number to a tenth of what it may be off, or better.
  private static func rounded(_ value: Double, to tolerance: Double) -> Double {
    let unit = pow(10, (-log10(tolerance / 10)).rounded(.up)).limited(to: 1...10_000, default: 10_000)
    return (value * unit).rounded() / unit
  }

  /// A curve, and how wide the stroke is along it: the x of a second curve, which is run through alike.
  private struct Curve {
    var line: CubicCurve
    var width: CubicCurve

    func place(at t: Double) -> Place { Place(point: line.point(at: t), width: width.point(at: t).x) }
  }

  /// A place of the stroke, and how wide it is there.
  private struct Place: FittedPlace {
    var point: PagePoint
    var width: Double
    var parameter = 0.0
  }

  /// The curves of the stroke as it is drawn, from joint to joint.
  private static func pieces(_ stroke: InkStroke, _ hasWidths: Bool) -> [Curve] {
    let widths =
      hasWidths
      ? stroke.widths.map { PagePoint(x: $0, y: 0) } : stroke.points.map { _ in PagePoint(x: 1, y: 0) }
    return zip(quadratics(stroke.points), quadratics(widths)).map { Curve(line: $0, width: $1) }
  }

  private static func quadratics(_ points: [PagePoint]) -> [CubicCurve] {
    let joints = zip(points, points.dropFirst()).map { $0.interpolated(to: $1, at: 0.5) }
    let last = points.count - 1
    var curves = [CubicCurve(raising: points[0], points[0].interpolated(to: joints[0], at: 0.5), joints[0])]
    for index in 1..<last {
      curves.append(CubicCurve(raising: joints[index - 1], points[index], joints[index]))
    }
    let tail = joints[last - 1]
    curves.append(CubicCurve(raising: tail, tail.interpolated(to: points[last], at: 0.5), points[last]))
    return curves
  }

  /// The curve that takes the place of as many pieces as possible.
  private func longestCurve(_ pieces: [Curve], from start: Int) -> (Int, Curve) {
    let most = min(pieces.count - start, Self.longestRun)
    return CubicFit.longest(from: 2, to: most) { curve(pieces[start..<start + $0]) } ?? (1, pieces[start])
  }

  /// A curve with the ends and tangents of pieces; `nil` if it is too far from them.
  private func curve(_ pieces: ArraySlice<Curve>) -> Curve? {
    guard let first = pieces.first, let last = pieces.last else { return nil }
    let (start, end) = (first.place(at: 0), last.place(at: 1))
    guard let out = direction(pieces.flatMap { [$0.line.control1, $0.line.end] }, from: start.point),
      let back = direction(pieces.reversed().flatMap { [$0.line.control2, $0.line.start] }, from: end.point)
    else { return nil }
    var places: [Place] = []
    var length = 0.0
    for piece in pieces {
      for probe in 1...Self.probes {
        var place = piece.place(at: Double(probe) / Double(Self.probes))
        length += (places.last ?? start).point.distance(to: place.point)
        place.parameter = length
        places.append(place)
      }
    }
    guard length > 0 else { return nil }
    for index in places.indices { places[index].parameter /= length }
    let fit = CubicFit(
      from: .init(start.point, direction: out), to: .init(end.point, direction: back), length: length)
    let line = fit.curve(near: &places, tolerance: tolerance, tries: 4) { line, places in
      error(of: Curve(line: line, width: Self.widths(places, start, end)), places, from: start)
    }
    return line.map { Curve(line: $0, width: Self.widths(places, start, end)) }
  }

  private func direction(_ points: [PagePoint], from start: PagePoint) -> PagePoint? {
    guard let other = points.first(where: { $0.distance(to: start) > 1e-6 }) else { return nil }
    let length = start.distance(to: other)
    return PagePoint(x: (other.x - start.x) / length, y: (other.y - start.y) / length)
  }

  /// The least squares of the widths.
  private static func widths(_ places: [Place], _ start: Place, _ end: Place) -> CubicCurve {
    var (w00, w01, w11, y0, y1) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for place in places {
      let t = place.parameter
      let u = 1 - t
      let (b1, b2) = (3 * u * u * t, 3 * u * t * t)
      let dw = place.width - start.width * u * u * u - end.width * t * t * t
      w00 += b1 * b1
      w01 += b1 * b2
      w11 += b2 * b2
      y0 += b1 * dw
      y1 += b2 * dw
    }
    let square = w00 * w11 - w01 * w01
    let (width0, width1) =
      abs(square) > 1e-9
      ? ((y0 * w11 - y1 * w01) / square, (w00 * y1 - w01 * y0) / square) : (start.width, end.width)
    func width(_ value: Double) -> PagePoint { PagePoint(x: max(value, 0), y: 0) }
    return CubicCurve(width(start.width), width(width0), width(width1), width(end.width))
  }

  /// How far a curve, with its edges, is from the stroke, at most: at the places, and between them from the line that joins them.
  /// Infinite if the curve is not run through in their order.
  private func error(of curve: Curve, _ places: [Place], from start: Place) -> Double {
    var worst = 0.0
    var last = start
    for place in places {
      guard place.parameter >= last.parameter else { return .infinity }
      let found = curve.place(at: place.parameter)
      worst = max(worst, found.point.distance(to: place.point) + edge(found.width - place.width))
      for share in Self.between {
        let found = curve.place(at: last.parameter + (place.parameter - last.parameter) * share)
        let width = last.width + (place.width - last.width) * share
        worst = max(worst, distance(found.point, last.point, place.point) + edge(found.width - width))
      }
      if worst > tolerance * 17 { break }
      last = place
    }
    return worst
  }

  private func edge(_ difference: Double) -> Double { abs(difference) * lineWidth / 2 }
}

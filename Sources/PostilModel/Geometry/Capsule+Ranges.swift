/// A part of a segment, between two parameters from 0 to 1.
struct ParameterRange: Sendable, Hashable {
  var from: Double
  var to: Double
}

extension Capsule {
  /// How far a curve may be from the chord that is looked at in its place, in points.
  static let curveTolerance = 1e-5

  /// The parts of a segment that are within a distance of the way, in order. On curves they are
  /// found by halving: parts clearly outside or clearly inside are settled at once, the rest is
  /// halved until it is as good as straight. They may be larger than the exact parts by twice
  /// ``curveTolerance``, never smaller.
  func ranges(of segment: PathSegment, within reach: Double) -> [ParameterRange] {
    switch segment {
    case .line(let line): return span(of: line, within: reach).map { [$0] } ?? []
    case .curve(let curve):
      var result: [ParameterRange] = []
      collect(curve, ParameterRange(from: 0, to: 1), within: Reach(reach), depth: 0, into: &result)
      return result
    }
  }

  /// A distance from the way; with widths it changes along a curve, by so much for each unit of their x.
  struct Reach {
    private let distance: Double
    private let growth: Double
    private let widths: CubicCurve?

    init(_ distance: Double, growth: Double = 0, widths: CubicCurve? = nil) {
      (self.distance, self.growth, self.widths) = (distance, growth, widths)
    }

    /// At most the smallest and at least the largest distance.
    var bounds: (smallest: Double, largest: Double) {
      guard let box = widths?.controlBounds else { return (distance, distance) }
      return (distance + growth * max(box.minX, 0), distance + growth * max(box.maxX, 0))
    }

    var halves: (Reach, Reach) {
      guard let (left, right) = widths?.split(at: 0.5) else { return (self, self) }
      return (
        Reach(distance, growth: growth, widths: left), Reach(distance, growth: growth, widths: right)
      )
    }
  }

  /// Adds the parts of a curve that are within a distance of the way, in order: see ``ranges(of:within:)``.
  func collect(
    _ curve: CubicCurve, _ range: ParameterRange, within reach: Reach, depth: Int,
    into result: inout [ParameterRange]
  ) {
    let (smallest, largest) = reach.bounds
    guard axis.distance(to: curve.start) <= largest + curve.controlLength else { return }
    if isCovered(curve, within: smallest) { return Self.append(range, to: &result) }
    let isSettled = curve.bend <= Self.curveTolerance && largest - smallest <= Self.curveTolerance
    guard !isSettled, depth < 40 else {
      let chord = LineSegment(curve.start, curve.end)
      guard let part = span(of: chord, within: largest + Self.curveTolerance) else { return }
      let size = range.to - range.from
      let found = ParameterRange(from: range.from + part.from * size, to: range.from + part.to * size)
      return Self.append(found, to: &result)
    }
    let (left, right) = curve.split(at: 0.5)
    let (first, second) = reach.halves
    let middle = (range.from + range.to) / 2
    collect(
      left, ParameterRange(from: range.from, to: middle), within: first, depth: depth + 1, into: &result)
    collect(
      right, ParameterRange(from: middle, to: range.to), within: second, depth: depth + 1, into: &result)
  }

  /// The capsule is convex: it holds a curve whose control points it holds.
  private func isCovered(_ curve: CubicCurve, within reach: Double) -> Bool {
    axis.distance(to: curve.start) <= reach && axis.distance(to: curve.end) <= reach
      && axis.distance(to: curve.control1) <= reach && axis.distance(to: curve.control2) <= reach
  }

  private static func append(_ span: ParameterRange, to result: inout [ParameterRange]) {
    if let last = result.last, last.to >= span.from {
      result[result.count - 1].to = max(last.to, span.to)
    } else {
      result.append(span)
    }
  }

  /// The part of a straight line within a distance of the way: one part, as both are convex.
  func span(of line: LineSegment, within reach: Double) -> ParameterRange? {
    guard line.start != line.end else {
      return axis.distance(to: line.start) <= reach ? ParameterRange(from: 0, to: 1) : nil
    }
    let parts = [
      Self.disc(line, axis.start, reach), Self.disc(line, axis.end, reach), strip(line, reach),
    ].compactMap { $0 }
    guard let low = parts.map(\.from).min(), let high = parts.map(\.to).max() else { return nil }
    let clamped = ParameterRange(from: max(low, 0), to: min(high, 1))
    return clamped.from <= clamped.to ? clamped : nil
  }

  private static func disc(_ line: LineSegment, _ center: PagePoint, _ reach: Double) -> ParameterRange? {
    let (dx, dy) = (line.end.x - line.start.x, line.end.y - line.start.y)
    let (x, y) = (line.start.x - center.x, line.start.y - center.y)
    let square = dx * dx + dy * dy
    let off = x * dy - y * dx
    let discriminant = reach * reach * square - off * off
    guard square > 0, discriminant >= 0 else { return nil }
    let (middle, half) = (-(x * dx + y * dy) / square, discriminant.squareRoot() / square)
    return ParameterRange(from: middle - half, to: middle + half)
  }

  /// The part beside the way, between the two discs at its ends.
  private func strip(_ line: LineSegment, _ reach: Double) -> ParameterRange? {
    let length = axis.length
    guard length > 0 else { return nil }
    let (ux, uy) = ((axis.end.x - axis.start.x) / length, (axis.end.y - axis.start.y) / length)
    func along(_ p: PagePoint) -> Double { (p.x - axis.start.x) * ux + (p.y - axis.start.y) * uy }
    func beside(_ p: PagePoint) -> Double { (p.y - axis.start.y) * ux - (p.x - axis.start.x) * uy }
    guard let a = Self.between(along(line.start), along(line.end), 0, length),
      let b = Self.between(beside(line.start), beside(line.end), -reach, reach)
    else { return nil }
    let both = ParameterRange(from: max(a.from, b.from), to: min(a.to, b.to))
    return both.from <= both.to ? both : nil
  }

  /// Where a number that goes evenly from `start` to `end` is between two bounds.
  private static func between(_ start: Double, _ end: Double, _ low: Double, _ high: Double)
    -> ParameterRange?
  {
    let change = end - start
    if change == 0 { return low <= start && start <= high ? ParameterRange(from: 0, to: 1) : nil }
    let (a, b) = ((low - start) / change, (high - start) / change)
    let part = ParameterRange(from: max(min(a, b), 0), to: min(max(a, b), 1))
    return part.from <= part.to ? part : nil
  }
}

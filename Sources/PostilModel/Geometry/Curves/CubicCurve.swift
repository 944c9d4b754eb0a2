/// A cubic Bézier curve.
package struct CubicCurve: Sendable, Hashable {
  package var start: PagePoint
  package var control1: PagePoint
  package var control2: PagePoint
  package var end: PagePoint

  package init(_ start: PagePoint, _ control1: PagePoint, _ control2: PagePoint, _ end: PagePoint) {
    self.start = start
    self.control1 = control1
    self.control2 = control2
    self.end = end
  }

  /// The same curve as a quadratic one with a single control point. This is the only place where
  /// the degree is raised: every painter and the file take cubics.
  package init(raising start: PagePoint, _ control: PagePoint, _ end: PagePoint) {
    let third = 2.0 / 3.0
    self.init(
      start, start.interpolated(to: control, at: third), end.interpolated(to: control, at: third), end)
  }

  /// A straight line, run through at an even speed.
  package init(_ line: LineSegment) {
    self.init(
      line.start, line.start.interpolated(to: line.end, at: 1.0 / 3.0),
      line.start.interpolated(to: line.end, at: 2.0 / 3.0), line.end)
  }

  package var controlBounds: PageRect {
    PageRect(corner: start, corner: end).union(PageRect(corner: control1, corner: control2))
  }

  /// The length of the control polygon: the curve is never longer.
  package var controlLength: Double {
    start.distance(to: control1) + control1.distance(to: control2) + control2.distance(to: end)
  }

  /// How far the curve may be from its chord, both run through from 0 to 1. It is a quarter of
  /// this for each half of the curve.
  package var bend: Double {
    let (p, q, r, s) = (start, control1, control2, end)
    let first = PagePoint(x: p.x - 2 * q.x + r.x, y: p.y - 2 * q.y + r.y)
    let second = PagePoint(x: q.x - 2 * r.x + s.x, y: q.y - 2 * r.y + s.y)
    return 0.75 * max(first.distance(to: .zero), second.distance(to: .zero))
  }

  /// The point at a parameter from 0 to 1.
  package func point(at t: Double) -> PagePoint { split(at: t).0.end }

  /// The direction and speed at a parameter from 0 to 1.
  package func derivative(at t: Double) -> PagePoint {
    let u = 1 - t
    func part(_ p: Double, _ q: Double, _ r: Double, _ s: Double) -> Double {
      3 * (u * u * (q - p) + 2 * u * t * (r - q) + t * t * (s - r))
    }
    return PagePoint(
      x: part(start.x, control1.x, control2.x, end.x), y: part(start.y, control1.y, control2.y, end.y))
  }

  /// The two curves before and after a parameter (de Casteljau).
  package func split(at t: Double) -> (CubicCurve, CubicCurve) {
    let a = start.interpolated(to: control1, at: t)
    let b = control1.interpolated(to: control2, at: t)
    let c = control2.interpolated(to: end, at: t)
    let (ab, bc) = (a.interpolated(to: b, at: t), b.interpolated(to: c, at: t))
    let middle = ab.interpolated(to: bc, at: t)
    return (CubicCurve(start, a, ab, middle), CubicCurve(middle, bc, c, end))
  }

  /// The part between two parameters. An end that is not cut stays exactly where it is.
  package func piece(from low: Double, to high: Double) -> CubicCurve {
    let left = high < 1 ? split(at: high).0 : self
    return low > 0 && high > 0 ? left.split(at: min(low / min(high, 1), 1)).1 : left
  }

  /// Points along the curve, its ends included, joined by chords that are never farther from it
  /// than `tolerance` points (coarser for curves of more than some hundred thousand points).
  package func flattened(tolerance: Double) -> [PagePoint] {
    let wanted = (bend / tolerance).squareRoot().rounded(.up)
    let count = wanted.isFinite ? Int(min(max(wanted, 1), 5000)) : 1
    let inner = (1..<max(count, 2)).prefix(count - 1).map { point(at: Double($0) / Double(count)) }
    return [start] + inner + [end]
  }
}

extension CubicCurve {
  /// The smallest rectangle that holds the curve.
  package var extent: PageRect {
    let chord = PageRect(corner: start, corner: end)
    if chord.contains(control1) && chord.contains(control2) { return chord }
    return turningPoints.reduce(chord) { $0.union(PageRect(corner: $1, corner: $1)) }
  }

  /// Where the curve runs along an axis.
  private var turningPoints: [PagePoint] {
    let x = Self.turns(start.x, control1.x, control2.x, end.x)
    let y = Self.turns(start.y, control1.y, control2.y, end.y)
    return (x + y).filter { $0 > 0 && $0 < 1 }.map(point(at:))
  }

  /// The zeros of one coordinate's derivative, in the form that does not cancel.
  private static func turns(_ p: Double, _ q: Double, _ r: Double, _ s: Double) -> [Double] {
    let (a, b, c) = (s - 3 * r + 3 * q - p, 2 * (r - 2 * q + p), q - p)
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return [] }
    let root = discriminant.squareRoot()
    let half = -(b + (b < 0 ? -root : root)) / 2
    return [half / a, c / half]
  }

  /// Where a cubic polynomial changes its sign between 0 and 1, in ascending order, from its four coefficients in Bernstein's form:
  /// the distances of a curve's points from a line, say.
  package static func signChanges(_ p: Double, _ q: Double, _ r: Double, _ s: Double) -> [Double] {
    guard min(p, q, r, s) < 0, max(p, q, r, s) > 0 else { return [] }
    func value(_ t: Double) -> Double {
      let u = 1 - t
      return u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s
    }
    let places = [0] + turns(p, q, r, s).filter { $0 > 0 && $0 < 1 }.sorted() + [1]
    return zip(places, places.dropFirst()).compactMap { first, last in
      var (low, high) = (first, last)
      let isNegative = value(low) < 0
      guard isNegative != (value(high) < 0) else { return nil }
      // More halvings find no other number.
      for _ in 0..<60 {
        let middle = (low + high) / 2
        if (value(middle) < 0) == isNegative { low = middle } else { high = middle }
      }
      return high
    }
  }
}

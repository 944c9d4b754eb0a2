/// A place that a curve is to go near.
package protocol FittedPlace {
  var point: PagePoint { get }
  /// Where the curve is that is compared with it, 0…1.
  var parameter: Double { get set }
}

/// Fits a cubic curve with given ends and tangents to places between them, by least squares of how far the tangents reach (Schneider:
/// An Algorithm for Automatically Fitting Digitized Curves, 1990).
package struct CubicFit: Sendable {
  /// An end of the curve.
  package struct End: Sendable {
    let point: PagePoint
    /// From the end to the control point beside it, of length 1.
    let direction: PagePoint

    package init(_ point: PagePoint, direction: PagePoint) {
      (self.point, self.direction) = (point, direction)
    }
  }

  private let start: End
  private let end: End
  /// How far the tangents may reach.
  private let reach: Double

  /// Makes a fit.
  ///
  /// - Parameter length: That of the way from place to place, in points: tangents reach no farther than three times that.
  package init(from start: End, to end: End, length: Double) {
    (self.start, self.end) = (start, end)
    reach = 3 * length
  }

  /// The curve; `nil` if there is none that is near enough.
  ///
  /// - Parameters:
  ///   - places: What it goes near. They are run through as the curve is, which moves their parameters a little with each try.
  ///   - tolerance: How far from them it may be.
  ///   - tries: How often it is tried; not again if it is 16 times as far.
  ///   - error: How far a curve is from them; infinite if it is not run through in their order.
  package func curve<Place: FittedPlace>(
    near places: inout [Place], tolerance: Double, tries: Int, _ error: (CubicCurve, [Place]) -> Double
  ) -> CubicCurve? {
    for _ in 0..<tries {
      guard let curve = curve(near: places) else { return nil }
      let error = error(curve, places)
      if error <= tolerance { return curve }
      if error > tolerance * 16 { return nil }
      for index in places.indices {
        places[index].parameter = curve.parameter(
          nearestTo: places[index].point, after: places[index].parameter)
      }
    }
    return nil
  }

  /// The curve; `nil` if there is none whose tangents reach forward.
  private func curve(near places: [some FittedPlace]) -> CubicCurve? {
    let (out, back) = (start.direction, end.direction)
    var (c00, c01, c11, x0, x1) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for place in places {
      let (point, t) = (place.point, place.parameter)
      let u = 1 - t
      let (b0, b1, b2, b3) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      let dx = point.x - start.point.x * (b0 + b1) - end.point.x * (b2 + b3)
      let dy = point.y - start.point.y * (b0 + b1) - end.point.y * (b2 + b3)
      c00 += b1 * b1
      c01 += b1 * b2 * (out.x * back.x + out.y * back.y)
      c11 += b2 * b2
      x0 += b1 * (out.x * dx + out.y * dy)
      x1 += b2 * (back.x * dx + back.y * dy)
    }
    let determinant = c00 * c11 - c01 * c01
    guard abs(determinant) > 1e-9 else { return nil }
    let (reach0, reach1) = ((x0 * c11 - x1 * c01) / determinant, (c00 * x1 - c01 * x0) / determinant)
    guard reach0 > 0, reach1 > 0, reach0 < reach, reach1 < reach else { return nil }
    return CubicCurve(
      start.point, start.point.offset(dx: out.x * reach0, dy: out.y * reach0),
      end.point.offset(dx: back.x * reach1, dy: back.y * reach1), end.point)
  }

  /// What fits as many items as possible: tried in ever longer steps, then by halving between what fits and what does not.
  /// O(log most) tries.
  ///
  /// - Parameters:
  ///   - few: How many are tried first.
  ///   - most: How many there are.
  ///   - fit: What takes the place of so many; `nil` if nothing does.
  package static func longest<Fit>(from few: Int, to most: Int, _ fit: (Int) -> Fit?) -> (
    count: Int, fit: Fit
  )? {
    var best: (count: Int, fit: Fit)?
    var (low, high) = (few - 1, few)
    while high <= most, let found = fit(high) {
      best = (high, found)
      (low, high) = (high, high * 2)
    }
    var limit = min(high, most + 1)
    while best != nil, limit - low > 1 {
      let middle = (low + limit) / 2
      if let found = fit(middle) {
        best = (middle, found)
        low = middle
      } else {
        limit = middle
      }
    }
    return best
  }
}

extension CubicCurve {
  /// One step of Newton's method from a parameter to that of the place that is nearest to a point.
  fileprivate func parameter(nearestTo point: PagePoint, after t: Double) -> Double {
    let u = 1 - t
    let here = self.point(at: t)
    func second(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      6 * (u * (c - 2 * b + a) + t * (d - 2 * c + b))
    }
    let speed = derivative(at: t)
    let (ax, ay) = (
      second(start.x, control1.x, control2.x, end.x), second(start.y, control1.y, control2.y, end.y)
    )
    let (dx, dy) = (here.x - point.x, here.y - point.y)
    let slope = speed.x * speed.x + speed.y * speed.y + dx * ax + dy * ay
    guard abs(slope) > 1e-12 else { return t }
    return min(max(t - (dx * speed.x + dy * speed.y) / slope, 0), 1)
  }
}

import Foundation
import PostilModel

/// The ellipse that has the area, the middle and the moments of what is inside an outline.
struct EllipseFit {
  let center: PagePoint
  /// The radii, the longer one first.
  let radii: (Double, Double)
  /// The direction of the longer one, in radians.
  let angle: Double
  /// How far the outline is from it, as the root of the mean square, in points.
  let error: Double

  init?(_ outline: [PagePoint]) {
    guard let origin = outline.first else { return nil }
    // Green's theorem, about a point of the outline, so that little cancels.
    var (area, mx, my, mxx, myy, mxy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for index in outline.indices {
      let (p, q) = (outline[index], outline[(index + 1) % outline.count])
      let (x0, y0, x1, y1) = (p.x - origin.x, p.y - origin.y, q.x - origin.x, q.y - origin.y)
      let cross = x0 * y1 - x1 * y0
      area += cross / 2
      mx += (x0 + x1) * cross / 6
      my += (y0 + y1) * cross / 6
      mxx += (x0 * x0 + x0 * x1 + x1 * x1) * cross / 12
      myy += (y0 * y0 + y0 * y1 + y1 * y1) * cross / 12
      mxy += (x0 * y1 + 2 * x0 * y0 + 2 * x1 * y1 + x1 * y0) * cross / 24
    }
    guard abs(area) > 1e-6 else { return nil }
    let (cx, cy) = (mx / area, my / area)
    let (xx, yy, xy) = (mxx / area - cx * cx, myy / area - cy * cy, mxy / area - cx * cy)
    let (middle, half) = ((xx + yy) / 2, hypot((xx - yy) / 2, xy))
    guard middle - half > 1e-9 else { return nil }
    center = origin.offset(dx: cx, dy: cy)
    radii = (2 * (middle + half).squareRoot(), 2 * (middle - half).squareRoot())
    angle = atan2(2 * xy, xx - yy) / 2
    var sum = 0.0
    for point in outline {
      let (dx, dy) = (point.x - center.x, point.y - center.y)
      let (u, v) = (dx * cos(angle) + dy * sin(angle), dy * cos(angle) - dx * sin(angle))
      let far = hypot(u / radii.0, v / radii.1)
      // Along the radius; the way to the ellipse is hardly shorter where it is this near.
      let off = far > 0 ? hypot(dx, dy) * (1 - 1 / far) : radii.1
      sum += off * off
    }
    error = (sum / Double(outline.count)).squareRoot()
  }
}

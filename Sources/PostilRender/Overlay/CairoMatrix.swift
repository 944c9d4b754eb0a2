import CPostilCairo
import Foundation
import PostilModel

extension cairo_matrix_t {
  /// From page space to the view.
  init(_ transform: PageTransform) {
    let m = transform.matrix
    self.init(xx: m.a, yx: m.b, xy: m.c, yy: m.d, x0: m.tx, y0: m.ty)
  }

  /// A turn clockwise, as seen with y upwards, that leaves a point where it is. As poppler computes it.
  init(turning degrees: Int, about point: PagePoint) {
    let angle = Double(degrees) * Double.pi / 180
    let (c, s) = (cos(angle), sin(angle))
    self.init(
      xx: c, yx: -s, xy: s, yy: c, x0: -c * point.x - s * point.y + point.x,
      y0: -c * point.y + s * point.x + point.y)
  }

  /// The map that does this one first, then another.
  func then(_ other: cairo_matrix_t) -> cairo_matrix_t {
    var (first, second, result) = (self, other, cairo_matrix_t())
    cairo_matrix_multiply(&result, &first, &second)
    return result
  }

  /// Whether cairo takes it: a context that is given another fails for good.
  var isUsable: Bool {
    let determinant = xx * yy - xy * yx
    return determinant != 0 && determinant.isFinite && x0.isFinite && y0.isFinite
  }

  /// Whether it moves by whole pixels, and nothing else.
  var movesWholePixels: Bool {
    xx == 1 && yy == 1 && xy == 0 && yx == 0 && x0.rounded() == x0 && y0.rounded() == y0
  }

  func map(_ point: PagePoint) -> (x: Double, y: Double) {
    (xx * point.x + xy * point.y + x0, yx * point.x + yy * point.y + y0)
  }

  /// The smallest upright rectangle around what a rectangle becomes: left, top, right and bottom.
  func bounds(of rect: PageRect) -> (x1: Double, y1: Double, x2: Double, y2: Double) {
    // Term by term, since this is asked of every annotation for every tile.
    let (x, y) = (xx * rect.minX, yx * rect.minX)
    let (dx, dy) = (xx * rect.width, yx * rect.width)
    let (u, v) = (xy * rect.minY + x0, yy * rect.minY + y0)
    let (du, dv) = (xy * rect.height, yy * rect.height)
    return (
      x + u + min(dx, 0) + min(du, 0), y + v + min(dy, 0) + min(dv, 0),
      x + u + max(dx, 0) + max(du, 0), y + v + max(dy, 0) + max(dv, 0)
    )
  }
}

import CPostilCairo
import PostilRenderServer

extension ViewTurn {
  var matrix: cairo_matrix_t {
    let (a, b, c, d, e, f) = coefficients
    return cairo_matrix_t(xx: a, yx: b, xy: c, yy: d, x0: e, y0: f)
  }
}

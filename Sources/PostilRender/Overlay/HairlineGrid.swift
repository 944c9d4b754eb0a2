import CPostilCairo
import PostilModel

/// The pixels that ends of horizontal and vertical hairlines are moved to the middle of, so that those lines
/// are sharp.
struct HairlineGrid {
  private let grid: cairo_matrix_t
  private let back: cairo_matrix_t

  /// Where the view is moved by whole pixels, its own pixels are taken: a sum that was rounded might fall
  /// into the next one, and then a line would break where two tiles meet.
  init(_ page: cairo_matrix_t, _ view: cairo_matrix_t) {
    grid = view.movesWholePixels ? page : page.then(view)
    var back = grid
    cairo_matrix_invert(&back)
    self.back = back
  }

  func place(_ point: PagePoint) -> (x: Double, y: Double) { grid.map(point) }

  /// The point in the middle of a point's pixel.
  func snap(_ point: PagePoint) -> PagePoint {
    let (x, y) = place(point)
    let middle = back.map(PagePoint(x: x.rounded(.down) + 0.5, y: y.rounded(.down) + 0.5))
    return PagePoint(x: middle.x, y: middle.y)
  }

  /// Whether a straight line is horizontal or vertical, but for half a pixel.
  func isAligned(_ a: PagePoint, _ b: PagePoint) -> Bool {
    let (a, b) = (place(a), place(b))
    return abs(a.x - b.x) < 0.5 || abs(a.y - b.y) < 0.5
  }
}

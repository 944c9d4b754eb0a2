import CPostilCairo
import PostilRenderProtocol

/// The transform from the view of the unrotated page to that of the rotated page.
struct ViewTurn {
  /// The rotation.
  let turn: QuarterTurn
  /// The size of the unrotated view, in pixels.
  let width: Double
  let height: Double

  /// The size of the rotated view, in pixels.
  var size: (width: Double, height: Double) { turn.isSideways ? (height, width) : (width, height) }

  var matrix: cairo_matrix_t {
    switch turn {
    case .none: cairo_matrix_t(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: 0)
    case .clockwise90: cairo_matrix_t(xx: 0, yx: 1, xy: -1, yy: 0, x0: height, y0: 0)
    case .clockwise180: cairo_matrix_t(xx: -1, yx: 0, xy: 0, yy: -1, x0: width, y0: height)
    case .clockwise270: cairo_matrix_t(xx: 0, yx: -1, xy: 1, yy: 0, x0: 0, y0: width)
    }
  }

  /// The unrotated pixels that contain those of a rotated rectangle.
  func source(of rect: PixelRect) -> PixelRect {
    let (x, y, width, height) = exactSource(of: rect)
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    return PixelRect(
      x: left, y: top, width: Int((x + Double(width)).rounded(.up)) - left,
      height: Int((y + Double(height)).rounded(.up)) - top)
  }

  /// How far the pixels of the rotated view are off those of the unrotated one: parts of a pixel.
  var fraction: (x: Double, y: Double) {
    let (x, y, _, _) = exactSource(of: PixelRect(x: 0, y: 0, width: 1, height: 1))
    let fraction = (x: x - Self.wholePixels(x), y: y - Self.wholePixels(y))
    return (
      abs(fraction.x) < Self.tolerance ? 0 : fraction.x, abs(fraction.y) < Self.tolerance ? 0 : fraction.y
    )
  }

  /// The whole pixels of a position, in spite of errors of rounding.
  static func wholePixels(_ position: Double) -> Double { (position + tolerance).rounded(.down) }

  private static let tolerance = 1e-6

  /// The unrotated position of a rotated rectangle: not on whole pixels unless the size of the page is whole.
  func exactSource(of rect: PixelRect) -> (x: Double, y: Double, width: Int, height: Int) {
    let (x, y, w, h) = (Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
    return switch turn {
    case .none: (x, y, rect.width, rect.height)
    case .clockwise90: (y, height - x - w, rect.height, rect.width)
    case .clockwise180: (width - x - w, height - y - h, rect.width, rect.height)
    case .clockwise270: (width - y - h, x, rect.height, rect.width)
    }
  }
}

package import PostilRenderProtocol

/// The transform from the view of the unrotated page to that of the rotated page.
package struct ViewTurn {
  /// The rotation.
  package let turn: QuarterTurn
  /// The size of the unrotated view, in pixels.
  package let width: Double
  package let height: Double

  package init(turn: QuarterTurn, width: Double, height: Double) {
    self.turn = turn
    self.width = width
    self.height = height
  }

  /// The view of an area of a page of a size, in points.
  ///
  /// - Throws: ``RenderFailure`` with code `.renderFailed` if it has no size.
  package init(_ area: DrawnArea, ofPageOf size: (width: Double, height: Double)) throws(RenderFailure) {
    self.init(
      turn: QuarterTurn(rawValue: area.page.quarterTurns) ?? .none, width: size.width * area.scale,
      height: size.height * area.scale)
    // A library may measure a file with odd boxes differently than the program, or NaN.
    guard [width, height].allSatisfy({ $0 > 0 && $0 <= Self.largestSide }) else {
      throw RenderFailure(.renderFailed, "The page has no size that could be shown.")
    }
  }

  /// The largest coordinate of cairo, and more than a tile can be asked for of.
  private static let largestSide = 8_388_608.0

  /// The size of the rotated view, in pixels.
  package var size: (width: Double, height: Double) { turn.isSideways ? (height, width) : (width, height) }

  /// From the view of the unrotated page to that of the rotated one, both in pixels: a, b, c, d, e, f.
  package var coefficients: (a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
    switch turn {
    case .none: (1, 0, 0, 1, 0, 0)
    case .clockwise90: (0, 1, -1, 0, height, 0)
    case .clockwise180: (-1, 0, 0, -1, width, height)
    case .clockwise270: (0, -1, 1, 0, 0, width)
    }
  }

  /// The unrotated pixels that contain those of a rotated rectangle.
  package func source(of rect: PixelRect) -> PixelRect {
    let (x, y, width, height) = exactSource(of: rect)
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    return PixelRect(
      x: left, y: top, width: Int((x + Double(width)).rounded(.up)) - left,
      height: Int((y + Double(height)).rounded(.up)) - top)
  }

  /// How far the pixels of the rotated view are off those of the unrotated one: parts of a pixel.
  package var fraction: (x: Double, y: Double) {
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
  package func exactSource(of rect: PixelRect) -> (x: Double, y: Double, width: Int, height: Int) {
    let (x, y, w, h) = (Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
    return switch turn {
    case .none: (x, y, rect.width, rect.height)
    case .clockwise90: (y, height - x - w, rect.height, rect.width)
    case .clockwise180: (width - x - w, height - y - h, rect.width, rect.height)
    case .clockwise270: (width - y - h, x, rect.height, rect.width)
    }
  }
}

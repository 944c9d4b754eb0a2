/// How much of a page is recorded or drawn at once.
enum CacheExtent {
  /// Pages of up to that many pixels are recorded whole: soft masks become pictures as large as
  /// what is recorded.
  private static let wholePixelCount = 40_000_000.0
  private static let wholeSide = 16_000.0
  /// Of larger ones, squares with that side.
  private static let cell = 4_096
  /// Pictures are at the most that large, as wide as the page where that goes.
  private static let picturePixelCount = 16_000_000

  /// The part of a page's view to record if `needed` is needed. Some pixels beyond the page's edge are
  /// part of it, so that the last pixel, which the page may cover in part, is whole.
  static func recording(of needed: PixelRect, width: Double, height: Double) -> PixelRect {
    if width * height <= wholePixelCount, max(width, height) <= wholeSide {
      let whole = PixelRect(x: 0, y: 0, width: Int(width.rounded(.up)), height: Int(height.rounded(.up)))
      return whole.expanded(by: 2)
    }
    let (midX, midY) = (needed.x + needed.width / 2, needed.y + needed.height / 2)
    let square = PixelRect(
      x: midX / cell * cell, y: midY / cell * cell, width: cell, height: cell)
    return square.union(needed.expanded(by: 2))
  }

  /// Whether a picture can hold all of a page.
  static func fitsOnePicture(width: Double, height: Double) -> Bool {
    max(width, height) < Double(ImageSize.maximumSide)
      && (width + 1) * (height + 1) <= Double(picturePixelCount)
  }

  /// The part of a page's view to draw if `rect` is needed.
  static func picture(around rect: PixelRect, width: Double, height: Double) -> PixelRect {
    let (wide, high) = (Int(width.rounded(.up)), Int(height.rounded(.up)))
    guard wide < ImageSize.maximumSide, wide <= picturePixelCount / max(rect.height, 1) else { return rect }
    let rows = min(max(picturePixelCount / max(wide, 1), rect.height), high, ImageSize.maximumSide)
    let top = rows >= high ? 0 : rect.y / rows * rows
    return PixelRect(x: 0, y: top, width: wide, height: min(rows, high - top)).union(rect)
  }
}

extension PixelRect {
  /// The smallest rectangle that holds both.
  func union(_ other: PixelRect) -> PixelRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

import PostilRenderProtocol
import PostilRenderServer

/// The part of a page that is recorded or rendered at once.
enum CacheExtent {
  /// Pages of up to this many pixels are recorded whole: soft masks become images as large as the
  /// recorded part.
  private static let wholePixelCount = 40_000_000.0
  private static let wholeSide = 16_000.0
  /// The side of the squares that are recorded of larger ones.
  private static let cell = 4_096
  /// The largest size of images; they are as wide as the page if possible.
  private static let picturePixelCount = 16_000_000

  /// The part of a page's view to record for `needed`. It has some pixels beyond the page's edge, so that the last
  /// pixel, which the page may cover in part, is complete.
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

  /// Whether one image can hold the page.
  static func fitsOnePicture(width: Double, height: Double) -> Bool {
    max(width, height) < Double(PixelBlock.maximumSide)
      && (width + 1) * (height + 1) <= Double(picturePixelCount)
  }

  /// The part of a page's view to render for `rect`.
  static func picture(around rect: PixelRect, width: Double, height: Double) -> PixelRect {
    let (wide, high) = (Int(width.rounded(.up)), Int(height.rounded(.up)))
    guard wide < PixelBlock.maximumSide, wide <= picturePixelCount / max(rect.height, 1) else { return rect }
    let rows = min(max(picturePixelCount / max(wide, 1), rect.height), high, PixelBlock.maximumSide)
    let top = rows >= high ? 0 : rect.y / rows * rows
    return PixelRect(x: 0, y: top, width: wide, height: min(rows, high - top)).union(rect)
  }
}

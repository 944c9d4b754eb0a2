import GTKKit
import Postil
import PostilViewer

extension PagePicture {
  /// Where it is painted for a page. Its edges are aligned with pixels, so that there are no seams between tiles.
  func frame(on page: Rect, pixelRatio ratio: Double) -> Rect {
    func edge(_ origin: Double, _ length: Double, _ fraction: Double) -> Double {
      ((origin + length * fraction) * ratio).rounded() / ratio
    }
    let (left, top) = (edge(page.x, page.width, frame.x), edge(page.y, page.height, frame.y))
    let right = edge(page.x, page.width, frame.x + frame.width)
    let bottom = edge(page.y, page.height, frame.y + frame.height)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

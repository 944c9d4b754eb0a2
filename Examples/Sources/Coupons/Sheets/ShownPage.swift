import Postil

/// A page as it is shown: places count in points from its lower left corner, however it is turned and cropped.
struct ShownPage {
  let width: Double
  let height: Double
  let rotation: PageRotation
  private let transform: PageTransform

  init(_ page: PDFPage) {
    (width, height, rotation) = (page.width, page.height, page.rotation)
    transform = page.transform()
  }

  /// The point of page space that is shown at a place.
  func point(x: Double, y: Double) -> PagePoint { transform.pagePoint(ViewPoint(x: x, y: height - y)) }

  /// The rectangle of page space that is shown in another one.
  func rect(_ rect: PageRect) -> PageRect {
    transform.pageRect(
      ViewRect(x: rect.minX, y: height - rect.maxY, width: rect.width, height: rect.height))
  }
}

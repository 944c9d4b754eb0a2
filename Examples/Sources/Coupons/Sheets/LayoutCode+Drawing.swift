import Foundation
import Postil
import PostilLayout

extension LayoutCode {
  /// The smallest module that printers and cameras can be relied on to tell from the next, in points.
  private static let leastModule = 0.5

  /// A QR code as paths, as large as fits the middle of a rectangle with its quiet zone, in tenths of a point a module: whole
  /// numbers make short paths.
  ///
  /// - Throws: `PDFError` if the text is too long, ``CouponError`` if the rectangle is too small.
  func annotations(_ text: String, in rect: PageRect, on page: ShownPage) throws -> [Annotation] {
    // Bytes beyond ASCII are UTF-8, as readers expect it.
    let symbol =
      try text.utf8.allSatisfy { $0 < 128 }
      ? BarcodeSymbol(text, .qr, correction: level)
      : BarcodeSymbol(data: Data(text.utf8), .qr, correction: level)
    let module = (min(rect.width, rect.height) / symbol.width * 10).rounded(.down) / 10
    guard module >= Self.leastModule else {
      let side = symbol.width * Self.leastModule
      throw CouponError(
        "A QR code of so much text needs a rectangle of \(side) × \(side) points: make it larger, or the text shorter."
      )
    }
    let size = symbol.width * module
    let left = (rect.center.x - size / 2).rounded()
    let top = (rect.center.y + size / 2).rounded()
    let areas = symbol.bars.map { bar in
      [(bar.minX, bar.minY), (bar.maxX, bar.minY), (bar.maxX, bar.maxY), (bar.minX, bar.maxY)].map {
        page.point(x: left + $0 * module, y: top - $1 * module)
      }
    }
    let paper = background.map { color in
      Annotation(
        .rectangle(page.rect(PageRect(x: left, y: top - size, width: size, height: size))),
        style: AnnotationStyle(fill: color, lineWidth: 0))
    }
    return (paper.map { [$0] } ?? [])
      + [Annotation(.ink([], areas: areas), style: AnnotationStyle(fill: color, lineWidth: 0))]
  }
}

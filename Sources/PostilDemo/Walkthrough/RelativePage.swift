import Postil

/// A page with positions as fractions of it as it is shown: 0, 0 is the upper left corner and 1, 1 the lower right one,
/// wherever the crop box is and however the page is rotated.
struct RelativePage {
  let pdfPage: PDFPage
  private let transform: PageTransform

  init(_ page: PDFPage) {
    pdfPage = page
    transform = page.transform()
  }

  /// A point of an A4 page, on a page of this size.
  var unit: Double { min(pdfPage.width, pdfPage.height) / 595 }

  func point(_ x: Double, _ y: Double) -> PagePoint {
    transform.pagePoint(ViewPoint(x: x * pdfPage.width, y: y * pdfPage.height))
  }

  func style(_ hex: String, width: Double, opacity: Double = 1, fill: String? = nil) -> AnnotationStyle {
    AnnotationStyle(
      color: Color(hex: hex) ?? .black, fill: fill.flatMap(Color.init(hex:)), lineWidth: width * unit,
      opacity: opacity)
  }
}

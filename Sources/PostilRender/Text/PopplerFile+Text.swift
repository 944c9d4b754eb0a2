internal import CPoppler
import PostilModel

extension PopplerFile {
  /// The text of a page that the reader sees, in page space: what lies outside the crop box is left out, what
  /// is invisible, as the text that recognition lays under a scan, is not.
  ///
  /// - Parameter transform: The page's crop box and rotation in this file, at scale 1.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  package func text(ofPage index: Int, transform: PageTransform) throws -> PageText {
    try withPage(index) { page in
      var run = PopplerText(page, from: .beforeAll, to: .afterAll)
      if run.decoder.isLeftward || run.decoder.characters.isEmpty { run = PopplerText(leftward: page) }
      return PageText(characters: run.decoder.characters, boxes: run.boxes(transform))
    }
  }
}

extension ViewPoint {
  /// Points far outside of every page: poppler cuts lines that reach over the edge of the page at the corners
  /// of a selection, so the corners must not be those of the page.
  static let beforeAll = ViewPoint(x: -1e7, y: -1e7)
  static let afterAll = ViewPoint(x: 1e7, y: 1e7)
  static let beforeAllLeftward = ViewPoint(x: 1e7, y: -1e7)
}

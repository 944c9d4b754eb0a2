package import PostilModel

extension PopplerFile {
  /// The text of a page that the reader sees, in page space: what lies outside the crop box is left out, what
  /// is invisible, as the text that recognition lays under a scan, is not.
  ///
  /// - Parameter transform: The page's crop box and rotation in this file, at scale 1.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  package func text(ofPage index: Int, transform: PageTransform) throws -> PageText {
    try withPage(index) { page in
      let text = PopplerText.all(of: page)
      return PageText(characters: text.characters, boxes: text.boxes(transform))
    }
  }
}

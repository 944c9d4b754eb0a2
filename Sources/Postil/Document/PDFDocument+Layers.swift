import PostilModel

extension PDFDocument {
  /// The layers of the document's file as it was last saved, in the order in which readers list them, headings among them; those that they
  /// do not list come last. None of most documents.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if the file cannot be read.
  /// - Complexity: O(layers).
  public var layers: [DocumentLayer] {
    get throws(PDFError) {
      do { return try store.withLock { try $0.layers() } } catch { throw PDFError.from(error) }
    }
  }
}

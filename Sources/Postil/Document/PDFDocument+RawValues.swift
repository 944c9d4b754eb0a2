import PostilFile
import PostilModel

extension PDFDocument {
  /// What the file says of an annotation, as values: everything in its dictionary, also of kinds that Postil does not draw.
  /// Edits that were not saved yet are not in it.
  ///
  /// ```swift
  /// for match in try await document.annotations(where: { $0.subtype == "Link" }) {
  ///   let value = try document.rawValue(of: match.annotation.id, on: match.page)
  ///   if let address = value?["A"]?["URI"]?.text { print(match.pageIndex + 1, address) }
  /// }
  /// ```
  ///
  /// References are followed, except to pages and to other annotations. Printed it is what stands in the file.
  ///
  /// - Returns: A dictionary; `nil` for an annotation that is not in the file yet.
  /// - Throws: ``PDFError`` with code `.noSuchAnnotation`, `.pageOutOfRange`, or `.damaged` if the file cannot be read.
  /// - Complexity: O(annotations of the page, and what the value holds, at the most 10,000 values).
  public func rawValue(of id: AnnotationID, on page: PageID) throws(PDFError) -> PDFValue? {
    try PDFError.only {
      let source = try source(of: page)
      guard try self.page(page).annotation(named: id) != nil else {
        throw PDFError.noSuchAnnotation(id, on: page).about(url)
      }
      return try store.withLock { try $0.rawValue(of: id, on: page, from: source) }
    }
  }
}

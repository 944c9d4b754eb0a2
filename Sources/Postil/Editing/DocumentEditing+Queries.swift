import PostilModel

/// An annotation that was found in a document, and where.
public struct AnnotationMatch: Sendable, Hashable {
  /// The page that it is on.
  public let page: PageID
  /// The page's index when it was searched, from 0.
  public let pageIndex: Int
  /// The annotation as it was then.
  public let annotation: Annotation
}

extension AnnotationMatch: CustomStringConvertible {
  /// The page and the annotation: `page 3: route-1: line from (72, 700) to (200, 720)`.
  public var description: String { "\(page): \(annotation)" }
}

extension DocumentEditing {
  // MARK: - Finding annotations

  /// The annotations at a point of a page, topmost first: see ``PDFPage/annotations(at:tolerance:)``.
  ///
  /// - Parameters:
  ///   - point: The point in page space.
  ///   - tolerance: How far off is still a hit, in points.
  ///   - page: The page.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.damaged` if the page cannot be read.
  /// - Complexity: O(annotations of the page, and their points): keep a ``PDFPage/hitTester`` for many points.
  public func annotations(
    at point: PagePoint, tolerance: Double = 0, on page: PageID
  ) throws(PDFError) -> [Annotation] {
    try self.page(page).annotations(at: point, tolerance: tolerance)
  }

  /// The first annotation with a name, page by page: names are unique on a page, and those that Postil makes everywhere.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if a page cannot be read.
  /// - Complexity: O(pages and annotations up to it). Pages that were not looked at before are read.
  public func annotation(named name: AnnotationID) throws(PDFError) -> AnnotationMatch? {
    let pages = pages
    for index in pages.indices {
      let page = try pages.page(at: index)
      if let annotation = page.annotation(named: name) {
        return AnnotationMatch(page: page.id, pageIndex: index, annotation: annotation)
      }
    }
    return nil
  }

  /// The annotations of the document that a condition chooses, page by page, bottom first.
  ///
  /// ```swift
  /// let mine = try document.annotations { $0.author == "Ada" && $0.metadata["checked"] == nil }
  /// ```
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if a page cannot be read.
  /// - Complexity: O(pages and annotations of the document). Pages that were not looked at before are read.
  public func annotations(where isIncluded: (Annotation) -> Bool) throws(PDFError) -> [AnnotationMatch] {
    var result: [AnnotationMatch] = []
    let pages = pages
    for index in pages.indices {
      let page = try pages.page(at: index)
      for annotation in page.annotations where isIncluded(annotation) {
        result.append(AnnotationMatch(page: page.id, pageIndex: index, annotation: annotation))
      }
    }
    return result
  }

  /// The annotations of the document whose names begin with something, such as `route-`, page by page, bottom first.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if a page cannot be read.
  /// - Complexity: O(pages and annotations of the document).
  public func annotations(withNamePrefix prefix: String) throws(PDFError) -> [AnnotationMatch] {
    try annotations { $0.id.rawValue.hasPrefix(prefix) }
  }

  /// The annotations of the document of a kind, page by page, bottom first.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if a page cannot be read.
  /// - Complexity: O(pages and annotations of the document).
  public func annotations(ofKind kind: AnnotationContent.Kind) throws(PDFError) -> [AnnotationMatch] {
    try annotations { $0.content.kind == kind }
  }

  /// The annotations of the document of a PDF subtype, such as `Link` or `Text`, page by page, bottom first.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if a page cannot be read.
  /// - Complexity: O(pages and annotations of the document).
  public func annotations(ofSubtype subtype: String) throws(PDFError) -> [AnnotationMatch] {
    try annotations { $0.subtype == subtype }
  }
}

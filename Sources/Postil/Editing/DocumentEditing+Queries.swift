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
}

extension PDFDocument.Pages {
  /// The first annotation with a name.
  fileprivate func annotation(
    named name: AnnotationID, _ checkCancellation: () throws -> Void = {}
  ) throws -> AnnotationMatch? {
    for index in indices {
      try checkCancellation()
      let page = try page(at: index)
      if let annotation = page.annotation(named: name) {
        return AnnotationMatch(page: page.id, pageIndex: index, annotation: annotation)
      }
    }
    return nil
  }

  fileprivate func annotations(
    where isIncluded: (Annotation) -> Bool, _ checkCancellation: () throws -> Void = {}
  ) throws -> [AnnotationMatch] {
    var result: [AnnotationMatch] = []
    for index in indices {
      try checkCancellation()
      let page = try page(at: index)
      for annotation in page.annotations where isIncluded(annotation) {
        result.append(AnnotationMatch(page: page.id, pageIndex: index, annotation: annotation))
      }
    }
    return result
  }
}

extension PDFDocument {
  /// The first annotation with a name, page by page: names are unique on a page, and those that Postil makes everywhere.
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if a page cannot be read; `CancellationError`.
  /// - Complexity: O(pages and annotations up to it). Pages that were not looked at before are read.
  public func annotation(named name: AnnotationID) async throws -> AnnotationMatch? {
    let pages = pages
    return try await inBackground { try pages.annotation(named: name, $0) }
  }

  /// The first annotation with a name; blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``annotation(named:)``.
  public func annotationAndWait(named name: AnnotationID) throws(PDFError) -> AnnotationMatch? {
    try PDFError.only { try pages.annotation(named: name) }
  }

  /// The annotations of the document that a condition chooses, page by page, bottom first.
  ///
  /// ```swift
  /// let mine = try await document.annotations { $0.author == "Ada" && $0.metadata["checked"] == nil }
  /// ```
  ///
  /// - Throws: ``PDFError`` with code `.damaged` if a page cannot be read; `CancellationError`.
  /// - Complexity: O(pages and annotations of the document). Pages that were not looked at before are read.
  public func annotations(
    where isIncluded: @escaping @Sendable (Annotation) -> Bool
  ) async throws -> [AnnotationMatch] {
    let pages = pages
    return try await inBackground { try pages.annotations(where: isIncluded, $0) }
  }

  /// The annotations of the document that a condition chooses; blocks the calling thread meanwhile.
  ///
  /// - Throws: ``PDFError``, as ``annotations(where:)``.
  public func annotationsAndWait(where isIncluded: (Annotation) -> Bool) throws(PDFError) -> [AnnotationMatch]
  {
    try PDFError.only { try pages.annotations(where: isIncluded) }
  }
}

extension EditTransaction {
  /// The first annotation with a name: see ``PDFDocument/annotation(named:)``. Counts as reading the pages up to it.
  ///
  /// - Throws: ``PDFError``, as ``PDFDocument/annotation(named:)``.
  public func annotation(named name: AnnotationID) throws(PDFError) -> AnnotationMatch? {
    try PDFError.only { try pages.annotation(named: name) }
  }

  /// The annotations that a condition chooses: see ``PDFDocument/annotations(where:)``. Counts as reading all pages.
  ///
  /// - Throws: ``PDFError``, as ``PDFDocument/annotations(where:)``.
  public func annotations(where isIncluded: (Annotation) -> Bool) throws(PDFError) -> [AnnotationMatch] {
    try PDFError.only { try pages.annotations(where: isIncluded) }
  }
}

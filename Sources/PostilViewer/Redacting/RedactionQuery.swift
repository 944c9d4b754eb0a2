/// What is marked for redaction: see ``ViewerSession/markForRedaction(_:)``.
public enum RedactionQuery: Sendable, Hashable {
  /// A text.
  case text(String, options: SearchOptions)
  /// What looks like something.
  case pattern(RedactionPattern)

  func redaction(in document: PDFDocument) async throws -> Redaction {
    switch self {
    case .text(let text, let options): try await document.redaction(of: text, options: options)
    case .pattern(let pattern): try await document.redaction(of: pattern)
    }
  }
}

/// What a page will show in the areas of a redaction mark.
public struct RedactedArea: Sendable, Hashable {
  /// The page.
  public let page: PageID
  /// The mark.
  public let mark: AnnotationID
  /// The picture, in page space.
  public let appearance: Appearance
}

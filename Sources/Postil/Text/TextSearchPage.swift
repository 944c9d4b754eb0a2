import PostilModel

/// What a search came to on one page.
public struct TextSearchPage: Sendable {
  /// The page.
  public let page: PageID
  /// The page's place in the document when it was searched, from 0.
  public let pageIndex: Int
  /// The matches, in reading order; or why the page could not be searched.
  public let result: Result<[TextMatch], PDFError>
}

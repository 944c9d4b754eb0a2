import PostilModel

/// A search page by page: for progress, and to learn which pages could not be read. See ``TextSearch/pages``.
///
/// Pages are read several at once, some ahead of the iteration, and come in order.
public struct TextSearchPages: AsyncSequence, Sendable {
  /// What the search came to on a page.
  public typealias Element = TextSearchPage

  let document: PDFDocument
  let needle: SearchNeedle
  let pages: [PageID]

  /// How many pages are searched.
  public var count: Int { pages.count }

  /// Begins the search.
  public func makeAsyncIterator() -> Iterator { Iterator(search: self) }

  /// Goes from page to page. When it is released, pages that are being read for it are canceled.
  public struct Iterator: AsyncIteratorProtocol {
    private let search: TextSearchPages
    private let ahead: TasksAhead<PageID, [TextMatch]>

    init(search: TextSearchPages) {
      self.search = search
      ahead = TasksAhead(search.pages, limit: search.document.textReader.searchesAhead) { page in
        try await search.matches(on: page)
      }
    }

    /// Searches the next page; `nil` after the last. Pages no longer in the document are passed over.
    ///
    /// - Throws: `CancellationError`, at once when the task is canceled.
    public mutating func next() async throws -> TextSearchPage? {
      while let (page, result) = try await ahead.next() {
        guard let index = search.document.index(of: page) else { continue }
        do {
          let matches: [TextMatch]
          do {
            matches = try result.get()
          } catch let error as PDFError where error.code == .pageOutOfRange {
            // An undo brought it back since.
            matches = try await search.matches(on: page)
          }
          return TextSearchPage(
            page: page, pageIndex: index, result: .success(matches.map { $0.moved(to: index) }))
        } catch var error as PDFError {
          error.pageIndex = index
          return TextSearchPage(page: page, pageIndex: index, result: .failure(error))
        }
      }
      return nil
    }
  }

  private func matches(on page: PageID) async throws -> [TextMatch] {
    try await document.textReader.matches(of: needle, on: page, in: document)
  }
}

extension TextReader {
  /// How many pages of a search are read ahead of the one that is waited for.
  var searchesAhead: Int { workerCount * 4 }
}

/// What a search came to on one page.
public struct TextSearchPage: Sendable {
  /// The page.
  public let page: PageID
  /// The page's place in the document when it was searched, from 0.
  public let pageIndex: Int
  /// The matches, in reading order; or why the page could not be searched.
  public let result: Result<[TextMatch], PDFError>
}

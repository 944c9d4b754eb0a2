/// The matches of a search, page by page. See ``PDFDocument/search(_:options:from:)``.
///
/// Pages are read when the iteration gets to them, and a few ahead of it, as many at once as there are processor
/// cores. Edits in the meantime do no harm: pages are searched in the order that they had when the search was made,
/// rectangles are in page space. Cancelling the task that iterates ends the search with `CancellationError` at once.
///
/// A page that cannot be read does not end the search. Once all others were searched, the iteration throws
/// the ``PDFError`` of the first such page, so that "found nothing" is never mistaken for "is not there". Iterate
/// ``pages`` to get such errors where they occur, and to show progress.
public struct TextSearch: AsyncSequence, Sendable {
  /// A match.
  public typealias Element = TextMatch

  /// The search page by page, also pages without a match.
  public let pages: TextSearchPages

  /// Begins the search.
  public func makeAsyncIterator() -> Iterator { Iterator(pages: pages.makeAsyncIterator()) }

  /// Goes from match to match.
  public struct Iterator: AsyncIteratorProtocol {
    private var pages: TextSearchPages.Iterator
    private var found: ArraySlice<TextMatch> = []
    private var failure: (any Error)?

    init(pages: TextSearchPages.Iterator) { self.pages = pages }

    /// The next match, or `nil` after the last.
    ///
    /// - Throws: `CancellationError`; after the last match, ``PDFError`` of the first page that could not be
    ///   read.
    public mutating func next() async throws -> TextMatch? {
      while found.isEmpty {
        guard let page = try await pages.next() else {
          defer { failure = nil }
          if let failure { throw failure }
          return nil
        }
        switch page.result {
        case .success(let matches): found = matches[...]
        case .failure(let error): failure = failure ?? error
        }
      }
      return found.popFirst()
    }
  }
}

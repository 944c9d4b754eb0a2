import PostilModel

/// A search page by page: for progress, and to learn which pages could not be read. See ``TextSearch/pages``.
public struct TextSearchPages: AsyncSequence, Sendable {
  /// What the search came to on a page.
  public typealias Element = TextSearchPage

  let document: PDFDocument
  let needle: SearchNeedle
  let pages: [PageID]

  /// How many pages are searched.
  public var count: Int { pages.count }

  /// Begins the search.
  public func makeAsyncIterator() -> Iterator { Iterator(search: self, rest: pages[...]) }

  /// Goes from page to page.
  public struct Iterator: AsyncIteratorProtocol {
    let search: TextSearchPages
    var rest: ArraySlice<PageID>

    /// Searches the next page; `nil` after the last. Pages no longer in the document are passed over.
    ///
    /// - Throws: `CancellationError`.
    public mutating func next() async throws -> TextSearchPage? {
      while let page = rest.popFirst() {
        try Task.checkCancellation()
        guard let index = search.document.index(of: page) else { continue }
        return TextSearchPage(page: page, pageIndex: index, result: try await search.result(page, index))
      }
      return nil
    }
  }

  private func result(_ page: PageID, _ index: Int) async throws -> Result<[TextMatch], PDFError> {
    do {
      let text = try await document.text(of: page)
      return .success(text.matches(of: needle).map { TextMatch($0, in: text, page: page, pageIndex: index) })
    } catch var error as PDFError {
      error.pageIndex = index
      return .failure(error)
    }
  }
}

extension TextMatch {
  fileprivate init(_ match: TextSelection, in text: PageText, page: PageID, pageIndex: Int) {
    self.init(
      page: page, pageIndex: pageIndex, string: match.string, rects: match.rects, range: match.range,
      before: text.excerpt(before: match.range.lowerBound), after: text.excerpt(after: match.range.upperBound)
    )
  }
}

import PostilModel

extension PDFDocument {
  /// The tables on pages, as they are set: known by the lines between their cells, by rows and columns of text where there are none. What
  /// tags say of tables is in ``structure(of:from:progress:)``, as are tables that go on over pages. Finding them is a guess: columns of
  /// running text, lists and charts are told from tables as well as it goes.
  ///
  /// ```swift
  /// for table in try await document.tables() { print(table.csv) }
  /// ```
  ///
  /// - Parameters:
  ///   - pages: The pages; `nil`: all.
  ///   - progress: Told the part of the work that is done, 0 to 1.
  /// - Returns: The tables in the order of the pages, on each from its top to its bottom.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.damaged`, `.unsupported` or `.renderTimedOut`, which names the page;
  ///   `CancellationError`.
  /// - Complexity: O(bytes of what the pages show), several pages at once; a page takes ``readingDeadline`` at most.
  public func tables(
    on pages: [PageID]? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [PageTable] {
    var found: [PageTable] = []
    try await forEachLayout(of: pages ?? pageIDs, progress, { $1.tables }) { page, tables in
      found += try tables.get()?.map { PageTable($0, on: page) } ?? []
    }
    return found
  }

  /// Reads what pages show, several at once, and gives what is needed of it in their order; `nil` for pages without content.
  func forEachLayout<Needed: Sendable>(
    of pages: [PageID], _ progress: (@Sendable (Double) -> Void)?,
    _ need: @escaping @Sendable (PageID, PageLayout) -> Needed,
    _ body: (PageID, Result<Needed?, any Error>) throws -> Void
  ) async throws {
    let ahead = TasksAhead(pages, limit: textReader.searchesAhead) { page in
      try await self.textReader.layout(of: page, in: self).map { need(page, $0) }
    }
    var done = 0
    while let (page, needed) = try await ahead.next() {
      try body(page, needed)
      done += 1
      progress?(Double(done) / Double(pages.count))
    }
  }
}

import PostilModel

extension PDFDocument {
  /// The tables on pages. Tags say them where they are what is seen: rows and cells that stand as the tags have them, with all that stands
  /// between them. Others are known by the lines around them or between their cells (``PageTable/isRuled``), by rows and columns of text
  /// where there are none. That is a guess: columns of running text, lists, charts and formulas are told from tables as well as it goes. A
  /// table that goes on over pages is one on each here, and one in ``structure(of:from:progress:)``.
  ///
  /// ```swift
  /// for table in try await document.tables() { print(table.csv) }
  /// ```
  ///
  /// - Parameters:
  ///   - pages: The pages; `nil`: all.
  ///   - source: What tables are known by. With ``StructureSource/tags`` they are as tags say, whether that is what is seen or not.
  ///   - progress: Told the part of the work that is done, 0 to 1.
  /// - Returns: The tables in the order of the pages, on each from its top to its bottom (``PageTable/source``).
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.damaged`, `.unsupported` or `.renderTimedOut`, which names the page;
  ///   `CancellationError`.
  /// - Complexity: O(tags, and bytes of what the pages show), several pages at once; a page takes ``readingDeadline`` at most.
  public func tables(
    on pages: [PageID]? = nil, from source: StructureSource = .any,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [PageTable] {
    let pages = pages ?? pageIDs
    var tagged: [PageID: [PageTable]] = [:]
    if source != .layout {
      for table in try await taggedStructure(
        of: pages, orNone: source == .any, progress: source == .tags ? progress : nil)?.tables ?? []
      {
        tagged[table.page, default: []].append(table)
      }
      if source == .tags { return pages.flatMap { tagged[$0] ?? [] } }
    }
    var found: [PageTable] = []
    try await forEachLayout(
      of: pages, progress,
      { [tagged] in TableChoice.tables(tagged: tagged[$0] ?? [], layout: $1, on: $0) }
    ) { page, tables in
      found += try tables.get() ?? TableChoice.tables(tagged: tagged[page] ?? [], layout: nil, on: page)
    }
    return found
  }

  /// The tables on one page: see ``tables(on:from:progress:)``.
  public func tables(on page: PageID, from source: StructureSource = .any) async throws -> [PageTable] {
    try await tables(on: [page], from: source)
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

extension DocumentStructure {
  /// The tables that are in no other, by pages.
  fileprivate var tables: [PageTable] { elements.flatMap(Self.tables) }

  private static func tables(in element: StructureElement) -> [PageTable] {
    element.role == "Table" ? element.tablesByPage : element.elements.flatMap(tables)
  }
}

import PostilFile
import PostilModel

extension PDFDocument {
  /// The tables on pages, as they are set: known by the lines between their cells, by rows and columns of text where there are none. What
  /// tags say of tables is in ``structure(of:progress:)``. Finding them is a guess: columns of running text, lists and charts are told
  /// from tables as well as it goes. Tables that go on over pages are one on each.
  ///
  /// ```swift
  /// for table in try await document.tables() { print(table.csv) }
  /// ```
  ///
  /// - Parameters:
  ///   - pages: The pages; `nil`: all.
  ///   - progress: Told the part of the work that is done, 0 to 1, on the thread that reads.
  /// - Returns: The tables in the order of the pages, on each from its top to its bottom.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.damaged` or `.unsupported`; `CancellationError`.
  /// - Complexity: O(bytes of what the pages show), on a thread of its own.
  public func tables(
    on pages: [PageID]? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> [PageTable] {
    let (files, order) = (try pageFiles(of: pages), pages ?? pageIDs)
    return try await cancellable(on: Self.opening, progress) { monitor in
      try Self.tables(files, order, monitor)
    }
  }

  /// The same as ``tables(on:progress:)``, and blocks the calling thread meanwhile.
  public func tablesAndWait(on pages: [PageID]? = nil) throws(PDFError) -> [PageTable] {
    do {
      return try Self.tables(try pageFiles(of: pages), pages ?? pageIDs, .none)
    } catch {
      throw PDFError.from(error)
    }
  }

  private static func tables(
    _ files: [PageFile], _ order: [PageID], _ monitor: WorkMonitor
  ) throws -> [PageTable] {
    var found: [PageID: [PageTable]] = [:]
    let count = files.reduce(0) { $0 + $1.pages.count }
    var done = 0
    for file in files {
      let reader = try TableReader(file.file)
      for (place, page) in file.pages.sorted(by: { $0.key < $1.key }) {
        found[page.id] = try reader.tables(
          ofPage: place, as: page.id, placement: page.placement, check: { try monitor.checkCancellation() })
        done += 1
        try monitor.advance(to: Double(done) / Double(count))
      }
    }
    return order.flatMap { found[$0] ?? [] }
  }
}

import PostilFile
import PostilModel

extension PDFDocument {
  /// The fonts in which pages show text: in their contents, forms, patterns and annotations. What resources only list is not among them, nor
  /// what only hidden layers show. Each font comes once, with the pages that use it.
  ///
  /// ```swift
  /// let missing = try await document.fonts().filter { !$0.isEmbedded }
  /// ```
  ///
  /// - Parameters:
  ///   - pages: The pages; `nil`: all.
  ///   - progress: Told the part of the work that is done, 0 to 1, on the thread that reads.
  /// - Returns: The fonts in the order in which the pages use them first. A page that cannot be read is named
  ///   (``PageFindings/unreadablePages``).
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, or `.damaged` if the file cannot be read; `CancellationError`.
  /// - Complexity: O(bytes of what the pages show), on a thread of its own.
  public func fonts(
    on pages: [PageID]? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> PageFindings<DocumentFont> {
    let (files, order) = (try pageFiles(of: pages), pages ?? pageIDs)
    return try await cancellable(on: Self.opening, progress) { monitor in
      try Self.fonts(files, order, monitor)
    }
  }

  /// The same as ``fonts(on:progress:)``, and blocks the calling thread meanwhile.
  public func fontsAndWait(on pages: [PageID]? = nil) throws(PDFError) -> PageFindings<DocumentFont> {
    do {
      return try Self.fonts(try pageFiles(of: pages), pages ?? pageIDs, .none)
    } catch {
      throw PDFError.from(error)
    }
  }

  /// The fonts of one page: see ``fonts(on:progress:)``.
  public func fonts(on page: PageID) async throws -> PageFindings<DocumentFont> {
    try await fonts(on: [page])
  }

  private static func fonts(
    _ files: [PageFile], _ order: [PageID], _ monitor: WorkMonitor
  ) throws -> PageFindings<DocumentFont> {
    let (readers, unreadable) = try files.read(with: { try FontReader($0.file) }, monitor) {
      reader, place, page, check in
      try reader.addFonts(ofPage: place, as: page.id, check: check)
    }
    let numbers = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    let fonts = readers.flatMap(\.fonts).map { $0.withPages { numbers[$0] ?? .max } }
    let firsts = fonts.map { $0.pages.first.flatMap { numbers[$0] } ?? .max }
    let sorted = fonts.indices.sorted { (firsts[$0], $0) < (firsts[$1], $1) }.map { fonts[$0] }
    return PageFindings(sorted, unreadablePages: order.filter(unreadable.contains))
  }
}

import PostilFile
import PostilModel

extension PDFDocument {
  /// The structure of the document as its tags say it: headings, paragraphs, lists, tables and figures in the order in which they are read,
  /// with the texts and places that they have, and what is not tagged. Elements of pages that were removed are not among them; those of
  /// pages that other documents gave follow.
  ///
  /// - Parameters:
  ///   - pages: The pages; `nil`: all.
  ///   - progress: Told the part of the work that is done, 0 to 1, on the thread that reads.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.damaged` or `.unsupported`; `CancellationError`.
  /// - Complexity: O(tags, and bytes of what the pages show), on a thread of its own.
  public func structure(
    of pages: [PageID]? = nil, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> DocumentStructure {
    let sources = try pageFiles(of: pages)
    return try await cancellable(on: Self.opening, progress) { monitor in
      try Self.structure(sources, monitor)
    }
  }

  /// The same as ``structure(of:progress:)``, and blocks the calling thread meanwhile.
  public func structureAndWait(of pages: [PageID]? = nil) throws(PDFError) -> DocumentStructure {
    do {
      return try Self.structure(try pageFiles(of: pages), .none)
    } catch {
      throw PDFError.from(error)
    }
  }

  /// A file that pages come from, with the pages by their places in it.
  struct PageFile: Sendable {
    let file: OpenedFile
    /// Its first page, which tells it from others.
    let source: PageSource
    var pages: [Int: StructureReader.Page]
  }

  /// The files, that of the document first.
  func pageFiles(of pages: [PageID]?) throws -> [PageFile] {
    let state = state
    var sources: [PageFile] = []
    var places: [PageSource?: Int] = [:]
    for page in pages ?? state.pages {
      guard state.index(of: page) != nil else { throw state.noSuchPage(page).about(url) }
      let current = state.page(page)
      guard let (file, index) = try file(of: current.source) else { continue }
      let key = current.source.firstOfFile
      let place = places[key] ?? sources.count
      if place == sources.count {
        sources.append(PageFile(file: file, source: key ?? .opened(0), pages: [:]))
      }
      places[key] = place
      // Copies of a page have its tags with the first of them.
      guard sources[place].pages[index] == nil else { continue }
      sources[place].pages[index] = .init(page, placement: current.placement)
    }
    return sources
  }

  private static func structure(
    _ sources: [PageFile], _ monitor: WorkMonitor
  ) throws -> DocumentStructure {
    var result: DocumentStructure?
    for (number, source) in sources.enumerated() {
      let part = try StructureReader(source.file).structure(
        of: source.pages,
        progress: { try? monitor.advance(to: (Double(number) + $0) / Double(sources.count)) },
        check: { try monitor.checkCancellation() })
      guard result != nil else {
        result = part
        continue
      }
      result?.elements += part.elements
      result?.artifacts += part.artifacts
      result?.untagged += part.untagged
      result?.tabOrders.merge(part.tabOrders) { first, _ in first }
    }
    return result ?? DocumentStructure()
  }
}

import PostilFile
import PostilModel

extension PDFDocument {
  /// The structure of the document: headings, paragraphs, lists, tables and figures in the order in which they are read, with the texts and
  /// places that they have. Tags say it; of pages without tags it is told by what they look like, which is a guess
  /// (``DocumentStructure/source``). Of tags, elements of pages that were removed are not among them; those of pages that other documents
  /// gave follow.
  ///
  /// ```swift
  /// let structure = try await document.structure()
  /// try Data(structure.markdown.utf8).write(to: url)
  /// ```
  ///
  /// - Parameters:
  ///   - pages: The pages, in order; `nil`: all.
  ///   - source: What it is known by.
  ///   - progress: Told the part of the work that is done, 0 to 1.
  /// - Returns: The structure; pages that cannot be read are named in ``DocumentStructure/unreadablePages``, if they are told by their layout.
  /// - Throws: ``PDFError`` with code `.pageOutOfRange`, `.damaged` or `.unsupported`; `CancellationError`.
  /// - Complexity: O(tags, and bytes of what the pages show).
  public func structure(
    of pages: [PageID]? = nil, from source: StructureSource = .any,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> DocumentStructure {
    let tagged =
      source == .layout
      ? nil
      : try await taggedStructure(
        of: pages, orNone: source == .any, progress: source == .tags ? progress : nil)
    var structure = tagged ?? DocumentStructure(source: .layout)
    if source != .tags {
      let all = pages ?? pageIDs
      let left = structure.pagesWithoutTags(among: all)
      if !left.isEmpty {
        let isWhole = left.count == all.count
        let layout = try await layoutStructure(of: left, isWhole ? progress : nil)
        if isWhole, layout.hasText || structure.elements.isEmpty { return layout }
        structure.insert(layout, order: all)
      }
    }
    var links: [PageID: [AnnotationID: String]] = [:]
    structure.setLinks { page, id in
      if links[page] == nil { links[page] = webLinks(on: page) }
      return links[page]?[id]
    }
    return structure
  }

  /// The structure of one page: see ``structure(of:from:progress:)``.
  public func structure(
    of page: PageID, from source: StructureSource = .any
  ) async throws -> DocumentStructure {
    try await structure(of: [page], from: source)
  }

  /// The structure that the tags of pages say.
  ///
  /// - Parameter orNone: Whether the result is `nil` if no file has tags: then none is opened once more.
  func taggedStructure(
    of pages: [PageID]?, orNone: Bool, progress: (@Sendable (Double) -> Void)?
  ) async throws -> DocumentStructure? {
    var sources = try pageFiles(of: pages)
    // Files are only opened once more where there are tags, or nothing can be told of them.
    if orNone {
      sources = store.withLock { store in sources.filter { (try? store.isTagged($0.source)) ?? true } }
      if sources.isEmpty { return nil }
    }
    return try await cancellable(on: Self.opening, progress) { [sources] in try Self.structure(sources, $0) }
  }

  /// The structure that pages look to have.
  private func layoutStructure(
    of pages: [PageID], _ progress: (@Sendable (Double) -> Void)?
  ) async throws -> DocumentStructure {
    let known = Set(state.pages)
    if let missing = pages.first(where: { !known.contains($0) }) {
      throw state.noSuchPage(missing).about(url)
    }
    var layouts: [LayoutPage] = []
    var unreadable: [PageID] = []
    try await forEachLayout(of: pages, progress, { LayoutPage($0, $1) }) { page, layout in
      do {
        if let layout = try layout.get() { layouts.append(layout) }
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        unreadable.append(page)
      }
    }
    var structure = LayoutStructure.structure(of: layouts)
    structure.unreadablePages = unreadable
    structure.language = try? settings.language
    return structure
  }

  /// The addresses that links of a page lead to.
  private func webLinks(on page: PageID) -> [AnnotationID: String] {
    var links: [AnnotationID: String] = [:]
    for annotation in (try? self.page(page).annotations) ?? [] {
      if let address = annotation.content.link?.target.webAddress { links[annotation.id] = address }
    }
    return links
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

extension [PDFDocument.PageFile] {
  /// Goes through the pages of each file with a reader of that file.
  ///
  /// - Returns: The readers, and the pages of which `body` threw that they are damaged, or have too much of something.
  /// - Throws: What the closures throw else; `CancellationError`.
  func read<Reader>(
    with open: (PDFDocument.PageFile) throws -> Reader, _ monitor: WorkMonitor,
    _ body: (Reader, Int, StructureReader.Page, @escaping @Sendable () throws -> Void) throws -> Void
  ) throws -> (readers: [Reader], unreadable: Set<PageID>) {
    var unreadable: Set<PageID> = []
    let count = reduce(0) { $0 + $1.pages.count }
    var done = 0
    let readers = try map { file in
      let reader = try open(file)
      for (place, page) in file.pages.sorted(by: { $0.key < $1.key }) {
        do {
          try body(reader, place, page) { try monitor.checkCancellation() }
        } catch let error as PDFError where error.code == .damaged || error.code == .unsupported {
          unreadable.insert(page.id)
        }
        done += 1
        try monitor.advance(to: Double(done) / Double(count))
      }
      return reader
    }
    return (readers, unreadable)
  }
}

import PostilFile
import PostilModel

/// What edits need of the file: read with the store's lock alone, kept for the core.
extension PDFDocument {
  /// Does something with the core. What it lacks of the file is read in between, and `body` called again.
  func withCore<Result>(_ body: (inout DocumentCore) throws -> Result) throws -> Result {
    while true {
      do {
        return try withJournal(body)
      } catch let missing as DocumentCore.MissingSource {
        core.withLock { $0.restarts += 1 }
        _ = try opened(missing.source)
      }
    }
  }

  /// Does something with the core, and writes to the journal what it did.
  func withJournal<Result>(_ body: (inout DocumentCore) throws -> Result) rethrows -> Result {
    defer { journal?.flush(self) }
    return try core.withLock { try body(&$0) }
  }

  /// Does again what a journal says was done.
  func replay(_ entry: JournalEntry) throws {
    var entry = entry
    // Written edits do not say what is known of the file: which of its items those of an outline are, and where fields show.
    entry.edits = try entry.edits.map { try withFormAreas(withoutOpenedParts($0), in: state) }
    for edit in entry.edits ?? [] {
      try load(edit) { page in core.withLock { $0.state.source(of: page) } }
    }
    try openSources(of: entry.edits ?? [])
    try withCore { try $0.replay(entry) }
  }

  /// Reads what edits of annotations will need of their pages: were it found missing page by page, each would begin all edits
  /// anew.
  func openSources(of edits: [Edit]) throws {
    let missing = core.withLock { core in
      let pages = Set(edits.compactMap(\.annotatedPage))
      return pages.compactMap { page -> PageSource? in
        guard let source = core.state.source(of: page), core.state.page(page).annotations == nil else {
          return nil
        }
        return core.sources[source] == nil ? source : nil
      }
    }
    for source in missing { _ = try opened(source) }
  }

  /// The annotations that a source of pages has, for edits: they are kept.
  ///
  /// - Throws: ``PDFError`` with code `.damaged`.
  func opened(_ source: PageSource) throws -> OpenedAnnotations {
    if let known = core.withLock({ $0.sources[source] }) { return known }
    let opened = try store.withLock { try $0.annotationsToEdit(of: source) }
    core.withLock { $0.sources[source] = opened }
    return opened
  }

  /// Has the store read what an edit will need when it is saved, and refuses sources of pages that are not there.
  private func load(_ edit: Edit, _ source: (PageID) -> PageSource?) throws {
    var changed = edit.annotatedPage
    switch edit.kind {
    case .insertPages(let inserted):
      try store.withLock { store in for page in inserted { try store.require(page.state.source) } }
    case .replaceContent(let page, let new):
      try store.withLock { try $0.require(new) }
      changed = page
    default: break
    }
    guard let page = changed, let known = source(page), known != .opened(page.number - 1) else { return }
    try store.withLock { try $0.loadAnnotations(of: page, from: known) }
  }

  /// What goes with the annotations that edits remove.
  ///
  /// - Parameter source: The source of a page; `nil` if there is no such page.
  func dependents(of edits: [Edit], source: (PageID) -> PageSource?) throws -> Dependents {
    for edit in edits { try load(edit, source) }
    var removed: [PageID: Set<AnnotationID>] = [:]
    for edit in edits {
      if case .removeAnnotations(let ids, let page) = edit.kind { removed[page, default: []].formUnion(ids) }
    }
    guard !removed.isEmpty else { return .none }
    // The store knows what goes with what once it has read the page.
    let sources = removed.keys.reduce(into: [:]) { $0[$1] = source($1) }
    for source in sources.values { _ = try opened(source) }
    return store.withLock { store in
      sources.reduce(into: [:]) { result, entry in
        result[entry.key] = store.dependents(
          of: removed[entry.key] ?? [], on: entry.key, source: entry.value)
      }
    }
  }
}

import Observation

/// What screen readers are told of the pages in view, and of those beside them: read only while ``isActive`` is set, in the background.
///
/// A view sets that when a reader asks for something, and makes its tree of the ``pages``; after edits they are read again.
@MainActor @Observable public final class PageAccessibility {
  /// Whether somebody asks.
  public var isActive = false {
    didSet {
      if isActive != oldValue { if isActive { readMissing() } else { drop() } }
    }
  }
  /// The pages that have been read. Those that cannot be read are left out.
  public private(set) var pages: [PageID: AccessiblePage] = [:]

  /// The pages that are wanted, in order.
  @ObservationIgnored private var wanted: [PageID] = []
  @ObservationIgnored private var readings: [PageID: Task<Void, Never>] = [:]
  /// Pages that were edited while they were read.
  @ObservationIgnored private var stale: Set<PageID> = []
  /// The structures of the pages: edits do not change them.
  @ObservationIgnored private var structures: [PageID: DocumentStructure] = [:]
  private let editor: DocumentEditor
  private let viewer: PageViewer

  init(_ editor: DocumentEditor, _ viewer: PageViewer) { (self.editor, self.viewer) = (editor, viewer) }

  deinit {
    for reading in readings.values { reading.cancel() }
  }

  /// What is on a page; `nil` until it has been read.
  public subscript(page: PageID) -> AccessiblePage? { pages[page] }

  /// Waits until the pages that are wanted have been read.
  public func idle() async {
    while let reading = readings.values.first { await reading.value }
  }

  // MARK: - Which pages

  /// Wants the pages in view, the one before and the one after, and forgets others.
  func pagesInView(_ visible: [PageID]) {
    let layout = viewer.viewport.layout
    let all = viewer.viewport.pages
    let indices = visible.compactMap { layout.index(of: $0) }
    guard let first = indices.min(), let last = indices.max() else { return wanted = [] }
    wanted = Array(all[max(first - 1, 0)...min(last + 1, all.count - 1)])
    if isActive { readMissing() }
  }

  /// Forgets pages that were removed.
  func pagesChanged(_ pages: [PageID]) {
    pagesInView(viewer.viewport.visiblePages.map(\.page))
  }

  /// Reads edited pages again; what was read of them stays until then.
  func refresh(_ edited: Set<PageID>) {
    guard isActive else { return }
    for page in wanted where edited.contains(page) { read(page) }
  }

  private func readMissing() {
    let kept = Set(wanted)
    for page in Array(pages.keys) where !kept.contains(page) { pages[page] = nil }
    structures = structures.filter { kept.contains($0.key) }
    for page in Array(readings.keys) where !kept.contains(page) {
      readings[page]?.cancel()
      readings[page] = nil
    }
    for page in wanted where pages[page] == nil && readings[page] == nil { read(page) }
  }

  private func drop() {
    for reading in readings.values { reading.cancel() }
    (readings, structures, stale) = ([:], [:], [])
    if !pages.isEmpty { pages = [:] }
  }

  func reset() {
    drop()
    wanted = []
  }

  // MARK: - Reading

  private func read(_ page: PageID) {
    guard let documentActor = editor.documentActor else { return }
    guard readings[page] == nil else {
      stale.insert(page)
      return
    }
    let known = structures[page]
    readings[page] = Task { [weak self] in
      let read = await Self.read(page, of: documentActor, known)
      guard !Task.isCancelled, let self, editor.documentActor === documentActor else { return }
      readings[page] = nil
      if let read {
        structures[page] = read.structure
        pages[page] = read.page
      }
      if stale.remove(page) != nil { self.read(page) }
    }
  }

  @concurrent private static func read(
    _ page: PageID, of documentActor: DocumentActor, _ known: DocumentStructure?
  ) async -> (page: AccessiblePage, structure: DocumentStructure)? {
    let document = documentActor.document
    guard let text = try? await document.text(of: page),
      let facts = await documentActor.accessibilityFacts(of: page)
    else { return nil }
    var structure = known
    if structure == nil { structure = try? await document.structure(of: [page]) }
    guard !Task.isCancelled else { return nil }
    let read = AccessiblePage(
      page, text: text, structure: structure ?? DocumentStructure(), annotations: facts.annotations,
      form: facts.form)
    return (read, structure ?? DocumentStructure())
  }
}

extension DocumentActor {
  /// What readers are told of a page besides its text; `nil` if it cannot be read or is not there.
  func accessibilityFacts(of page: PageID) -> (annotations: [Annotation], form: PDFForm?)? {
    guard let read = try? document.page(page) else { return nil }
    let annotations = read.annotations
    let hasFields = annotations.contains { $0.subtype == "Widget" }
    return (annotations, hasFields ? try? document.form : nil)
  }
}

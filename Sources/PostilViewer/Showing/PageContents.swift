import Observation

/// A cache of the annotations, links and texts of the pages in view. They are read in the background, so that hit tests do not
/// wait for the document.
@MainActor @Observable public final class PageContents {
  /// A page, as it was when it was read last.
  struct Page: Sendable {
    var version: Int
    var annotations: [Annotation]
    var tester: AnnotationHitTester
    var rotation: PageRotation

    init(_ page: PDFPage, version: Int) {
      self.version = version
      annotations = page.annotations
      rotation = page.rotation
      tester = page.hitTester
    }

    /// Replaces annotations by changed ones with the same ids.
    mutating func replace(_ changed: [Annotation]) {
      let new = Dictionary(changed.map { ($0.id, $0) }) { _, last in last }
      annotations = annotations.map { new[$0.id] ?? $0 }
      tester = AnnotationHitTester(annotations, rotation: rotation)
    }
  }

  private var pages: [PageID: Page] = [:]
  private var texts: [PageID: PageText] = [:]
  @ObservationIgnored private var readings: [PageID: Task<Void, Never>] = [:]
  @ObservationIgnored private var textReadings: [PageID: Task<PageText?, Never>] = [:]
  /// Pages that were edited while they were read.
  @ObservationIgnored private var stale: Set<PageID> = []
  private let editor: DocumentEditor
  /// Called when a page was read.
  @ObservationIgnored var onRead: (PageID) -> Void = { _ in }

  init(_ editor: DocumentEditor) { self.editor = editor }

  /// The annotations of a page, bottom first; none until the page has been read, which begins when it comes into view.
  public func annotations(of page: PageID) -> [Annotation] { pages[page]?.annotations ?? [] }

  /// Whether the annotations of a page are known.
  func isKnown(_ page: PageID) -> Bool { pages[page] != nil }

  /// The annotations at a point of a page, topmost first, with a tolerance in points.
  public func annotations(at point: PagePoint, tolerance: Double, on page: PageID) -> [Annotation] {
    pages[page]?.tester.annotations(at: point, tolerance: tolerance) ?? []
  }

  /// The annotations that lie in a rectangle of a page with all that they paint, bottom first.
  public func annotations(in rect: PageRect, on page: PageID) -> [Annotation] {
    pages[page]?.tester.annotations(in: rect) ?? []
  }

  /// The text of a page, if it was read: see ``readText(of:)``.
  public func text(of page: PageID) -> PageText? { texts[page] }

  /// Reads the text of a page, unless it was read or is being read.
  ///
  /// - Returns: The read; its value is `nil` if the text cannot be read, or the document was closed meanwhile.
  @discardableResult
  public func readText(of page: PageID) -> Task<PageText?, Never> {
    if let reading = textReadings[page] { return reading }
    let document = editor.document
    let reading = Task { [weak self] () -> PageText? in
      let text = try? await document?.text(of: page)
      guard !Task.isCancelled, let self, self.editor.document === document else { return nil }
      if let text { self.texts[page] = text } else { self.textReadings[page] = nil }
      return text
    }
    textReadings[page] = reading
    return reading
  }

  // MARK: - Reading

  /// Reads pages that came into view. If more than ``limit`` pages are cached, evicts all that are not in view.
  func show(_ visible: [PageID]) {
    for page in visible where pages[page] == nil { read(page) }
    guard pages.count > Self.limit else { return }
    let kept = Set(visible)
    for page in pages.keys where !kept.contains(page) { forget(page) }
  }

  /// The number of cached pages above which those that are not in view are evicted.
  private static let limit = 32

  /// Reads the text of pages, to select it.
  func readTexts(of pages: [PageID]) {
    for page in pages { readText(of: page) }
  }

  private func forget(_ page: PageID) {
    pages[page] = nil
    texts[page] = nil
    textReadings[page] = nil
  }

  /// Reads edited pages again.
  func refresh(_ edited: Set<PageID>) {
    for page in edited where pages[page] != nil || readings[page] != nil { read(page) }
  }

  /// Updates cached annotations ahead of an edit, so that views show it at once.
  func update(_ changed: [Annotation], on page: PageID) { pages[page]?.replace(changed) }

  /// Stores what was read of a page elsewhere.
  func store(_ read: Page?, of page: PageID) {
    if let read { pages[page] = read }
  }

  private func read(_ page: PageID) {
    guard let documentActor = editor.documentActor else { return }
    guard readings[page] == nil else {
      stale.insert(page)
      return
    }
    readings[page] = Task { [weak self] in
      let read = await documentActor.contents(of: page)
      guard !Task.isCancelled, let self, self.editor.documentActor === documentActor else { return }
      self.readings[page] = nil
      if let read { self.pages[page] = read } else { self.pages[page] = nil }
      self.onRead(page)
      if self.stale.remove(page) != nil { self.read(page) }
    }
  }

  /// Waits for all pending reads of annotations.
  func idle() async {
    while let reading = readings.values.first { await reading.value }
  }

  func reset() {
    for reading in readings.values { reading.cancel() }
    (pages, texts, readings, textReadings, stale) = ([:], [:], [:], [:], [])
  }
}

extension DocumentActor {
  /// What is on a page; `nil` if it cannot be read or is not there.
  func contents(of page: PageID) -> PageContents.Page? {
    let version = document.version(of: page)
    return (try? document.page(page)).map { PageContents.Page($0, version: version) }
  }
}

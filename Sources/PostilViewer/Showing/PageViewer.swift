import Observation

/// The pages of a document in a view: images, zoom and scroll position.
@MainActor @Observable public final class PageViewer {
  /// A document, and what is needed to show its first pages.
  struct Source: Sendable {
    let document: PDFDocument
    let renderer: PageRenderer
    let pages: [PageID]
    /// The transforms of some pages at one unit a point, without unsaved turns.
    let transforms: [PageID: PageTransform]
    /// Reads those of others; pages that cannot be read are left out. On the main actor, so that edits made later are done later.
    let measure: @MainActor @Sendable ([PageID]) async -> [PageID: PageTransform]

    /// The pages to measure before one is shown: that one, and some beside it. An index out of range is clamped.
    static func pages(_ all: [PageID], near index: Int) -> [PageID] {
      let middle = min(max(index, 0), max(all.count - 1, 0))
      return Array(all[max(middle - 2, 0)..<min(middle + 3, all.count)])
    }
  }

  /// Layout, zoom and scroll position. The view changes it as the user navigates.
  public var viewport = PageViewport() { didSet { viewportChanged() } }
  /// The images of the pages in view.
  public let pageDisplay = PageDisplay()

  /// The transforms of pages at one unit a point, without unsaved turns of pages.
  @ObservationIgnored var transforms: [PageID: PageTransform] = [:]
  @ObservationIgnored private(set) var turns: [PageID: PageRotation] = [:]
  /// Where to go as soon as the window has a size.
  @ObservationIgnored private(set) var pendingPosition: PageViewport.Position?
  /// A place that is to be shown as soon as its page's size is known.
  @ObservationIgnored var pendingPlace: (rect: PageRect, page: PageID)?
  /// Called when the viewport has changed.
  @ObservationIgnored var onMove: () -> Void = {}

  @ObservationIgnored private var source: Source?
  /// How many documents were opened and closed.
  @ObservationIgnored private var openingCount = 0
  /// Pages whose sizes were requested because they came into view.
  @ObservationIgnored private(set) var measuredPages: Set<PageID> = []
  /// Reads the sizes of all pages.
  @ObservationIgnored private var measuring: Task<Void, Never>?
  /// Whether pages are measured, and those beside a single page drawn, before they come into view.
  private let readsAhead: Bool

  init(readsAhead: Bool) { self.readsAhead = readsAhead }

  deinit { measuring?.cancel() }

  /// The document; `nil` if there is none.
  public var document: PDFDocument? { source?.document }

  /// What draws its pages.
  var renderer: PageRenderer? { source?.renderer }

  // MARK: - The document

  /// Shows a document.
  ///
  /// - Parameters:
  ///   - source: The document.
  ///   - position: The place to begin at; `nil` for its beginning.
  ///   - turns: The unsaved turns of pages.
  func open(_ source: Source, at position: PageViewport.Position?, turns: [PageID: PageRotation] = [:]) {
    openingCount += 1
    (self.source, self.turns, transforms, pendingPosition) = (source, turns, source.transforms, position)
    pageDisplay.attach(source.renderer) { [weak self] in self?.size(of: $0) }
    viewport = PageViewport(
      pages: source.pages, sizes: sizes(of: transforms.keys), viewSize: viewport.viewSize,
      pixelRatio: viewport.pixelRatio, displayMode: viewport.displayMode)
    if readsAhead { measureAll() }
  }

  /// Shows nothing.
  func close() {
    openingCount += 1
    measuring?.cancel()
    pageDisplay.detach()
    (source, turns, transforms, measuredPages) = (nil, [:], [:], [])
    (pendingPosition, pendingPlace, measuring) = (nil, nil, nil)
    viewport.setPages([])
  }

  /// Follows the document.
  ///
  /// - Parameters:
  ///   - pages: The pages, if there are others or they have another order.
  ///   - new: The unsaved turns of pages.
  /// - Returns: The pages that were turned, and how.
  func follow(pages: [PageID]?, turns new: [PageID: PageRotation]) -> [PageID: PageRotation] {
    var changes: [PageID: PageRotation] = [:]
    for page in Set(new.keys).union(turns.keys) {
      let turn = new[page, default: .none] - turns[page, default: .none]
      if turn != .none { changes[page] = turn }
    }
    // The present images are turned until there are new ones.
    let sizes = sizes(of: changes.keys)
    turns = new
    for (page, turn) in changes { sizes[page].map { pageDisplay.turn(page, by: turn, in: $0) } }
    if let pages { viewport.setPages(pages) }
    if !changes.isEmpty { viewport.setSizes(self.sizes(of: changes.keys)) }
    return changes
  }

  private func viewportChanged() {
    if let position = pendingPosition, viewport.hasView {
      pendingPosition = nil
      viewport.restore(position)
      return
    }
    pageDisplay.show(viewport.request, neighbours: neighbourRequests)
    let missing = viewport.visiblePages.map(\.page).filter {
      transforms[$0] == nil && measuredPages.insert($0).inserted
    }
    if !missing.isEmpty { Task { [weak self] in await self?.measure(missing) } }
    onMove()
  }

  /// The requests after going to the next page and to the one before, each at the scale that it has then.
  private var neighbourRequests: [Viewport] {
    guard readsAhead, viewport.displayMode == .singlePage else { return [] }
    let indices = [viewport.currentIndex + 1, viewport.currentIndex - 1]
    return indices.filter(viewport.pages.indices.contains).map { index in
      var other = viewport
      other.go(to: index)
      return other.request
    }
  }

  // MARK: - Sizes

  private func sizes(of pages: some Sequence<PageID>) -> [PageID: ViewSize] {
    pages.reduce(into: [:]) { $0[$1] = size(of: $1) }
  }

  private func measureAll() {
    let pages = viewport.pages
    measuring = Task { [weak self] in
      for start in stride(from: 0, to: pages.count, by: 256) {
        guard !Task.isCancelled else { return }
        await self?.measure(Array(pages[start..<min(start + 256, pages.count)]))
      }
    }
  }

  /// Reads the sizes of pages, unless another document is shown then.
  private func measure(_ pages: [PageID]) async {
    let count = openingCount
    guard let some = await source?.measure(pages), openingCount == count else { return }
    transforms.merge(some) { _, new in new }
    viewport.setSizes(sizes(of: some.keys))
    if let (rect, page) = pendingPlace, some[page] != nil { reveal(rect, on: page) }
  }
}

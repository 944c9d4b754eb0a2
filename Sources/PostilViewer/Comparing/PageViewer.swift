import Observation

/// The pages of a document in a view, to be read only: images, zoom and scroll position.
@MainActor @Observable public final class PageViewer {
  /// The document.
  public let document: PDFDocument
  /// Layout, zoom and scroll position. The view changes it as the user navigates.
  public var viewport: PageViewport { didSet { if viewport != oldValue { viewportChanged() } } }
  /// The images of the pages in view.
  public let pageDisplay = PageDisplay()

  private var transforms: [PageID: PageTransform]
  /// Called when the viewport has changed.
  @ObservationIgnored var onMove: () -> Void = {}
  @ObservationIgnored private let reader: ComparisonReader
  /// Pages whose sizes were requested because they came into view.
  @ObservationIgnored private var measured: Set<PageID>
  @ObservationIgnored private var revealing: Task<Void, Never>?

  init(
    _ pages: ComparisonReader.Pages, _ reader: ComparisonReader, at position: PageViewport.Position,
    in viewSize: ViewSize, pixelRatio: Double
  ) {
    document = pages.document
    self.reader = reader
    transforms = pages.transforms
    measured = Set(pages.transforms.keys)
    viewport = PageViewport(
      pages: pages.ids, sizes: pages.transforms.mapValues(\.viewSize), viewSize: viewSize,
      pixelRatio: pixelRatio, displayMode: position.displayMode)
    viewport.restore(position)
    pageDisplay.attach(pages.renderer) { [weak self] in self?.transforms[$0]?.viewSize }
    viewportChanged()
  }

  isolated deinit { revealing?.cancel() }

  /// Where a rectangle of a page is in the view, in its units; `nil` if the page is not laid out or not measured yet.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in page space; `nil` for the whole page.
  ///   - page: The page.
  public func frame(of rect: PageRect?, on page: PageID) -> ViewRect? {
    guard let frame = viewport.frame(of: page) else { return nil }
    guard let rect else { return frame }
    guard let transform = transforms[page] else { return nil }
    let (part, size) = (transform.viewRect(rect), transform.viewSize)
    guard size.width > 0, size.height > 0 else { return nil }
    let (x, y) = (frame.width / size.width, frame.height / size.height)
    return ViewRect(
      x: frame.x + part.x * x, y: frame.y + part.y * y, width: part.width * x, height: part.height * y)
  }

  /// Scrolls as little as is needed to show a rectangle of a page.
  ///
  /// - Parameters:
  ///   - rect: The rectangle, in page space; `nil` for the page's beginning.
  ///   - index: The page's index.
  func reveal(_ rect: PageRect?, on index: Int) {
    revealing?.cancel()
    guard viewport.pages.indices.contains(index) else { return }
    let page = viewport.pages[index]
    if index != viewport.currentIndex { viewport.go(to: index) }
    guard let rect else { return }
    if let transform = transforms[page] { return viewport.reveal(transform.viewRect(rect), on: page) }
    revealing = Task { [weak self, reader, document] in
      let some = await reader.transforms(of: [page], in: document)
      guard !Task.isCancelled, let self else { return }
      add(some)
      if let transform = some[page] { viewport.reveal(transform.viewRect(rect), on: page) }
    }
  }

  /// Waits until the images of the pages in view are there, but not for long.
  func firstImages(within limit: Duration) async {
    let end = ContinuousClock.now + limit
    while !pageDisplay.isComplete, ContinuousClock.now < end, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(8))
    }
  }

  private func viewportChanged() {
    pageDisplay.show(viewport.request)
    measure(viewport.visiblePages.map(\.page))
    onMove()
  }

  private func measure(_ pages: [PageID]) {
    let missing = pages.filter { measured.insert($0).inserted }
    guard !missing.isEmpty else { return }
    Task { [weak self, reader, document] in
      let some = await reader.transforms(of: missing, in: document)
      self?.add(some)
    }
  }

  private func add(_ some: [PageID: PageTransform]) {
    transforms.merge(some) { _, new in new }
    viewport.setSizes(some.mapValues(\.viewSize))
  }
}

import Observation

/// The images of the pages in view: for each page a preview at once, tiles of the previous scale as a fallback, then
/// tiles of the current scale.
///
/// A view reads ``pictures(of:)`` for each visible page and stretches them over the page's frame. When ``revision``
/// changes, repaint; pictures with the same ``PagePicture/id`` have the same pixels.
///
/// While the zoom changes nothing is rendered and the present images are stretched; after ``zoomPause`` without a
/// change, tiles of the new scale are requested. An edit is shown in one step, when all tiles that it touches are
/// ready.
@MainActor @Observable public final class PageDisplay {
  /// Changes whenever something must be repainted.
  public internal(set) var revision = 0
  /// Why pages, or parts of them, cannot be shown.
  public internal(set) var failures: [PageID: PDFError] = [:]
  /// How long the scale must be stable before tiles are requested for it.
  @ObservationIgnored public var zoomPause: Duration = .milliseconds(90)
  /// How many invisible pages keep their images; below 0 counts as 0.
  @ObservationIgnored public var lingeringPages = 8

  @ObservationIgnored var displayedPages = DisplayedPages()
  @ObservationIgnored var renderer: PageRenderer?
  @ObservationIgnored var pageSize: (PageID) -> ViewSize? = { _ in nil }
  @ObservationIgnored var request: DisplayRequest?
  @ObservationIgnored var pendingRequest: DisplayRequest?
  @ObservationIgnored var loading: Task<Void, Never>?
  @ObservationIgnored var pause: Task<Void, Never>?
  /// The number of the current request; late updates of earlier ones are ignored.
  @ObservationIgnored var serial = 0
  /// Pages whose preview is older than an edit.
  @ObservationIgnored var stalePreviews: Set<PageID> = []
  /// Pages that were edited since the current request, and how many requests edits have replaced before.
  @ObservationIgnored var editedPages: Set<PageID> = []
  @ObservationIgnored var overtakenCount = 0
  /// Pages out of view that were edited since the current request: its late updates may show them before the edit.
  @ObservationIgnored var outdatedPages: Set<PageID> = []
  /// The pages that failed since the current request.
  @ObservationIgnored var failedPages: Set<PageID> = []
  /// Called when the visible part of a page is complete, with the number of the request.
  @ObservationIgnored var onComplete: (PageID, _ serial: Int) -> Void = { _, _ in }

  init() {}

  deinit {
    loading?.cancel()
    pause?.cancel()
  }

  /// The images of a page, in z-order from the bottom. O(tiles of the page).
  public func pictures(of page: PageID) -> [PagePicture] {
    _ = revision
    guard let pageTiles = displayedPages[page] else { return [] }
    // The frames of parts depend on the size of the page.
    guard let size = pageSize(page) else {
      return pageTiles.pictures.filter { $0.frame == nil }.map { $0.shown(on: .zero) }
    }
    return pageTiles.pictures.map { $0.shown(on: size) }
  }

  /// Whether the current request is complete.
  public var isComplete: Bool {
    _ = revision
    return pause == nil && (request == nil || request?.isDone == true)
  }

  // MARK: - What is shown

  /// Starts to display a document.
  ///
  /// - Parameter pageSize: The size of a page as it is shown, in points.
  func attach(_ renderer: PageRenderer, pageSize: @escaping (PageID) -> ViewSize?) {
    detach()
    self.renderer = renderer
    self.pageSize = pageSize
  }

  /// Stops displaying, and drops all images.
  func detach() {
    loading?.cancel()
    pause?.cancel()
    (loading, pause, renderer, request, pendingRequest) = (nil, nil, nil, nil, nil)
    displayedPages.removeAll()
    failures = [:]
    (stalePreviews, failedPages, editedPages, outdatedPages, overtakenCount) = ([], [], [], [], 0)
    serial += 1
    revision += 1
  }

  /// Displays a viewport.
  ///
  /// - Parameter neighbours: Viewports that may be next; they are rendered with the lowest priority.
  func show(_ viewport: Viewport, neighbours: @autoclosure () -> [Viewport] = []) {
    guard renderer != nil else { return }
    revision += 1
    var new = DisplayRequest(viewport)
    guard new != (pendingRequest ?? request) else { return }
    new.neighbours = neighbours()
    if let request, request.viewport.scale != viewport.scale, !request.viewport.areas.isEmpty {
      load(new, after: zoomPause)
    } else if pause != nil {
      pendingRequest = new
    } else {
      load(new)
    }
  }

  /// Retries pages that failed; ``failures`` has the result.
  public func tryAgain() {
    guard let request = pendingRequest ?? request, !failures.isEmpty else { return }
    for page in failures.keys { renderer?.retry(page) }
    load(request)
  }
}

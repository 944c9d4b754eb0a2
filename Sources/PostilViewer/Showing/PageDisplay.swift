import Observation

/// What is to be painted of the pages in view: for each page a preview at once, tiles of the scale before until the
/// present ones have come, then those.
///
/// A view asks ``pictures(of:)`` for each visible page and stretches them over the page's frame. When ``revision``
/// changes, there is something to be painted anew; pictures that kept their ``PagePicture/id`` are what they were.
///
/// While the zoom changes nothing is asked of the renderer, and what is there is stretched; after
/// ``zoomPause`` without a change, tiles of the new scale are made. An edit is shown at once when all of the
/// tiles that it touches are ready.
@MainActor @Observable public final class PageDisplay {
  /// Changes whenever something is to be painted anew.
  public internal(set) var revision = 0
  /// Why pages, or parts of them, cannot be shown.
  public internal(set) var failures: [PageID: PDFError] = [:]
  /// How long the scale must stay the same before tiles are made for it.
  @ObservationIgnored public var zoomPause: Duration = .milliseconds(90)
  /// How many pages out of sight keep what there is of them; below 0 counts as 0.
  @ObservationIgnored public var lingeringPages = 8

  @ObservationIgnored var displayedPages = DisplayedPages()
  @ObservationIgnored var renderer: PageRenderer?
  @ObservationIgnored var pageSize: (PageID) -> ViewSize? = { _ in nil }
  @ObservationIgnored var request: DisplayRequest?
  @ObservationIgnored var wanted: DisplayRequest?
  @ObservationIgnored var loading: Task<Void, Never>?
  @ObservationIgnored var pause: Task<Void, Never>?
  /// Tells the present request from those before, whose last updates may still be on their way.
  @ObservationIgnored var serial = 0
  /// Pages whose preview shows them as they were before an edit.
  @ObservationIgnored var stalePreviews: Set<PageID> = []
  /// Pages that were edited since the present request was made, and how many requests edits made void before.
  @ObservationIgnored var editedPages: Set<PageID> = []
  @ObservationIgnored var overtakenCount = 0
  /// The pages that failed since the present request was made.
  @ObservationIgnored var failedPages: Set<PageID> = []
  /// Called when all visible tiles of a page are there that show it as it was when they were asked for.
  @ObservationIgnored var onComplete: (PageID, _ serial: Int) -> Void = { _, _ in }

  init() {}

  deinit {
    loading?.cancel()
    pause?.cancel()
  }

  /// What is painted of a page, the lowest first. O(tiles of the page).
  public func pictures(of page: PageID) -> [PagePicture] {
    _ = revision
    guard let pageTiles = displayedPages[page] else { return [] }
    // Where a part belongs cannot be told before the whole is known.
    guard let size = pageSize(page) else {
      return pageTiles.pictures.filter { $0.frame == nil }.map { $0.shown(on: .zero) }
    }
    return pageTiles.pictures.map { $0.shown(on: size) }
  }

  /// Whether all that was asked for is there.
  public var isComplete: Bool {
    _ = revision
    return pause == nil && (request == nil || request?.isDone == true)
  }

  // MARK: - What is shown

  /// Begins to show a document.
  ///
  /// - Parameter pageSize: The size of a page as it is shown, in points.
  func attach(_ renderer: PageRenderer, pageSize: @escaping (PageID) -> ViewSize?) {
    detach()
    self.renderer = renderer
    self.pageSize = pageSize
  }

  /// Shows nothing any more.
  func detach() {
    loading?.cancel()
    pause?.cancel()
    (loading, pause, renderer, request, wanted) = (nil, nil, nil, nil, nil)
    displayedPages.removeAll()
    failures = [:]
    (stalePreviews, failedPages, editedPages, overtakenCount) = ([], [], [], 0)
    serial += 1
    revision += 1
  }

  /// Shows what a viewport holds.
  ///
  /// - Parameter neighbours: What may be shown next, and is made ready when nothing else is to be done.
  func show(_ viewport: Viewport, neighbours: @autoclosure () -> [Viewport] = []) {
    guard renderer != nil else { return }
    revision += 1
    var new = DisplayRequest(viewport)
    guard new != (wanted ?? request) else { return }
    new.neighbours = neighbours()
    if let request, request.viewport.scale != viewport.scale, !request.viewport.areas.isEmpty {
      load(new, after: zoomPause)
    } else if pause != nil {
      wanted = new
    } else {
      load(new)
    }
  }

  /// Asks again for what could not be shown; ``failures`` tells what came of it. A page that took too long is not tried
  /// a second time.
  public func tryAgain() {
    guard let request = wanted ?? request, !failures.isEmpty else { return }
    load(request)
  }
}

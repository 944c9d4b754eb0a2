import Observation

/// Thumbnails of pages for a scrubber and a page grid, rendered in the background, visible ones first.
///
/// A view reports its pages with ``request(_:for:)``, and reads ``picture(of:)`` when ``revision`` has changed.
@MainActor @Observable public final class PageThumbnails {
  /// A view that shows thumbnails.
  public enum Client: Sendable, Hashable, CaseIterable {
    /// A page grid, which comes first.
    case grid
    /// A scrubber.
    case scrubber
  }

  /// Changes whenever there is a new picture.
  public private(set) var revision = 0
  /// The width of the pictures, in pixels of the screen, 1 to 512. Present ones stay until wider ones are ready; they
  /// are not rendered again at a smaller width.
  @ObservationIgnored public var width = 240 {
    didSet { if width > oldValue { refresh(Set(pictures.keys)) } }
  }
  /// The memory limit, in bytes; requested thumbnails are never evicted.
  @ObservationIgnored public var memory = 48 << 20

  @ObservationIgnored private var pictures: [PageID: DisplayedImage] = [:]
  /// The pages that have a picture, the newest last.
  @ObservationIgnored private var order: [PageID] = []
  @ObservationIgnored private var bytes = 0
  @ObservationIgnored private var stale: Set<PageID> = []
  @ObservationIgnored private var failed: Set<PageID> = []
  @ObservationIgnored private var requests: [Client: [PageID]] = [:]
  @ObservationIgnored private var loading: (pages: [PageID], task: Task<Void, Never>)?
  @ObservationIgnored private var renderer: PageRenderer?
  @ObservationIgnored private var pictureCount = 0

  init() {}

  deinit { loading?.task.cancel() }

  /// The picture of a page; `nil` until it is ready.
  public func picture(of page: PageID) -> PagePicture? {
    _ = revision
    return pictures[page]?.shown(on: .zero)
  }

  /// Sets the pages that a view shows now, by priority. They replace the ones set before.
  public func request(_ pages: [PageID], for client: Client) {
    guard requests[client] != pages else { return }
    requests[client] = pages
    load()
  }

  func attach(_ renderer: PageRenderer) {
    detach()
    self.renderer = renderer
  }

  func detach() {
    loading?.task.cancel()
    (loading, renderer, bytes) = (nil, nil, 0)
    (pictures, order, stale, failed, requests) = ([:], [], [], [], [:])
    revision += 1
  }

  /// Rotates the picture of a page until it is rendered again.
  func turn(_ page: PageID, by turn: PageRotation) {
    guard let picture = pictures[page] else { return }
    pictures[page] = picture.turned(by: turn, in: .zero)
    revision += 1
  }

  /// Renders pages again that have changed.
  func refresh(_ pages: Set<PageID>) {
    stale.formUnion(pages.filter { pictures[$0] != nil })
    failed.subtract(pages)
    loading?.task.cancel()
    loading = nil
    load()
  }

  private func load() {
    var seen = failed
    let missing = Client.allCases.flatMap { requests[$0, default: []] }.filter { page in
      (pictures[page] == nil || stale.contains(page)) && seen.insert(page).inserted
    }
    guard missing != loading?.pages else { return }
    loading?.task.cancel()
    loading = nil
    guard let renderer, !missing.isEmpty else { return }
    let width = min(max(width, 1), 512)
    let task = Task { [weak self] in
      for await thumbnail in renderer.thumbnails(of: missing, width: width) {
        guard !Task.isCancelled, let self else { return }
        self.store(thumbnail)
      }
      guard !Task.isCancelled else { return }
      self?.loading = nil
    }
    loading = (missing, task)
  }

  private func store(_ thumbnail: PageThumbnail) {
    stale.remove(thumbnail.page)
    guard case .success(let image) = thumbnail.image else {
      failed.insert(thumbnail.page)
      return
    }
    discard(thumbnail.page)
    pictureCount += 1
    pictures[thumbnail.page] = DisplayedImage(id: PagePicture.ID(number: pictureCount), image: image)
    order.append(thumbnail.page)
    bytes += image.height * image.bytesPerRow
    if bytes > memory { evict() }
    revision += 1
  }

  private func evict() {
    let wanted = Set(requests.values.joined())
    for page in order where bytes > memory && !wanted.contains(page) { discard(page) }
  }

  private func discard(_ page: PageID) {
    guard let old = pictures.removeValue(forKey: page) else { return }
    order.removeAll { $0 == page }
    bytes -= old.image.height * old.image.bytesPerRow
  }
}

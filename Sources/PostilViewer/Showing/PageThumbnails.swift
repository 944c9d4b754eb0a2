import Observation

/// Small pictures of pages, for a scrubber and a page grid: made in the background, those that are seen first.
///
/// A view says which pages it shows with ``want(_:for:)``, and asks ``picture(of:)`` when ``revision`` has changed.
@MainActor @Observable public final class PageThumbnails {
  /// Who shows thumbnails.
  public enum Client: Sendable, Hashable, CaseIterable {
    /// A page grid, which comes first.
    case grid
    /// A scrubber.
    case scrubber
  }

  /// Changes whenever there is a new picture.
  public private(set) var revision = 0
  /// How wide the pictures are, in pixels of the screen, 1 to 512. Those that are there stay until wider ones have been
  /// made; narrower ones are not made of them.
  @ObservationIgnored public var width = 240 {
    didSet { if width > oldValue { refresh(Set(pictures.keys)) } }
  }
  /// How much memory they may take, in bytes; those that are wanted are kept in any case.
  @ObservationIgnored public var memory = 48 << 20

  @ObservationIgnored private var pictures: [PageID: DisplayedImage] = [:]
  /// The pages that have a picture, the latest made last.
  @ObservationIgnored private var order: [PageID] = []
  @ObservationIgnored private var bytes = 0
  @ObservationIgnored private var stale: Set<PageID> = []
  @ObservationIgnored private var failed: Set<PageID> = []
  @ObservationIgnored private var wishes: [Client: [PageID]] = [:]
  @ObservationIgnored private var loading: (pages: [PageID], task: Task<Void, Never>)?
  @ObservationIgnored private var renderer: PageRenderer?
  @ObservationIgnored private var pictureCount = 0

  init() {}

  deinit { loading?.task.cancel() }

  /// The picture of a page; `nil` while there is none.
  public func picture(of page: PageID) -> PagePicture? {
    _ = revision
    return pictures[page]?.shown(on: .zero)
  }

  /// Says which pages somebody shows now, the most important first. They replace those that were wanted before.
  public func want(_ pages: [PageID], for client: Client) {
    guard wishes[client] != pages else { return }
    wishes[client] = pages
    load()
  }

  func attach(_ renderer: PageRenderer) {
    detach()
    self.renderer = renderer
  }

  func detach() {
    loading?.task.cancel()
    (loading, renderer, bytes) = (nil, nil, 0)
    (pictures, order, stale, failed, wishes) = ([:], [], [], [], [:])
    revision += 1
  }

  /// Turns the picture of a page until it is drawn anew.
  func turn(_ page: PageID, by turn: PageRotation) {
    guard let picture = pictures[page] else { return }
    pictures[page] = picture.turned(by: turn, in: .zero)
    revision += 1
  }

  /// Has pages drawn again that look different now.
  func refresh(_ pages: Set<PageID>) {
    stale.formUnion(pages.filter { pictures[$0] != nil })
    failed.subtract(pages)
    loading?.task.cancel()
    loading = nil
    load()
  }

  private func load() {
    var seen = failed
    let missing = Client.allCases.flatMap { wishes[$0, default: []] }.filter { page in
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
        self.take(thumbnail)
      }
      guard !Task.isCancelled else { return }
      self?.loading = nil
    }
    loading = (missing, task)
  }

  private func take(_ thumbnail: PageThumbnail) {
    stale.remove(thumbnail.page)
    guard case .success(let image) = thumbnail.image else {
      failed.insert(thumbnail.page)
      return
    }
    forget(thumbnail.page)
    pictureCount += 1
    pictures[thumbnail.page] = DisplayedImage(id: PagePicture.ID(number: pictureCount), image: image)
    order.append(thumbnail.page)
    bytes += image.height * image.bytesPerRow
    if bytes > memory { shrink() }
    revision += 1
  }

  private func shrink() {
    let wanted = Set(wishes.values.joined())
    for page in order where bytes > memory && !wanted.contains(page) { forget(page) }
  }

  private func forget(_ page: PageID) {
    guard let old = pictures.removeValue(forKey: page) else { return }
    order.removeAll { $0 == page }
    bytes -= old.image.height * old.image.bytesPerRow
  }
}

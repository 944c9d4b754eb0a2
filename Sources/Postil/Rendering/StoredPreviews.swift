import Dispatch
import Foundation
import PostilFile
import PostilModel
import PostilRender
import Synchronization

/// The previews of one document on disk. Of a page that lacks annotations of the file none are kept: the next who
/// opens the file would see it without them.
final class StoredPreviews: Sendable {
  private let store: PreviewStore
  private let file: PreviewDocument
  private let pool: PixelBufferPool
  private let side: Int
  private let failure: Failure
  /// Reading and writing files may take long.
  private let queue = DispatchQueue(label: "Postil.Previews", qos: .userInitiated, attributes: .concurrent)
  private let watch = Mutex<Task<Void, Never>?>(nil)
  /// Whether the document was saved encrypted: what it shows must not be on disk from then on.
  private let isOver = Atomic(false)
  /// The document as saves made it, which have previews too.
  private let saved = Mutex<[PreviewDocument]>([])

  /// `nil` if no previews are to be kept: the file is encrypted, or there is none.
  init?(_ document: PDFDocument, _ file: OpenedFile, _ options: RenderOptions, _ pool: PixelBufferPool) {
    guard let folder = options.previewFolder, let identity = file.identity, !document.isEncrypted else {
      return nil
    }
    let failure = Failure()
    store = PreviewStore(folder: folder, byteLimit: options.previewDiskSpace) { failure.error = $0 }
    self.file = PreviewDocument(identity: identity.utf8)
    self.pool = pool
    self.failure = failure
    side = options.previewSide
    follow(document)
  }

  deinit { watch.withLock { $0?.cancel() } }

  /// Why no previews are kept, if that failed.
  var warning: PDFError? { failure.error }

  var statistics: CacheStatistics { store.statistics }

  /// The preview of a page as the file has it, if there is one.
  func image(of view: PageView, side: Int) async -> PageImage? {
    guard side == self.side, view.renderKey.isOfFile,
      let width = view.previewWidth(side)
    else {
      return nil
    }
    let key = PreviewFileKey(
      page: view.renderKey.index + 1, width: width, renderer: view.renderKey.renderer)
    let found = FoundImage()
    await withCheckedContinuation { continuation in
      queue.async { [store, file, pool] in
        found.image = store.image(key, of: file, pool: pool)
        continuation.resume()
      }
    }
    return found.image
  }

  /// Keeps what an engine made, if it is a preview, as soon as there is time.
  func keep(_ image: PageImage, for request: RenderRequest) {
    guard case .preview(let area, side) = request, area.renderKey.isOfFile, area.renderKey.turn == .none
    else { return }
    let key = PreviewFileKey(
      page: area.renderKey.index + 1, width: image.width, renderer: area.renderKey.renderer)
    queue.async { [self] in
      if !isOver.load(ordering: .acquiring) { store.store(image, key, of: file) }
    }
  }

  // MARK: - Saving

  /// A save makes another file of it, in which most pages look as before: they keep their previews.
  private func follow(_ document: PDFDocument) {
    let changes = document.changes()
    let task = Task { [weak self, weak document] in
      for await change in changes where change.kind.contains(.saved) {
        guard let document else { return }
        if document.isEncrypted { self?.end() }
        if let saved = document.savedPages() { self?.carryOver(saved) }
      }
    }
    watch.withLock { $0 = task }
  }

  /// Keeps nothing any more, and removes what there is, once all that is on its way has been written.
  private func end() { Task { await removeAll() } }

  /// The same, and waits until they are gone.
  func removeAll() async {
    isOver.store(true, ordering: .releasing)
    let all = [file] + saved.withLock { $0 }
    await withCheckedContinuation { continuation in
      queue.async(flags: .barrier) { [store] in
        for document in all { store.removeAll(of: document) }
        continuation.resume()
      }
    }
  }

  private func carryOver(_ saved: SavedPages) {
    guard !isOver.load(ordering: .acquiring) else { return }
    let other = PreviewDocument(identity: saved.identity.utf8)
    self.saved.withLock { $0.append(other) }
    queue.async { [store, file] in store.carryOver(from: file, to: other) { saved.places[$0] } }
  }
}

/// Where the pages are in a file that was saved.
struct SavedPages: Sendable {
  let identity: String
  /// For each page that looks as it did when it was opened, by its number then: its number now.
  let places: [Int: Int]
}

extension PDFDocument {
  /// Where the pages are in the file as it was last saved.
  fileprivate func savedPages() -> SavedPages? {
    store.withLock { store in
      guard let identity = store.identityText, !store.isEncrypted else { return nil }
      // Not the document's state: edits may have been made since.
      let state = store.saved
      let same = state.pages.enumerated().filter { _, page in
        state.changedPages[page] == nil && !state.parts.objects.changesDrawing
      }
      return SavedPages(
        identity: identity, places: same.reduce(into: [:]) { $0[$1.element.number] = $1.offset + 1 })
    }
  }
}

extension PageRenderKey {
  /// Whether it is the page as the file has it, turned at most.
  fileprivate var isOfFile: Bool { source == nil && hidden.isEmpty && snapshot == nil && !isTransparent }
}

extension PageView {
  /// The width of the page's preview as the file has the page; `nil` if it can have none.
  fileprivate func previewWidth(_ side: Int) -> Int? {
    try? preview(side: side).rect.width
  }
}

/// An image on its way from another thread, through a lock that the thread sanitizer sees, unlike a continuation that is
/// resumed before its task is suspended.
private final class FoundImage: Sendable {
  private let found = Mutex<PageImage?>(nil)

  var image: PageImage? {
    get { found.withLock { $0 } }
    set { found.withLock { $0 = newValue } }
  }
}

/// The first thing that went wrong.
private final class Failure: Sendable {
  private let first = Mutex<PDFError?>(nil)

  var error: PDFError? {
    get { first.withLock { $0 } }
    set { first.withLock { $0 = $0 ?? newValue } }
  }
}

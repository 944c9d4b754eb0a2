import PostilModel
import Synchronization

/// For each page that was edited, how often: behind a lock of its own, so that a renderer can see that
/// nothing changed while a save keeps the document busy.
final class PageVersions: Sendable {
  private let versions = Mutex<[PageID: Int]>([:])

  /// The versions of all pages that were edited.
  var all: [PageID: Int] { versions.withLock { $0 } }

  subscript(page: PageID) -> Int { versions.withLock { $0[page, default: 0] } }

  func advance(_ pages: some Sequence<PageID>) {
    versions.withLock { versions in
      for page in pages { versions[page, default: 0] += 1 }
    }
  }
}

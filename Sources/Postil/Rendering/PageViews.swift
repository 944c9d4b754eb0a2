import PostilModel
import Synchronization

/// How pages look at the moment: a cache by page, for pages that were asked for. Thread-safe.
final class PageViews: Sendable {
  private let document: PDFDocument
  private let views = Mutex<[PageID: PageView]>([:])
  private let currentLook: Mutex<PageLook>
  /// Called when a page looks different, before its new view is returned to any caller.
  private let onChange: @Sendable (StaleTiles) -> Void

  init(_ document: PDFDocument, _ look: PageLook, onChange: @escaping @Sendable (StaleTiles) -> Void) {
    self.document = document
    currentLook = Mutex(look)
    self.onChange = onChange
  }

  /// How pages are shown.
  var look: PageLook {
    get { currentLook.withLock(\.self) }
    set {
      currentLook.withLock { $0 = newValue }
      refreshAll()
    }
  }

  /// Looks again at all pages that were asked for.
  func refreshAll() {
    for page in views.withLock({ Array($0.keys) }) { _ = try? view(of: page) }
  }

  /// How a page looks now. O(1) unless it was edited since it was last asked for.
  ///
  /// - Throws: ``PDFError`` with code `.pageOutOfRange` or `.damaged`.
  func view(of page: PageID) throws -> PageView {
    try refreshed(page).view
  }

  /// How a page looks now, and how that differs from what was known.
  @discardableResult
  func refreshed(_ page: PageID) throws -> (view: PageView, change: StaleTiles?) {
    let known = known(page)
    guard let facts = try document.renderFacts(of: page, known: known, look: look) else {
      if let known { return (known, nil) }
      throw PDFError.noSuchPage(page)
    }
    let view = PageView(page, facts, old: known, in: document)
    return views.withLock { views in
      // Another thread may have been faster.
      if let newer = views[page], newer.version > view.version || newer.isSameMoment(as: view) {
        return (newer, nil)
      }
      let change = views[page].flatMap(view.change)
      if let change { onChange(change) }
      views[page] = view
      return (view, change)
    }
  }

  /// Calls `body` if the view is still the current one; it cannot be replaced meanwhile.
  func ifCurrent(_ view: PageView, _ body: () -> Void) {
    views.withLock { views in
      if views[view.page]?.isSameMoment(as: view) == true { body() }
    }
  }

  /// How a page looked when it was last asked for.
  func known(_ page: PageID) -> PageView? { views.withLock { $0[page] } }
}

extension PageView {
  /// Whether both are of the same state of the document, shown the same way.
  fileprivate func isSameMoment(as other: PageView) -> Bool {
    version == other.version && givenLayers == other.givenLayers && look == other.look
  }
}

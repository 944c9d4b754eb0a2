import PostilModel
import PostilRender
import Synchronization

/// How pages look at the moment: a cache by page, for pages that were asked for. Thread-safe.
final class PageViews: Sendable {
  private let document: PDFDocument
  private let renderers: PageRenderers
  private let views = Mutex<[PageID: PageView]>([:])
  private let currentLook: Mutex<PageLook>
  /// Called when a page looks different, before its new view is returned to any caller.
  private let onChange: @Sendable (StaleTiles) -> Void

  init(
    _ document: PDFDocument, _ look: PageLook, _ renderers: PageRenderers,
    onChange: @escaping @Sendable (StaleTiles) -> Void
  ) {
    (self.document, self.renderers) = (document, renderers)
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
    let isPassedOn = try known.map { try renderer(of: page, $0.renderKey) != $0.renderer } ?? false
    guard let facts = try document.renderFacts(of: page, known: isPassedOn ? nil : known, look: look) else {
      if let known { return (known, nil) }
      throw PDFError.noSuchPage(page)
    }
    var view = PageView(page, facts, old: known, in: document)
    view.renderer = try renderer(of: page, view.renderKey)
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

  private func renderer(of page: PageID, _ key: PageRenderKey) throws -> Renderer {
    try renderers.renderer(of: key) { try document.popplerWeaknesses(of: page) }
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

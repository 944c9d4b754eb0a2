import PostilModel
import PostilRender
import Synchronization

/// How pages look at the moment: a cache by page, for pages that were asked for. Thread-safe.
final class PageViews: Sendable {
  private let document: PDFDocument
  private let renderers: PageRenderers
  private let views = Mutex<[PageID: PageView]>([:])
  /// Called when a page looks different, before its new view is returned to any caller.
  private let onChange: @Sendable (StaleTiles) -> Void

  init(
    _ document: PDFDocument, _ renderers: PageRenderers, onChange: @escaping @Sendable (StaleTiles) -> Void
  ) {
    self.document = document
    self.renderers = renderers
    self.onChange = onChange
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
    let isPassedOn = try known.map { try renderer(of: page, $0.renderKey) != $0.renderKey.renderer } ?? false
    guard let facts = try document.renderFacts(of: page, known: isPassedOn ? nil : known?.version) else {
      if let known { return (known, nil) }
      throw PDFError.noSuchPage(page)
    }
    var view = PageView(page, facts, old: known, in: document)
    view.renderKey.renderer = try renderer(of: page, view.renderKey)
    return views.withLock { views in
      // Another thread may have been faster.
      if let newer = views[page], newer.version > view.version || newer.isAsNew(as: view) {
        return (newer, nil)
      }
      let change = views[page].flatMap(view.change)
      if let change { onChange(change) }
      views[page] = view
      return (view, change)
    }
  }

  private func renderer(of page: PageID, _ key: PageRenderKey) throws -> Renderer {
    try renderers.renderer(of: key) { try document.renderTraits(of: page) }
  }

  /// Calls `body` if the view is still the current one; it cannot be replaced meanwhile.
  func ifCurrent(_ view: PageView, _ body: () -> Void) {
    views.withLock { views in
      if views[view.page]?.isAsNew(as: view) == true { body() }
    }
  }

  /// How a page looked when it was last asked for.
  func known(_ page: PageID) -> PageView? { views.withLock { $0[page] } }
}

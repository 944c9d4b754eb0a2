import PostilFile
import PostilModel
import PostilRender

/// What a renderer needs of a document, all of one moment.
struct RenderSnapshot: Sendable {
  /// Grows with every edit and save: the same number is the same document.
  var changeCount: Int
  /// Where the page is now.
  var pageIndex: Int
  /// The document's bytes; `nil` if the renderer has those of this change count.
  var source: RenderSource?
  var password: String?
}

extension PDFDocument {
  /// The document as it is now: its file if nothing is unsaved, else its bytes with the edits.
  ///
  /// - Parameter known: The change count of the bytes that the caller has.
  func renderSnapshot(of page: PageID, known: Int?) throws -> RenderSnapshot {
    try session.withLock { session in
      guard let index = session.state.pages.firstIndex(of: page) else { throw PDFError.noSuchPage(page) }
      let isKnown = known == session.changeCount
      return RenderSnapshot(
        changeCount: session.changeCount, pageIndex: index,
        source: isKnown ? nil : try session.renderSource(), password: session.store.password)
    }
  }
}

extension DocumentSession {
  fileprivate func renderSource() throws -> RenderSource {
    if let url = store.url, !history.hasUnsavedChanges { return .file(url) }
    return .data(try store.data(of: state))
  }
}

import PostilFile
import PostilModel
import PostilRender
import Synchronization

/// Which renderer draws which page: one for all of it, and mostly the same for as long as there is a ``PageRenderer``. Thread-safe.
final class PageRenderers: Sendable {
  /// A page of a file, whatever edits made of it.
  private struct Page: Hashable {
    let source: PageSource?
    let index: Int

    init(_ key: PageRenderKey) { (source, index) = (key.source, key.index) }
  }

  private struct State {
    var chosen: [Page: Renderer] = [:]
    /// Pages that one renderer failed at, and the other has now.
    var passedOn: Set<Page> = []
    /// The renderers that are there; `nil` before somebody looked.
    var found: Set<Renderer>?
  }

  private let choice: RendererChoice
  /// Looks whether a renderer is there.
  private let isThere: @Sendable (Renderer) -> Bool
  private let state = Mutex(State())

  init(_ choice: RendererChoice, isThere: @escaping @Sendable (Renderer) -> Bool) {
    self.choice = choice
    self.isThere = isThere
  }

  /// What draws a page.
  ///
  /// - Parameter weaknesses: What poppler draws wrong of it. Not asked for if that does not matter, or was asked before.
  func renderer(of key: PageRenderKey, _ weaknesses: () throws -> Set<PopplerWeakness>) rethrows -> Renderer {
    switch choice {
    case .poppler: return .poppler
    case .pdfium: return .pdfium
    case .automatic: break
    }
    let page = Page(key)
    if let known = state.withLock({ $0.chosen[page] }) { return known }
    let found = found()
    let chosen: Renderer
    if !found.contains(.pdfium) {
      chosen = .poppler
    } else if !found.contains(.poppler) {
      chosen = .pdfium
    } else {
      chosen = try weaknesses().isEmpty ? .poppler : .pdfium
    }
    return state.withLock { state in
      let known = state.chosen[page] ?? chosen
      state.chosen[page] = known
      return known
    }
  }

  private func found() -> Set<Renderer> {
    if let known = state.withLock(\.found) { return known }
    let found = Set(Renderer.allCases.filter(isThere))
    state.withLock { $0.found = found }
    return found
  }

  /// Has the other renderer draw a page that one failed at. Each page is passed on once.
  ///
  /// - Returns: Whether another than `key` names draws it now.
  func passOn(_ key: PageRenderKey) -> Bool {
    guard choice == .automatic else { return false }
    let found = found()
    let page = Page(key)
    return state.withLock { state in
      // Another request of the page may have been faster.
      if let chosen = state.chosen[page], chosen != key.renderer { return true }
      let other: Renderer = key.renderer == .poppler ? .pdfium : .poppler
      guard found.contains(other), state.passedOn.insert(page).inserted else { return false }
      state.chosen[page] = other
      return true
    }
  }
}

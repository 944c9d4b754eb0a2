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
    /// What may draw a page, the first of them before the others: those that failed at it are gone.
    var orders: [Page: [Renderer]] = [:]
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
    case .splash: return Self.first(of: [.splash, .poppler], for: key)
    case .automatic: break
    }
    let page = Page(key)
    if let known = state.withLock({ $0.orders[page] }) { return Self.first(of: known, for: key) }
    let found = found()
    // There is no choice.
    let isAlone = !found.contains(.poppler) || found == [.poppler]
    let order = Self.order(of: found, isAlone ? [] : try weaknesses())
    return state.withLock { state in
      let known = state.orders[page] ?? order
      state.orders[page] = known
      return Self.first(of: known, for: key)
    }
  }

  /// Who of `found` draws a page, the one first that draws most of it right.
  private static func order(of found: Set<Renderer>, _ weaknesses: Set<PopplerWeakness>) -> [Renderer] {
    func wrong(_ renderer: Renderer) -> Int { weaknesses.count { !$0.isDrawnRight(by: renderer) } }
    // Of those that draw as much of it right the first: PDFium, since what only it draws is missing or noise with others, and what only
    // Splash draws has other colors. But all of it by Splash, which has poppler's fonts, and was right where PDFium was not.
    var usual: [Renderer] = [.poppler, .pdfium, .splash]
    if wrong(.splash) == 0 { usual = [.poppler, .splash, .pdfium] }
    // What poppler crashes at Splash reads by the same functions.
    if wrong(.splash) == weaknesses.count { usual.removeAll { $0 == .splash } }
    let there = usual.filter(found.contains)
    let order = Set(there.map(wrong)).sorted().flatMap { count in there.filter { wrong($0) == count } }
    return order.isEmpty ? [.poppler] : order
  }

  private static func first(of order: [Renderer], for key: PageRenderKey) -> Renderer {
    // Splash draws on paper only.
    order.first { $0 != .splash || !key.isTransparent } ?? .poppler
  }

  private func found() -> Set<Renderer> {
    if let known = state.withLock(\.found) { return known }
    let found = Set(Renderer.allCases.filter(isThere))
    state.withLock { $0.found = found }
    return found
  }

  /// Has another renderer draw a page that one failed at. None gets it twice.
  ///
  /// - Parameter isMissing: Whether it failed because it is not there, as it will at all pages.
  /// - Returns: What draws it now; `nil` if nobody else does.
  func passOn(_ key: PageRenderKey, isMissing: Bool = false) -> Renderer? {
    guard choice == .automatic else { return nil }
    let page = Page(key)
    return state.withLock { state in
      if isMissing { state.found?.remove(key.renderer) }
      guard let order = state.orders[page] else { return nil }
      // Another request of the page may have been faster.
      let chosen = Self.first(of: order, for: key)
      if chosen != key.renderer { return chosen }
      let rest = order.filter { $0 != key.renderer }
      guard !rest.isEmpty else { return nil }
      state.orders[page] = rest
      return Self.first(of: rest, for: key)
    }
  }
}

extension PopplerWeakness {
  fileprivate func isDrawnRight(by renderer: Renderer) -> Bool {
    switch renderer {
    case .poppler: false
    case .pdfium: isDrawnRightByPDFium
    case .splash: isDrawnRightBySplash
    }
  }
}

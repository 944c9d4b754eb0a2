import GTKKit
import Observation
import Postil
import PostilViewer

/// Tells assistive technology what the pages on a canvas show: a tree below the canvas, page by page, and the text of the page with the caret.
///
/// Nothing is made until a reader asks or the session says that there is one. Before GTK 4.14 the text of the page is the description of the
/// canvas.
final class AccessibleCanvas {
  private unowned let canvas: PageCanvas
  private let session: ViewerSession
  private var areas: [PageID: Area] = [:]
  /// The page whose text the canvas has.
  private var textPage: PageID?
  private var isAsking = false

  /// What is told of a page.
  private struct Area {
    var widget: AccessiblePageArea
    /// What it was made of.
    var source: AccessiblePage
    /// How the page was shown.
    var transform: PageTransform
  }

  init(_ canvas: PageCanvas, _ session: ViewerSession) {
    (self.canvas, self.session) = (canvas, session)
    Readers.onChange { [weak self] in
      self?.session.accessibility.isActive = Readers.areThere
    }
    if Readers.areThere { session.accessibility.isActive = true }
    canvas.observe { [weak self] in self?.follow() }
    canvas.observe { [weak self] in self?.followView() }
    canvas.observe { [weak self] in self?.followCaret() }
  }

  /// How many pages are told.
  var areaCount: Int { areas.count }

  /// A reader asks: what it asks for comes later, and it is told then.
  func asked() {
    guard !isAsking, !session.accessibility.isActive else { return }
    isAsking = true
    MainLoop.soon { [weak self] in
      self?.isAsking = false
      self?.session.accessibility.isActive = true
    }
  }

  /// The description of what is in view, for GTK before 4.14; `nil` if that tells more by itself.
  var description: String? {
    guard !AccessiblePageArea.isSupported, session.accessibility.isActive else { return nil }
    if session.caret.isActive { return session.caret.line }
    guard let page = session.viewport.currentPage else { return nil }
    return session.accessibility[page].map { page in
      page.blocks.map { page.string(of: $0) }.joined(separator: "\n")
    }
  }

  /// Places what is told over the pages that show it.
  func layout() {
    for (page, area) in areas {
      // Beside the view there is no place: it is there all the same, to be read.
      let frame = session.transform(of: page).flatMap { session.viewRect($0.cropBox, on: page) }
      canvas.place(area.widget, at: frame.map { Rect($0) } ?? Rect(x: 0, y: 0, width: 0, height: 0))
    }
  }

  /// Follows what was read of the pages.
  private func follow() {
    let pages = session.accessibility.pages
    guard AccessiblePageArea.isSupported else { return }
    for (page, area) in areas where pages[page].map({ !$0.isSame(as: area.source) }) ?? true { drop(page) }
    for (page, source) in pages { tell(page, source) }
    followCaret()
  }

  /// Follows pages that are measured, or turned.
  private func followView() {
    let pages = session.accessibility.pages
    guard AccessiblePageArea.isSupported, !pages.isEmpty else { return }
    _ = session.viewport
    var isChanged = false
    for (page, source) in pages {
      let transform = session.transform(of: page)
      if let area = areas[page], area.transform == transform { continue }
      isChanged = true
      drop(page)
      tell(page, source)
    }
    if isChanged { followCaret() }
  }

  private func drop(_ page: PageID) {
    guard let area = areas.removeValue(forKey: page) else { return }
    canvas.remove(area.widget)
    if textPage == page { textPage = nil }
  }

  /// Tells of a page, if it is not told already and its size is known.
  private func tell(_ page: PageID, _ source: AccessiblePage) {
    guard areas[page] == nil, let transform = session.transform(of: page),
      let index = session.pages.firstIndex(of: page)
    else { return }
    let widget = AccessiblePageArea(
      AccessibleItems(source, transform).all, name: tr("Page %1", "\(index + 1)"))
    let next = session.pages[(index + 1)...].lazy.compactMap { self.areas[$0]?.widget }.first
    canvas.insert(widget, below: next ?? canvas.textField)
    areas[page] = Area(widget: widget, source: source, transform: transform)
    canvas.queueAllocate()
  }

  /// The canvas has the text of the page with the caret, or of the current page.
  private func followCaret() {
    guard AccessiblePageArea.isSupported, session.accessibility.isActive else { return }
    let caret = session.caret
    guard let page = caret.page ?? session.viewport.currentPage, let area = areas[page] else {
      return
    }
    if page != textPage {
      textPage = page
      let items = AccessibleItems(area.source, area.transform)
      canvas.setAccessibleText(items.text(0..<area.source.text.count), in: area.widget)
    }
    let selection = session.textSelection.page == page ? session.textSelection.selection?.range : nil
    canvas.setAccessibleCaret(
      caret.page == page ? caret.offset : selection?.upperBound ?? 0, selection: selection ?? 0..<0)
  }
}

import GTKKit
import PostilViewer

/// A strip of thumbnails; dragging along it goes through the document. It is mirrored if the language is written from right to
/// left.
final class ScrubberStrip: CustomWidget {
  private let session: ViewerSession
  private let nodes = PictureNodes()
  private(set) var scrubber = Scrubber()
  private let drag = DragGesture()
  private var shownRevision = -1
  private var shownPages: [PageID] = []
  private static let height = 56

  init(_ session: ViewerSession) {
    self.session = session
    super.init(css: "scrubberstrip", role: .slider)
    setAccessibleLabel(tr("Pages"))
    (expandsWidth, isFocusable) = (true, true)
    connectDrag()
    connectKeys()
    observe { [unowned self] in follow() }
  }

  override func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) {
    orientation == .horizontal ? (80, 400) : (Self.height, Self.height)
  }

  override func setValue(_ value: Double) -> Bool {
    let page = value.rounded()
    guard page >= 1, page <= Double(session.pages.count) else { return false }
    session.viewport.go(to: Int(page) - 1)
    return true
  }

  override func didRealize() {
    nodes.kind = rendererName == "GskCairoRenderer" ? .cairo : .texture
  }

  override func layout(width: Double, height: Double) {
    scrubber.resize(width: width, height: height)
    follow()
    askForPictures()
  }

  // MARK: - What is shown

  private func follow() {
    let (count, index) = (session.pages.count, session.viewport.currentIndex)
    let revision = session.thumbnails.revision
    let before = scrubber
    takeShape()
    if count != scrubber.pageCount { scrubber.setPageCount(count) }
    scrubber.show(index)
    // Do not repaint the strip when the view is scrolled within a page.
    guard
      scrubber != before || revision != shownRevision || count != shownPages.count
        || session.pages != shownPages
    else { return }
    (shownRevision, shownPages) = (revision, session.pages)
    let text = tr("Page %1 of %2", grouped(index + 1), grouped(count))
    setAccessibleValue(Double(index + 1), in: 1...Double(max(count, 1)), text: text)
    askForPictures()
    queueDraw()
  }

  /// Gives the slots the usual aspect ratio of the pages.
  private func takeShape() {
    guard !scrubber.isDragging, let ratio = usualRatio, abs(ratio - scrubber.aspectRatio) > 0.001 else {
      return
    }
    scrubber = Scrubber(
      pageCount: scrubber.pageCount, width: width, height: height, aspectRatio: ratio,
      currentIndex: scrubber.currentIndex)
  }

  /// The width of a page divided by its height: the median of a sample of pages throughout the document.
  private var usualRatio: Double? {
    let pages = session.pages
    let step = max(pages.count / 16, 1)
    let ratios = stride(from: 0, to: pages.count, by: step).compactMap { session.size(of: pages[$0]) }
      .filter { $0.width > 0 && $0.height > 0 }.map { $0.width / $0.height }.sorted()
    return ratios.isEmpty ? nil : min(max(ratios[ratios.count / 2], 0.1), 10)
  }

  private func askForPictures() {
    let slots = scrubber.slots
    let ordered = slots.filter(\.isCurrent) + slots.filter { !$0.isCurrent }
    let pages = session.pages
    session.thumbnails.request(
      ordered.compactMap { pages.indices.contains($0.index) ? pages[$0.index] : nil }, for: .scrubber)
  }

  override func snapshot(_ snapshot: Snapshot) {
    for slot in scrubber.slots where session.pages.indices.contains(slot.index) {
      paint(session.pages[slot.index], in: slot, on: snapshot)
    }
    nodes.dropUnused()
    if hasFocus { snapshot.frame(bounds, width: 2, accent, radius: 6) }
  }

  private func paint(_ page: PageID, in slot: Scrubber.Slot, on snapshot: Snapshot) {
    let slotFrame = mirrored(Rect(slot.frame)).insetBy(slot.isCurrent ? 2 : 0)
    let frame = slotFrame.fitting(session.size(of: page))
    snapshot.fill(frame, RGBA(1, 1, 1))
    if let picture = session.thumbnails.picture(of: page) {
      nodes.paint(picture, in: frame, on: snapshot)
    }
    if slot.isCurrent {
      snapshot.frame(frame.insetBy(-2), width: 2, accent, radius: 3)
    } else {
      snapshot.frame(frame, width: 1, RGBA(0.5, 0.5, 0.5, 0.5))
    }
  }

  // MARK: - Input

  private func connectDrag() {
    drag.onBegin { [unowned self] point in
      drag.claim()
      scrubber.beginDrag(atX: mirrored(point).x)
      visit()
    }
    drag.onMove { [unowned self] offset in
      guard let start = drag.start, scrubber.isDragging else { return }
      scrubber.drag(toX: mirrored(Point(x: start.x + offset.x, y: start.y)).x)
      visit()
    }
    drag.onEnd { [unowned self] _ in scrubber.endDrag() }
    drag.onCancel { [unowned self] in
      guard scrubber.isDragging else { return }
      scrubber.cancel()
      visit()
    }
    add(drag)
    addShortcut("Escape") { [unowned self] in
      guard scrubber.isDragging else { return false }
      scrubber.cancel()
      visit()
      drag.reset()
      return true
    }
  }

  private func visit() {
    let index = scrubber.currentIndex
    if session.viewport.currentIndex != index { session.viewport.go(to: index) }
    queueDraw()
  }

  private func connectKeys() {
    let (back, forth) = isRightToLeft ? ("Right", "Left") : ("Left", "Right")
    let steps: [(String, (inout PageViewport) -> Void)] = [
      (back, { $0.goToPrevious() }), ("Down", { $0.goToNext() }), ("Up", { $0.goToPrevious() }),
      (forth, { $0.goToNext() }), ("Home", { $0.go(to: 0) }), ("End", { $0.go(to: $0.pages.count - 1) }),
    ]
    for (key, step) in steps {
      addShortcut(key) { [unowned self] in
        step(&session.viewport)
        return true
      }
    }
  }
}

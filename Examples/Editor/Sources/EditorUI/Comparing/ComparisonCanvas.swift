import Foundation
import GTKKit
import Postil
import PostilViewer

/// Shows the pages of one of two documents that are compared, or of both over each other, with what is different marked.
final class ComparisonCanvas: CustomWidget {
  private let comparing: DocumentComparing
  /// Which of the documents it shows.
  private let side: () -> DocumentComparing.Side
  /// The pictures of each document; their names are its own.
  private var nodes: [ObjectIdentifier: PictureNodes] = [:]
  private let drag = DragGesture(button: 1)
  private let click = ClickGesture()
  private let scroll = ScrollController()
  private let motion = MotionController()
  private let keys = KeyController()
  private var lastPan = Point(x: 0, y: 0)
  private var pointer = Point(x: 0, y: 0)
  /// How far was scrolled beyond the edge of the page, in units.
  private var overscroll = 0.0
  /// How far a notch of the wheel goes, and how far beyond the edge of a page the next one begins, in units.
  private static let notch = 60.0

  init(_ comparing: DocumentComparing, side: @escaping () -> DocumentComparing.Side) {
    (self.comparing, self.side) = (comparing, side)
    super.init(css: "comparisoncanvas", role: .document)
    (expandsWidth, expandsHeight, isFocusable) = (true, true, true)
    connect()
    observe { [weak self] in self?.follow() }
  }

  private var viewer: PageViewer? { comparing.viewer(side()) }

  /// Whether the older document is painted over the newer one.
  private var overlaid: PageViewer? { comparing.layout == .overlaid ? comparing.older : nil }

  private func follow() {
    for shown in [viewer, overlaid] {
      guard let shown else { continue }
      _ = (shown.viewport, shown.pageDisplay.revision)
      resize(shown)
    }
    _ = (comparing.changes, comparing.currentIndex)
    queueDraw()
  }

  private func resize(_ shown: PageViewer) {
    guard width > 0, height > 0 else { return }
    var viewport = shown.viewport
    viewport.resize(to: ViewSize(width: width, height: height), pixelRatio: pixelRatio)
    if viewport != shown.viewport { shown.viewport = viewport }
  }

  override func measure(_ orientation: Orientation, for other: Double?) -> (minimum: Int, natural: Int) {
    (100, orientation == .horizontal ? 600 : 500)
  }

  override func layout(width: Double, height: Double) {
    for shown in [viewer, overlaid] { shown.map(resize) }
  }

  // MARK: - Painting

  override func snapshot(_ snapshot: Snapshot) {
    guard let viewer else { return }
    snapshot.clipped(to: bounds) {
      for page in viewer.viewport.visiblePages { paint(page, of: viewer, on: snapshot) }
    }
    let shown = [viewer, overlaid].compactMap { $0.map(ObjectIdentifier.init) }
    nodes = nodes.filter { shown.contains($0.key) }
    for cache in nodes.values { cache.dropUnused() }
  }

  private func cache(of viewer: PageViewer) -> PictureNodes {
    if let known = nodes[ObjectIdentifier(viewer)] { return known }
    let cache = PictureNodes()
    cache.kind = rendererName == "GskCairoRenderer" ? .cairo : .texture
    nodes[ObjectIdentifier(viewer)] = cache
    return cache
  }

  private func paint(_ page: VisiblePage, of viewer: PageViewer, on snapshot: Snapshot) {
    let paper = Rect(viewer.viewport.alignedToPixels(page.frame))
    snapshot.shadow(paper, RGBA(0, 0, 0, 0.25), dy: 1, blur: 6)
    snapshot.clipped(to: paper) {
      if let overlaid {
        snapshot.darkened {
          snapshot.inShades(of: RGBA(0, 1, 0)) { paint(page.page, of: viewer, in: paper, on: snapshot) }
        } by: {
          snapshot.inShades(of: RGBA(1, 0, 0)) {
            // The other document shows what belongs to the page in the middle; pages beside it stand in the same order.
            let index = page.index - viewer.viewport.currentIndex + overlaid.viewport.currentIndex
            let pages = overlaid.viewport.pages
            paint(pages.indices.contains(index) ? pages[index] : nil, of: overlaid, in: paper, on: snapshot)
          }
        }
      } else {
        paint(page.page, of: viewer, in: paper, on: snapshot)
      }
    }
    for mark in comparing.marks(of: side(), on: page.index) {
      guard let frame = mark.rect.map({ viewer.viewRect($0, on: page.page) }) ?? page.frame else { continue }
      let isCurrent = comparing.currentIndex == mark.change
      let place = Rect(frame).insetBy(mark.rect == nil ? 0 : -3)
      let color = mark.kind.color
      if mark.rect != nil, !mark.isElsewhere, overlaid == nil { snapshot.fill(place, color.withAlpha(0.12)) }
      snapshot.frame(
        place, width: isCurrent ? 4 : 2, color.withAlpha(mark.isElsewhere ? 0.6 : 0.95), radius: 3)
    }
  }

  private func paint(_ page: PageID?, of viewer: PageViewer, in paper: Rect, on snapshot: Snapshot) {
    snapshot.fill(paper, RGBA(1, 1, 1))
    guard let page else { return }
    let nodes = cache(of: viewer)
    for picture in viewer.pageDisplay.pictures(of: page) where picture.turn == .none {
      let frame = picture.frame(on: paper, pixelRatio: viewer.viewport.pixelRatio)
      guard frame.intersects(bounds), let node = nodes.node(of: picture) else { continue }
      snapshot.append(
        node, at: Point(x: frame.x, y: frame.y), scaleX: frame.width / node.bounds.width,
        scaleY: frame.height / node.bounds.height)
    }
  }

  // MARK: - Moving around

  private func connect() {
    for controller in [drag, click, scroll, motion, keys] as [EventController] { add(controller) }
    drag.onBegin { [weak self] _ in
      self?.lastPan = Point(x: 0, y: 0)
      self?.grabFocus()
    }
    drag.onMove { [weak self] offset in
      guard let self else { return }
      viewer?.viewport.pan(dx: offset.x - lastPan.x, dy: offset.y - lastPan.y)
      lastPan = offset
    }
    click.onRelease { [weak self] _, point in self?.clicked(at: point) }
    motion.onMove { [weak self] in self?.pointer = $0 }
    scroll.onScroll { [weak self] dx, dy in
      guard let self, let viewer else { return false }
      if scroll.modifiers.contains(.control) {
        viewer.viewport.zoom(by: exp2(-dy * (scroll.isSmooth ? 0.01 : 0.25)), about: ViewPoint(pointer))
      } else {
        let unit = scroll.isSmooth ? 1 : Self.notch
        let isSideways = scroll.modifiers.contains(.shift)
        scrolled(-(isSideways ? dy : dx) * unit, -(isSideways ? 0 : dy) * unit)
      }
      return true
    }
    keys.onPress { [weak self] in self?.pressed($0) ?? false }
  }

  /// Goes to the change whose mark is at a point.
  private func clicked(at point: Point) {
    guard let viewer, let page = viewer.viewport.visiblePage(at: ViewPoint(point)) else { return }
    let mark = comparing.marks(of: side(), on: page.index).last { mark in
      mark.rect.flatMap { viewer.viewRect($0, on: page.page) }.map { Rect($0).contains(point) } == true
    }
    if let mark { comparing.go(to: mark.change) }
  }

  private func scrolled(_ dx: Double, _ dy: Double) {
    guard let viewer else { return }
    let rest = viewer.viewport.pan(dx: dx, dy: dy)
    guard viewer.viewport.displayMode == .singlePage, rest.dy != 0, rest.dy == dy else {
      return overscroll = 0
    }
    overscroll = overscroll * rest.dy < 0 ? rest.dy : overscroll + rest.dy
    guard abs(overscroll) >= Self.notch else { return }
    overscroll = 0
    let index = viewer.viewport.currentIndex
    if dy < 0 {
      viewer.viewport.goToNext()
    } else if index > 0 {
      viewer.viewport.go(to: index - 1, arriving: .bottom)
    }
  }

  private func pressed(_ key: Int) -> Bool {
    guard let viewer, keys.modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    let page = viewer.viewport.viewSize.height * 0.9
    switch key {
    case KeyController.key("Page_Down"): scrolled(0, -page)
    case KeyController.key("Page_Up"): scrolled(0, page)
    case KeyController.key("Down"): scrolled(0, -Self.notch)
    case KeyController.key("Up"): scrolled(0, Self.notch)
    case KeyController.key("Left"): scrolled(Self.notch, 0)
    case KeyController.key("Right"): scrolled(-Self.notch, 0)
    case KeyController.key("Home"): viewer.viewport.go(to: 0)
    case KeyController.key("End"): viewer.viewport.go(to: viewer.viewport.pages.count - 1)
    default: return false
    }
    return true
  }
}

extension ComparedChange.Kind {
  /// The colour of its marks: told apart by people who see few colours, too.
  var color: RGBA {
    switch self {
    case .added: RGBA(0.0, 0.6, 0.35)
    case .removed: RGBA(0.85, 0.1, 0.25)
    case .changed: RGBA(0.1, 0.4, 0.95)
    }
  }
}

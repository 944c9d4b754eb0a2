import PostilTestSupport
@testable import PostilViewer

/// A person, or several at once, who do anything with a window, in any order.
struct RandomGestures {
  private(set) var viewport: PageViewport
  private(set) var gesture = SwipeGesture()
  private var random: SeededGenerator
  private var time = 0.0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    viewport = Self.viewport(using: &random)
  }

  /// A document of pages of many sizes in a window.
  static func viewport(using random: inout SeededGenerator) -> PageViewport {
    let pages = (1...Int.random(in: 1...60, using: &random)).map(PageID.init)
    let sizes = Dictionary(
      uniqueKeysWithValues: pages.map { page in
        (page, Bool.random(using: &random) ? .portrait : size(200...1_500, using: &random))
      })
    return PageViewport(
      pages: pages, sizes: sizes, viewSize: size(200...2_000, using: &random), pixelRatio: 1,
      displayMode: Bool.random(using: &random) ? .singlePage : .singlePageContinuous)
  }

  private static func size(_ sides: ClosedRange<Double>, using random: inout SeededGenerator) -> ViewSize {
    ViewSize(width: .random(in: sides, using: &random), height: .random(in: sides, using: &random))
  }

  /// Does something.
  ///
  /// - Returns: What.
  mutating func step() -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0...1: zoom()
    case 2...4: pan()
    case 5...11: swipe()
    case 12: resize()
    case 13: layOut()
    case 14: learnSizes()
    case 15: reorder()
    case 16...17: go()
    case 18: restore()
    default: reveal()
    }
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    switch Int.random(in: 0..<40, using: &random) {
    case 0: .nan
    case 1: [Double.infinity, -.infinity, 1e300, -1e300, 1e-300].randomElement(using: &random) ?? 0
    case 2: 0
    default: .random(in: range, using: &random)
    }
  }

  private mutating func point() -> ViewPoint { ViewPoint(x: number(-100...2_100), y: number(-100...2_100)) }

  private mutating func index() -> Int {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: [Int.min, .max, -1].randomElement(using: &random) ?? 0
    default: Int.random(in: 0...70, using: &random)
    }
  }

  private mutating func zoom() -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: viewport.zoom(to: number(0.01...70), about: point())
    case 1: viewport.zoom(by: number(0.5...2), about: point())
    case 2: viewport.zoomIn()
    case 3: viewport.zoomOut()
    default: viewport.fit(PageViewport.Fit.allCases.randomElement(using: &random) ?? .none)
    }
    return "zoom to \(viewport.zoom)"
  }

  private mutating func pan() -> String {
    let (dx, dy) = (number(-2_000...2_000), number(-2_000...2_000))
    viewport.pan(dx: dx, dy: dy)
    return "pan \(dx) \(dy)"
  }

  private mutating func swipe() -> String {
    time += number(0...0.2).isFinite ? .random(in: 0...0.2, using: &random) : 0
    let now = Bool.random(using: &random) ? time : number(0...1_000)
    switch Int.random(in: 0..<12, using: &random) {
    case 0...1: gesture.begin(at: point(), time: now, in: &viewport)
    case 2...7: gesture.move(to: point(), time: now, in: &viewport)
    case 8: gesture.end(time: now)
    case 9: gesture.cancel(time: now)
    default: gesture.advance(to: now, in: &viewport)
    }
    return "swipe \(gesture.phase) \(gesture.offset)"
  }

  private mutating func resize() -> String {
    let size = ViewSize(width: number(0...3_000), height: number(0...3_000))
    viewport.resize(to: size, pixelRatio: Bool.random(using: &random) ? number(0.5...3) : nil)
    return "resize \(size)"
  }

  private mutating func layOut() -> String {
    viewport.displayMode = Bool.random(using: &random) ? .singlePage : .singlePageContinuous
    return "lay out \(viewport.displayMode)"
  }

  private mutating func learnSizes() -> String {
    var sizes: [PageID: ViewSize] = [:]
    for _ in 0..<Int.random(in: 0...10, using: &random) {
      sizes[PageID(number: index())] = ViewSize(width: number(1...3_000), height: number(1...3_000))
    }
    viewport.setSizes(sizes)
    return "sizes \(sizes)"
  }

  private mutating func reorder() -> String {
    var pages = viewport.pages
    switch Int.random(in: 0..<8, using: &random) {
    case 0: pages = []
    case 1: pages = Array(pages.dropFirst(3))
    case 2:
      pages.append(contentsOf: (0..<4).map { _ in PageID(number: .random(in: 1...90, using: &random)) })
    case 3: pages = (1...Int.random(in: 1...60, using: &random)).map(PageID.init)
    default: pages.shuffle(using: &random)
    }
    viewport.setPages(pages)
    return "\(pages.count) pages"
  }

  private mutating func go() -> String {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: viewport.goToNext()
    case 1: viewport.goToPrevious()
    default:
      viewport.go(to: index(), arriving: PageViewport.Arrival.allCases.randomElement(using: &random) ?? .top)
    }
    return "go to \(viewport.currentIndex)"
  }

  private mutating func restore() -> String {
    let position = PageViewport.Position(
      pageIndex: index(), x: number(-1...2), y: number(-1...2), zoom: number(0...70),
      fit: PageViewport.Fit.allCases.randomElement(using: &random) ?? .none,
      displayMode: DisplayMode.allCases.randomElement(using: &random) ?? .singlePage)
    viewport.restore(position)
    return "restore \(position)"
  }

  private mutating func reveal() -> String {
    let rect = ViewRect(
      x: number(0...600), y: number(0...800), width: number(0...900), height: number(0...900))
    viewport.reveal(rect, on: PageID(number: index()))
    return "reveal \(rect)"
  }
}

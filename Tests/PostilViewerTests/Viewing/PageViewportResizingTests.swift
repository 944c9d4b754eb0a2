import PostilTestSupport
@testable import PostilViewer
import Testing

struct PageViewportResizingTests {
  @Test(arguments: DisplayMode.allCases)
  func whatWasInTheCentreStaysThere(_ mode: DisplayMode) throws {
    var viewport = PageViewport.sample(mode)
    viewport.zoom(to: 3)
    viewport.go(to: 5)
    viewport.pan(dx: 100, dy: -700)
    let before = try #require(viewport.pagePoint(at: viewport.centre))
    viewport.resize(to: ViewSize(width: 600, height: 900), pixelRatio: 2)
    #expect(viewport.zoom == 3)
    #expect(viewport.pixelRatio == 2)
    let after = try #require(viewport.pagePoint(at: viewport.centre))
    #expect(after.page == before.page)
    #expect(after.point.isNear(before.point))
  }

  @Test(arguments: PageViewport.Fit.allCases)
  func aFitIsKept(_ fit: PageViewport.Fit) {
    var viewport = PageViewport.sample(.singlePage)
    viewport.fit(fit)
    viewport.resize(to: ViewSize(width: 324, height: 1_000))
    #expect(viewport.fit == fit)
    #expect(viewport.zoom == (fit == .none ? 1 : 0.5))
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func aScreenThatIsTurnedAndTurnedBackShowsTheSame(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var viewport = RandomGestures.viewport(using: &random)
    if Bool.random(using: &random) { viewport.fit(.allCases.randomElement(using: &random) ?? .none) }
    if Bool.random(using: &random) { viewport.go(to: .random(in: 0...60, using: &random)) }
    viewport.pan(dx: .random(in: -500...500, using: &random), dy: .random(in: -9_000...500, using: &random))
    viewport.resize(to: viewport.viewSize)
    let before = viewport
    for _ in 0..<4 {
      let size = viewport.viewSize
      viewport.resize(to: ViewSize(width: size.height, height: size.width))
    }
    viewport.resize(to: ViewSize(width: 500, height: 500))
    viewport.resize(to: before.viewSize)
    #expect(viewport.currentIndex == before.currentIndex)
    #expect(viewport.visiblePages.map(\.page) == before.visiblePages.map(\.page))
    for (now, then) in zip(viewport.visiblePages, before.visiblePages) {
      #expect(now.frame.isNear(then.frame))
    }
  }

  @Test func whatIsNotASizeIsIgnored() {
    var viewport = PageViewport.sample(.singlePage)
    let before = viewport
    viewport.resize(to: ViewSize(width: .nan, height: .infinity), pixelRatio: .nan)
    #expect(viewport == before)
    viewport.resize(to: ViewSize(width: -5, height: 1e300), pixelRatio: 1_000)
    #expect(viewport.viewSize == ViewSize(width: 0, height: 1_000_000))
    #expect(viewport.pixelRatio == 16)
  }
}

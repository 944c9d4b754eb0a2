import PostilTestSupport
@testable import PostilViewer
import Testing

struct PageViewportZoomingTests {
  @Test(arguments: DisplayMode.allCases)
  func whatIsUnderThePointerStaysThere(_ mode: DisplayMode) {
    var viewport = PageViewport.sample(mode)
    viewport.zoom(to: 3)
    let pointer = ViewPoint(x: 420, y: 310)
    let before = viewport.pagePoint(at: pointer)
    viewport.zoom(by: 2.5, about: pointer)
    #expect(viewport.zoom == 7.5)
    #expect(viewport.fit == .none)
    #expect(before != nil)
    #expect(viewport.pagePoint(at: pointer)?.page == before?.page)
    #expect(viewport.pagePoint(at: pointer)?.point.isNear(before?.point) == true)
  }

  /// The gaps do not grow, so what is far below does not drift away with them.
  @Test func farDownInALongDocumentItStaysThereToo() {
    var viewport = PageViewport.sample(.singlePageContinuous, count: 6_680)
    viewport.go(to: 6_000)
    let pointer = ViewPoint(x: 500, y: 650)
    let before = viewport.pagePoint(at: pointer)
    for _ in 0..<12 { viewport.zoom(by: 1.3, about: pointer) }
    #expect(viewport.pagePoint(at: pointer)?.page == before?.page)
    #expect(viewport.pagePoint(at: pointer)?.point.isNear(before?.point) == true)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func whateverIsUnderThePointerStaysThereUnlessTheEdgesForbidIt(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var viewport = RandomGestures.viewport(using: &random)
    viewport.zoom(to: .random(in: 1.5...20, using: &random))
    viewport.pan(dx: .random(in: -900...900, using: &random), dy: .random(in: -9_000...0, using: &random))
    let pointer = viewport.centre
    guard let before = viewport.pagePoint(at: pointer) else { return }
    viewport.zoom(to: .random(in: 0.5...30, using: &random), about: pointer)
    let after = try #require(viewport.viewPoint(before.point, on: before.page))
    let distances = viewport.panDistances
    if distances.left > 0 && distances.right > 0 { #expect(abs(after.x - pointer.x) < 1e-4) }
    if distances.up > 0 && distances.down > 0 { #expect(abs(after.y - pointer.y) < 1e-4) }
  }

  @Test func whatIsSmallerThanTheViewIsCentredWhereverThePointerIs() {
    var viewport = PageViewport.sample(.singlePage)
    viewport.zoom(to: 0.5, about: ViewPoint(x: 0, y: 0))
    #expect(viewport.currentFrame == ViewRect(x: 350, y: 150, width: 300, height: 400))
  }

  @Test func zoomHasLimits() {
    var viewport = PageViewport.sample(.singlePage)
    viewport.zoom(to: 1_000)
    #expect(viewport.zoom == 64)
    viewport.zoom(to: -3)
    #expect(viewport.zoom == 0.05)
    viewport.zoom(to: 2)
    for nonsense in [Double.nan, .infinity, -.infinity] {
      viewport.zoom(to: nonsense)
      viewport.zoom(by: nonsense)
    }
    viewport.zoom(by: 0)
    viewport.zoom(by: -1)
    #expect(viewport.zoom == 2)
    viewport.zoom(to: 3, about: ViewPoint(x: .nan, y: .infinity))
    #expect(viewport.zoom == 3)
  }

  @Test func fittingIsAlwaysWithinTheLimits() {
    let view = ViewSize(width: 3_000, height: 400)
    var viewport = PageViewport.sample(
      .singlePage, count: 2, view: view,
      sizes: [1: ViewSize(width: 14_400, height: 14_400), 2: ViewSize(width: 10, height: 10)])
    viewport.fit(.page)
    #expect(viewport.currentFrame?.isNear(ViewRect(x: 1_312, y: 12, width: 376, height: 376)) == true)
    viewport.fit(.width)
    viewport.goToNext()
    #expect(viewport.currentFrame?.width == 2_976)
  }

  @Test func noPageHasMorePixelsThanTheRendererCanCount() {
    var viewport = PageViewport.sample(
      .singlePage, sizes: [3: ViewSize(width: 100, height: 500_000)])
    viewport.resize(to: viewport.viewSize, pixelRatio: 2)
    viewport.zoom(to: 64)
    #expect(viewport.zoom == 8)
  }

  @Test func stepsLeadBackAndForth() {
    var viewport = PageViewport.sample(.singlePage)
    viewport.zoomIn()
    viewport.zoomIn()
    #expect(abs(viewport.zoom - 2) < 1e-9)
    viewport.zoomOut()
    viewport.zoomOut()
    viewport.zoomOut()
    #expect(abs(viewport.zoom - 0.5.squareRoot()) < 1e-9)
    viewport.zoom(to: 1.1)
    viewport.zoomOut()
    #expect(abs(viewport.zoom - 1) < 1e-9)
    for _ in 0..<50 { viewport.zoomIn() }
    #expect(viewport.zoom == 64)
    for _ in 0..<50 { viewport.zoomOut() }
    #expect(viewport.zoom == 0.05)
  }

  @Test func aPinchThatComesBackLeavesEverythingAsItWas() {
    var viewport = PageViewport.sample(.singlePageContinuous)
    viewport.pan(dx: 0, dy: -1_000)
    let (before, pointer) = (viewport, ViewPoint(x: 100, y: 100))
    for factor in [0.8, 0.1, 0.001, 0.5, 1] {
      viewport = before
      viewport.zoom(by: factor, about: pointer)
    }
    #expect(viewport.visiblePages == before.visiblePages)
  }

  @Test func aFitFollowsThePageThatIsGoneTo() {
    var viewport = PageViewport.sample(.singlePage, sizes: [2: ViewSize(width: 1_200, height: 400)])
    viewport.fit(.width)
    viewport.goToNext()
    #expect(viewport.currentFrame?.width == 976)
    viewport.zoom(to: 2)
    viewport.goToPrevious()
    #expect(viewport.zoom == 2)
  }

  @Test func aFitCanBeGivenUpWithoutAChange() {
    var viewport = PageViewport.sample(.singlePage)
    viewport.fit(.width)
    let zoom = viewport.zoom
    viewport.fit(.none)
    viewport.resize(to: ViewSize(width: 500, height: 500))
    #expect(viewport.zoom == zoom)
  }
}

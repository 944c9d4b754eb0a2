import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// What a board shows of a real document.
@MainActor @Suite struct PageDisplayTests: BoardTests {
  let fixture: DisplayFixture

  init() throws { fixture = try DisplayFixture() }

  @Test func aPageIsCoveredWithTilesOverAPreview() async throws {
    pageDisplay.show(viewport())
    await complete()
    let pictures = pageDisplay.pictures(of: first)
    // The preview is 366 × 512 pixels, the last column of which is mostly beyond the page.
    let preview = try #require(pictures.first)
    #expect(preview.frame.height == 1 && preview.image.width == 366)
    #expect(abs(preview.frame.width - 366 / (500.0 * 512 / 700)) < 1e-9)
    #expect(pictures.count == 1 + 2 * 3)
    #expect(abs(coveredArea(first) - 1) < 0.01)
    #expect(Set(pictures.map(\.id)).count == pictures.count)
  }

  @Test func nothingIsAskedForAgainWhileTheSameTilesAreSeen() async {
    pageDisplay.show(viewport(height: 300))
    await complete()
    let before = pageDisplay.pictures(of: first).map(\.id)
    pageDisplay.show(viewport(height: 290))
    #expect(pageDisplay.isComplete)
    #expect(pageDisplay.pictures(of: first).map(\.id) == before)
  }

  @Test func whileTheZoomChangesThePicturesBeforeAreStretched() async {
    pageDisplay.show(viewport())
    await complete()
    let before = Set(pageDisplay.pictures(of: first).map(\.id))
    pageDisplay.show(viewport(scale: 1.5))
    #expect(!pageDisplay.isComplete)
    #expect(Set(pageDisplay.pictures(of: first).map(\.id)) == before)
    await complete()
    let after = pageDisplay.pictures(of: first)
    #expect(before.intersection(after.dropFirst().map(\.id)).isEmpty)
    #expect(abs(coveredArea(first) - 1) < 0.01)
  }

  @Test func anEditShowsInTheTilesThatItTouches() async throws {
    pageDisplay.show(viewport())
    await complete()
    let before = pageDisplay.pictures(of: first)
    let line = Annotation(.line(from: PagePoint(x: 10, y: 690), to: PagePoint(x: 60, y: 680)))
    try document.add(line, to: first)
    pageDisplay.refresh([first])
    #expect(pageDisplay.requestAwaited(by: first) != nil)
    await complete()
    let after = pageDisplay.pictures(of: first)
    let changed = after.dropFirst().filter { picture in !before.contains { $0.id == picture.id } }
    #expect(changed.map(\.frame.x) == [0] && changed.map(\.frame.y) == [0])
    #expect(after.count == before.count)
    #expect(pageDisplay.requestAwaited(by: first) == nil)
  }

  @Test func aRequestThatShowsAnEditIsTold() async throws {
    pageDisplay.show(viewport())
    await complete()
    var told: [Int] = []
    pageDisplay.onComplete = { [first] page, request in if page == first { told.append(request) } }
    try document.add(Annotation(.rectangle(PageRect(x: 10, y: 10, width: 400, height: 600))), to: first)
    pageDisplay.refresh([first])
    let awaited = try #require(pageDisplay.requestAwaited(by: first))
    await complete()
    #expect(told.contains { $0 >= awaited })
  }

  @Test func pagesOutOfSightAreForgottenWhenTheyAreEdited() async throws {
    let second = document.pageIDs[1]
    pageDisplay.show(viewport())
    await complete()
    pageDisplay.show(viewport(second))
    await complete()
    #expect(!pageDisplay.pictures(of: first).isEmpty)
    pageDisplay.refresh([first])
    #expect(pageDisplay.pictures(of: first).isEmpty)
    #expect(!pageDisplay.pictures(of: second).isEmpty)
  }

  /// What was drawn before the edit may arrive after it, while the next viewport waits for the zoom to rest.
  @Test func lateUpdatesOfAnEditedPageAreIgnoredOnceAnotherIsWanted() async throws {
    pageDisplay.zoomPause = .seconds(3_600)
    pageDisplay.show(viewport(scale: 4))
    await wait(until: { !pageDisplay.pictures(of: first).isEmpty }, "nothing is shown")
    let renderer = try #require(pageDisplay.renderer)
    // The main actor is kept busy, so that updates queue up.
    for tile in try renderer.tiles(of: first, scale: 4, size: 256) {
      while try renderer.cachedTile(tile) == nil { usleep(1_000) }
    }
    pageDisplay.show(viewport(document.pageIDs[1]))
    try document.add(Annotation(.rectangle(PageRect(x: 10, y: 10, width: 400, height: 600))), to: first)
    pageDisplay.refresh([first])
    await wait(until: { pageDisplay.request?.isDone == true }, "the request does not end")
    #expect(pageDisplay.pictures(of: first).isEmpty)
  }

  @Test(arguments: [-5, Int.min, Int.max])
  func anyNumberOfPagesOutOfSightCanBeAskedFor(_ number: Int) async {
    pageDisplay.lingeringPages = number
    for page in document.pageIDs {
      pageDisplay.show(viewport(page))
      await complete()
      #expect(!pageDisplay.pictures(of: page).isEmpty)
    }
  }

  @Test func onlySomePagesOutOfSightAreKept() async {
    pageDisplay.lingeringPages = 1
    for page in document.pageIDs {
      pageDisplay.show(viewport(page))
      await complete()
    }
    #expect(document.pageIDs.map { !pageDisplay.pictures(of: $0).isEmpty } == [false, false, true, true])
  }

  @Test func aTurnedPageIsShownTurnedAtOnce() async throws {
    pageDisplay.show(viewport())
    await complete()
    pageDisplay.turn(first, by: .clockwise90, in: size)
    #expect(pageDisplay.pictures(of: first).allSatisfy { $0.turn == .clockwise90 })
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    pageDisplay.refresh([first])
    pageDisplay.show(
      Viewport(page: first, rect: ViewRect(x: 0, y: 0, width: 700, height: 500), scale: 1, tileSize: 256))
    await complete()
    #expect(pageDisplay.pictures(of: first).dropFirst().allSatisfy { $0.turn == .none })
    #expect(pageDisplay.pictures(of: first).count == 7)
  }

  @Test func thePreviewIsMadeAnewThoughAllTilesThatAreSeenAreReady() async throws {
    let upper = Viewport(
      page: first, rect: ViewRect(x: 0, y: 0, width: 2000, height: 300), scale: 4, tileSize: 256)
    pageDisplay.show(upper)
    await complete()
    let before = try #require(pageDisplay.pictures(of: first).first?.id)
    // At the lower end of the page, where no tile is.
    try document.add(Annotation(.rectangle(PageRect(x: 10, y: 10, width: 400, height: 40))), to: first)
    pageDisplay.refresh([first])
    await complete()
    await wait(
      until: { pageDisplay.pictures(of: first).first?.id != before },
      "the preview still shows the page as it was")
  }

  @Test func tilesAreNotStretchedOverAPageWhoseSizeIsNotKnown() async {
    pageDisplay.attach(renderer) { _ in nil }
    pageDisplay.show(viewport())
    await complete()
    #expect(pageDisplay.pictures(of: first).count == 1)
  }

  @Test func aFailureIsForgottenWhenThePageCanBeShown() async {
    pageDisplay.show(
      Viewport(page: first, rect: ViewRect(x: 0, y: 0, width: 10, height: 10), scale: 20_000, tileSize: 256))
    await complete()
    #expect(pageDisplay.failures[first] != nil)
    pageDisplay.show(viewport())
    await complete()
    #expect(pageDisplay.failures[first] == nil)
  }

  @Test func manyEditsOneAfterTheOtherShowBeforeTheLast() async throws {
    pageDisplay.show(viewport(scale: 3))
    await complete()
    let before = Set(pageDisplay.pictures(of: first).map(\.id))
    var line = Annotation(.rectangle(PageRect(x: 10, y: 10, width: 480, height: 80)))
    try document.add(line, to: first)
    var isShown = false
    let deadline = ContinuousClock.now + .seconds(900)
    while !isShown, ContinuousClock.now < deadline {
      line.content = .rectangle(PageRect(x: .random(in: 10...20), y: 10, width: 480, height: 680))
      try document.replace(line, on: first)
      pageDisplay.refresh([first])
      await Task.yield()
      isShown = !Set(pageDisplay.pictures(of: first).dropFirst().map(\.id)).isSubset(of: before)
    }
    #expect(isShown)
  }

  @Test func whatCannotBeShownIsTold() async {
    pageDisplay.show(
      Viewport(page: PageID(number: 99), rect: ViewRect(x: 0, y: 0, width: 10, height: 10), scale: 1))
    await complete()
    #expect(pageDisplay.failures[PageID(number: 99)]?.code == .pageOutOfRange)
  }

  @Test func aBoardWithoutADocumentShowsNothing() async {
    pageDisplay.show(viewport())
    pageDisplay.detach()
    #expect(pageDisplay.pictures(of: first).isEmpty)
    pageDisplay.show(viewport())
    #expect(pageDisplay.isComplete)
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// What a board makes ready of pages that may be seen next.
@MainActor @Suite struct PageDisplayNeighbourTests: BoardTests {
  let fixture: DisplayFixture

  init() throws { fixture = try DisplayFixture() }

  @Test func neighboursAreMadeReady() async {
    let second = document.pageIDs[1]
    pageDisplay.show(viewport(), neighbours: [viewport(second)])
    await wait(until: { pageDisplay.pictures(of: second).count == 7 }, "the neighbour is not made ready")
  }

  @Test func tilesThatAreSeenDoNotMakeRoomForNeighbours() async throws {
    var options = RenderOptions.forTests
    options.workerCount = 1
    // The six tiles of a page, and half of those of another.
    options.tileMemory = 2 << 20
    let renderer = PageRenderer(document, options: options)
    pageDisplay.attach(renderer) { [size] _ in size }
    let (second, third) = (document.pageIDs[1], document.pageIDs[2])
    let beside = Viewport(
      areas: [viewport(second), viewport(third)].flatMap(\.areas), scale: 1, tileSize: 256)
    pageDisplay.show(viewport(), neighbours: [beside])
    await wait(until: { pageDisplay.pictures(of: third).count == 7 }, "the neighbours are not made ready")
    for tile in try renderer.tiles(of: first, scale: 1, size: 256) {
      #expect(try renderer.cachedTile(tile) != nil)
    }
  }

  @Test func neighboursAreMadeReadyEachAtItsOwnScale() async {
    let (second, third) = (document.pageIDs[1], document.pageIDs[2])
    pageDisplay.show(viewport(), neighbours: [viewport(second, scale: 1.5), viewport(third, scale: 0.5)])
    await wait(until: { pageDisplay.pictures(of: third).count == 3 }, "the neighbours are not made ready")
    #expect(pageDisplay.pictures(of: second).dropFirst().contains { $0.frame.width == 256 / 750 })
  }

  @Test func aPageBesideThatWasMadeReadyIsSharp() async {
    let second = document.pageIDs[1]
    pageDisplay.show(viewport(second))
    await complete()
    pageDisplay.show(viewport())
    await complete()
    pageDisplay.show(viewport(scale: 1.5), neighbours: [viewport(second, scale: 1.5)])
    await complete()
    await wait(
      until: { pageDisplay.pictures(of: second).contains { $0.frame.width == 256 / 750 } },
      "the neighbour is not made ready")
    pageDisplay.show(viewport(second, scale: 1.5))
    await complete()
    #expect(abs(coveredArea(second) - 1) < 0.01)
  }

  @Test func neighboursAreMadeReadyAtTheScaleThatAZoomEndsWith() async {
    let second = document.pageIDs[1]
    pageDisplay.zoomPause = .milliseconds(50)
    pageDisplay.show(viewport())
    await complete()
    pageDisplay.show(viewport(scale: 1.5), neighbours: [viewport(second, scale: 1.5)])
    pageDisplay.show(viewport(height: 100), neighbours: [viewport(second)])
    await complete()
    await wait(until: { pageDisplay.pictures(of: second).count > 1 }, "the neighbour is not made ready")
    #expect(pageDisplay.pictures(of: second).dropFirst().contains { $0.frame.width == 256 / 500 })
    #expect(!pageDisplay.pictures(of: second).contains { $0.frame.width == 256 / 750 })
  }

  @Test func neighboursAreMadeReadyAfterAnEdit() async throws {
    let second = document.pageIDs[1]
    pageDisplay.show(viewport(), neighbours: [viewport(second)])
    try document.add(Annotation(.rectangle(PageRect(x: 10, y: 10, width: 400, height: 600))), to: first)
    pageDisplay.refresh([first])
    await wait(until: { pageDisplay.pictures(of: second).count == 7 }, "the neighbour is not made ready")
  }
}

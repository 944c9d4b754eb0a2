import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Coming back to where one was.
@MainActor @Suite struct ViewerComingBackTests {
  @Test func aPlaceBesideANarrowPageComesBack() async throws {
    var document = Viewer.document()
    document.pages[2].mediaBox = [0, 0, 4000, 500]
    let viewer = try Viewer(document)
    viewer.session.viewport.displayMode = .singlePageContinuous
    await viewer.open()
    await wait(until: { viewer.session.viewer.transforms.count == 5 }, "the pages are not measured")
    viewer.session.viewport.zoom(to: 1.25)
    // All the way to the left, with the gap below the first page in the middle.
    viewer.session.viewport.pan(dx: 9000, dy: 9000)
    viewer.session.viewport.pan(dx: 0, dy: -140)
    let (place, frame) = (viewer.session.viewport.position, viewer.session.viewport.frame(of: viewer.page))
    #expect(place.x < -1 && place.y > 1)
    #expect(await viewer.session.done())
    let again = Viewer.session(in: viewer.folder)
    again.open(viewer.file)
    await viewer.isOpened(again)
    await wait(until: { again.viewer.transforms.count == 5 }, "the pages are not measured")
    #expect(again.viewport.position == place)
    #expect(again.viewport.frame(of: again.pages[0]) == frame)
  }

  @Test func pageZoomAndToolComeBack() async throws {
    let viewer = try Viewer()
    await viewer.open()
    viewer.session.viewport.go(to: 3)
    viewer.session.viewport.zoom(to: 2.5)
    viewer.session.palette.selection = .ellipse
    #expect(await viewer.session.done())
    let again = Viewer.session(in: viewer.folder)
    again.open(viewer.file)
    await viewer.isOpened(again)
    #expect(again.viewport.currentIndex == 3)
    #expect(abs(again.viewport.zoom - 2.5) < 0.001)
    #expect(again.palette.selection == .ellipse)
  }

  @Test func thePositionWaitsForAWindow() async throws {
    let viewer = try Viewer()
    await viewer.open()
    viewer.session.viewport.go(to: 2)
    #expect(await viewer.session.done())
    let again = Viewer.session(in: viewer.folder)
    again.viewport.resize(to: .zero, pixelRatio: 1)
    again.open(viewer.file)
    await viewer.isOpened(again)
    again.viewport.resize(to: ViewSize(width: 360, height: 640), pixelRatio: 2)
    #expect(again.viewport.currentIndex == 2)
  }

  @Test func whatAPositionLeavesOpenIsAsOnFirstOpening() {
    let position = ReadingPosition(pageIndex: 2)
    #expect(position.place(in: .singlePage).fit == .page)
    #expect(position.place(in: .singlePageContinuous).fit == .width)
    #expect(position.place(in: .singlePageContinuous).displayMode == .singlePageContinuous)
  }

  @Test func whereOneIsIsOnTheDiskOnceAllIsSettled() async throws {
    let viewer = try Viewer()
    await viewer.open()
    viewer.session.viewport.go(to: 3)
    await viewer.session.flushSettings()
    let positions = try #require(viewer.session.memory.positions)
    let again = ReadingPositions(
      folders: ViewerFolders(
        configuration: viewer.folder.url, state: positions.url.deletingLastPathComponent()))
    #expect(await again.position(in: viewer.file)?.pageIndex == 3)
  }

  @Test func stylesComeBack() async throws {
    let viewer = try Viewer()
    var style = viewer.session.palette.style(for: .line)
    style.lineWidth = 7.5
    style.color = Color(red: 0, green: 0.5, blue: 1)
    viewer.session.palette.setStyle(style, for: .line)
    await viewer.session.flushSettings()
    let again = Viewer.session(in: viewer.folder)
    await wait(until: { again.palette.style(for: .line).lineWidth == 7.5 }, "the style does not come back")
  }
}

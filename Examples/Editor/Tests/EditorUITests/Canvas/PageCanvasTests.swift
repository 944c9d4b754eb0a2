import EditorTestSupport
import GTKKit
import Postil
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class PageCanvasTests: GTKTestCase {
  /// A canvas of 440 × 240 units, in which a page is shown at scale 2.
  private func show(_ content: DemoContent, _ body: (PageCanvas, Window) throws -> Void) throws {
    let canvas = PageCanvas(content)
    let window = show(canvas, width: 440, height: 240)
    defer { window.destroy() }
    content.viewport.zoom(to: 2)
    wait(for: "page") { self.pixel(canvas, 25, 200) == 0xFFFF_0000 }
    try body(canvas, window)
  }

  private func pixel(_ canvas: PageCanvas, _ x: Int, _ y: Int) -> UInt32 {
    guard let picture = canvas.picture(), x < picture.width, y < picture.height else { return 0 }
    return picture.pixels[y * picture.width + x]
  }

  func testItShowsThePageInItsPlace() throws {
    try show(DemoContent(samplePages())) { canvas, _ in
      XCTAssertEqual(canvas.width, 440)
      // The page is from 20, 20 to 420, 220; its lower left quarter is red.
      XCTAssertEqual(pixel(canvas, 21, 21), 0xFFFF_FFFF)
      XCTAssertEqual(pixel(canvas, 20, 219), 0xFFFF_0000)
      XCTAssertEqual(pixel(canvas, 219, 121), 0xFFFF_0000)
      XCTAssertEqual(pixel(canvas, 220, 121), 0xFFFF_FFFF)
      XCTAssertEqual(pixel(canvas, 219, 119), 0xFFFF_FFFF)
      XCTAssertNotEqual(pixel(canvas, 5, 5), 0xFFFF_FFFF)
    }
  }

  func testItFollowsTheViewport() throws {
    let content = try DemoContent(samplePages())
    try show(content) { canvas, _ in
      content.viewport.swipeOffset = 100
      wait(for: "movement") {
        self.pixel(canvas, 119, 200) != 0xFFFF_0000 && self.pixel(canvas, 121, 200) == 0xFFFF_0000
      }
    }
  }

  func testADragDrawsWhatIsThenCommitted() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let document = try samplePages()
    let content = DemoContent(document)
    content.style = StrokeStyle(color: Color(red: 0, green: 0, blue: 1), lineWidth: 4)
    try show(content) { canvas, _ in
      Hand.does("mousemove 260 60 mousedown 1 mousemove 300 60 mousemove 340 60")
      wait(for: "stroke") { self.pixel(canvas, 300, 60) == 0xFF00_00FF }
      XCTAssertEqual(try document.page(at: 0).annotations.count, 0)
      Hand.does("mouseup 1")
      wait(for: "annotation") { (try? document.page(at: 0).annotations.count) == 1 }
      wait(for: "tiles") { content.drawings.isEmpty }
      wait(for: "stroke in the tiles") { self.pixel(canvas, 300, 60) == 0xFF00_00FF }
      guard case .ink(let strokes, _) = try document.page(at: 0).annotations.first?.shape else {
        return XCTFail("There is no stroke.")
      }
      XCTAssertEqual(strokes.first?.points.first, PagePoint(x: 120, y: 80))
      XCTAssertEqual(strokes.first?.points.last, PagePoint(x: 160, y: 80))
    }
  }

  func testEscapeGivesTheDrawingUp() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let document = try samplePages()
    let content = DemoContent(document)
    try show(content) { canvas, _ in
      Hand.does("mousemove 260 60 mousedown 1 mousemove 300 60 mousemove 340 60")
      wait(for: "stroke") { !content.drawings.isEmpty }
      Hand.does("key Escape")
      wait(for: "end of the drawing") { content.drawings.isEmpty }
      Hand.does("mousemove 350 70 mouseup 1")
      MainLoop.run(seconds: 0.1) { false }
      XCTAssertEqual(try document.page(at: 0).annotations.count, 0)
      XCTAssertEqual(self.pixel(canvas, 300, 60), 0xFFFF_FFFF)
    }
  }

  func testWithoutAToolADragSwipes() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let content = try DemoContent(samplePages())
    content.draws = false
    try show(content) { _, _ in
      Hand.does(
        "mousemove 400 100 mousedown 1 mousemove 380 100 mousemove 200 100 mousemove 60 100 mouseup 1")
      wait(for: "next page") { content.viewport.currentIndex == 1 && content.viewport.swipeOffset == 0 }
      XCTAssertTrue(content.drawings.isEmpty)
    }
  }

  func testTheWheelGoesOnToTheNextPageAndBack() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let content = try DemoContent(samplePages())
    try show(content) { _, _ in
      Hand.does("mousemove 200 100 click 5")
      wait(for: "next page") { content.viewport.currentIndex == 1 }
      Hand.does("click 4")
      wait(for: "page before") { content.viewport.currentIndex == 0 }
    }
  }

  func testTheWheelWithControlZoomsAboutThePointer() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let content = try DemoContent(samplePages())
    try show(content) { _, _ in
      let before = content.viewport.pagePoint(at: ViewPoint(x: 300, y: 100))?.point
      Hand.does("mousemove 300 100 keydown ctrl click 4 click 4 click 4 click 4 keyup ctrl")
      wait(for: "zoom") { abs(content.viewport.zoom - 4) < 0.001 }
      let after = content.viewport.pagePoint(at: ViewPoint(x: 300, y: 100))?.point
      XCTAssertEqual(before?.x ?? 0, after?.x ?? 1, accuracy: 0.01)
      XCTAssertEqual(before?.y ?? 0, after?.y ?? 1, accuracy: 0.01)
    }
  }

  func testTheMiddleButtonPansWithATool() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let content = try DemoContent(samplePages())
    try show(content) { _, _ in
      content.viewport.zoom(to: 8)
      let before = content.viewport.visiblePages.first?.frame
      Hand.does("mousemove 200 100 mousedown 2 mousemove 180 100 mousemove 150 90 mouseup 2")
      @MainActor func moved() -> ViewPoint? {
        guard let before, let now = content.viewport.visiblePages.first?.frame else { return nil }
        return ViewPoint(x: (now.x - before.x).rounded(), y: (now.y - before.y).rounded())
      }
      wait(for: "movement") { moved() == ViewPoint(x: -50, y: -10) }
      XCTAssertTrue(content.drawings.isEmpty)
    }
  }

  func testPicturesOutOfUseAreDropped() throws {
    let content = try DemoContent(samplePages())
    try show(content) { canvas, _ in
      wait(for: "quiet") { canvas.pictureCount > 0 }
      content.viewport.goToNext()
      content.viewport.goToNext()
      wait(for: "last page") { self.pixel(canvas, 25, 200) == 0xFFFF_0000 }
      XCTAssertLessThanOrEqual(canvas.pictureCount, 3)
    }
  }

  func testItIsFreedWithItsWindow() throws {
    weak var seen: PageCanvas?
    let content = try DemoContent(samplePages())
    try show(content) { canvas, _ in seen = canvas }
    wait(for: "end of the canvas") { seen == nil }
  }
}

import EditorTestSupport
import GTKKit
import Postil
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class PageCanvasTests: GTKTestCase {
  /// A canvas of 440 × 240 units, in which a page is shown at scale 2.
  private func show(_ session: ViewerSession, _ body: (PageCanvas, Window) throws -> Void) throws {
    let canvas = PageCanvas(session)
    let window = show(canvas, width: 440, height: 240)
    defer { window.destroy() }
    wait(for: "document") { !session.pages.isEmpty }
    session.viewport.zoom(to: 2)
    wait(for: "page") { self.pixel(canvas, 25, 200) == 0xFFFF_0000 }
    try body(canvas, window)
  }

  private func pixel(_ canvas: PageCanvas, _ x: Int, _ y: Int) -> UInt32 {
    guard let picture = canvas.picture(), x < picture.width, y < picture.height else { return 0 }
    return picture.pixels[y * picture.width + x]
  }

  func testItShowsThePageInItsPlace() throws {
    try show(sampleSession()) { canvas, _ in
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
    let session = try sampleSession()
    try show(session) { canvas, _ in
      session.viewport.swipeOffset = 100
      wait(for: "movement") {
        self.pixel(canvas, 119, 200) != 0xFFFF_0000 && self.pixel(canvas, 121, 200) == 0xFFFF_0000
      }
    }
  }

  func testThePointerTellsWhatADragWouldDo() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let session = try sampleSession()
    try show(session) { canvas, _ in
      let input = try XCTUnwrap(canvas.input)
      Hand.does("mousemove 260 60")
      wait(for: "hand") { input.cursor == "grab" && input.hovered != nil }
      session.palette.selection = .eraser
      wait(for: "cross") { input.cursor == "crosshair" }
      // Twelve points at scale 2.
      XCTAssertEqual(canvas.toolHead, Rect(x: 248, y: 48, width: 24, height: 24))
      wait(for: "ring") { self.pixel(canvas, 260, 48) != 0xFFFF_FFFF }
      Hand.does("mousemove 8 8")
      wait(for: "hand beside the page") { input.cursor == "grab" && canvas.toolHead == nil }
      Hand.does("mousedown 1")
      wait(for: "fist") { input.cursor == "grabbing" }
      Hand.does("mouseup 1")
      wait(for: "hand") { input.cursor == "grab" }
    }
  }

  func testADragDrawsWhatIsThenCommitted() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let session = try sampleSession()
    try show(session) { canvas, _ in
      session.palette.selection = .freehand
      session.palette.style = AnnotationStyle(color: Color(red: 0, green: 0, blue: 1), lineWidth: 4)
      Hand.does("mousemove 260 60 mousedown 1 mousemove 300 60 mousemove 340 60")
      wait(for: "stroke") { self.pixel(canvas, 300, 60) == 0xFF00_00FF }
      XCTAssertFalse(session.status.hasUnsavedChanges)
      Hand.does("mouseup 1")
      wait(for: "annotation") { session.status.hasUnsavedChanges }
      wait(for: "tiles") { session.drawing.settling.isEmpty && session.pageDisplay.isComplete }
      wait(for: "stroke in the tiles") { self.pixel(canvas, 300, 60) == 0xFF00_00FF }
      let annotations = try XCTUnwrap(session.document).page(at: 0).annotations
      guard let strokes = annotations.first?.content.ink?.strokes else {
        return XCTFail("There is no stroke.")
      }
      XCTAssertEqual(strokes.first?.points.first, PagePoint(x: 120, y: 80))
      XCTAssertEqual(strokes.first?.points.last, PagePoint(x: 160, y: 80))
      session.undo()
      wait(for: "undo") { self.pixel(canvas, 300, 60) == 0xFFFF_FFFF }
    }
  }

  func testEscapeGivesTheDrawingUp() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let session = try sampleSession()
    try show(session) { canvas, _ in
      session.palette.selection = .freehand
      Hand.does("mousemove 260 60 mousedown 1 mousemove 300 60 mousemove 340 60")
      wait(for: "stroke") { session.drawing.isDrawing }
      Hand.does("key Escape")
      wait(for: "end of the drawing") { !session.drawing.isDrawing }
      Hand.does("mousemove 350 70 mouseup 1")
      MainLoop.run(seconds: 0.1) { false }
      XCTAssertFalse(session.status.hasUnsavedChanges)
      XCTAssertEqual(self.pixel(canvas, 300, 60), 0xFFFF_FFFF)
    }
  }

  func testShiftMakesCirclesOfEllipses() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let session = try sampleSession()
    try show(session) { _, _ in
      session.palette.selection = .ellipse
      Hand.does(
        "mousemove 250 30 keydown shift mousedown 1 mousemove 300 40 mousemove 330 60 mouseup 1 keyup shift")
      wait(for: "annotation") { session.status.hasUnsavedChanges }
      let annotation = try XCTUnwrap(session.document).page(at: 0).annotations.first
      guard let rect = annotation?.content.ellipse?.rect else { return XCTFail("There is no ellipse.") }
      XCTAssertEqual(rect.width, rect.height, accuracy: 0.001)
    }
  }

  func testWithoutAToolADragSwipes() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let session = try sampleSession()
    session.palette.selection = nil
    try show(session) { _, _ in
      Hand.does(
        "mousemove 400 100 mousedown 1 mousemove 380 100 mousemove 200 100 mousemove 60 100 mouseup 1")
      wait(for: "next page") { session.viewport.currentIndex == 1 && session.viewport.swipeOffset == 0 }
      XCTAssertFalse(session.status.hasUnsavedChanges)
    }
  }

  func testTheWheelGoesOnToTheNextPageAndBack() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let session = try sampleSession()
    try show(session) { _, _ in
      Hand.does("mousemove 200 100 click 5")
      wait(for: "next page") { session.viewport.currentIndex == 1 }
      Hand.does("click 4")
      wait(for: "page before") { session.viewport.currentIndex == 0 }
    }
  }

  func testKeysGoToOtherPages() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let session = try sampleSession()
    try show(session) { canvas, _ in
      canvas.grabFocus()
      for (key, index) in [("Right", 1), ("Next", 2), ("Left", 1), ("Prior", 0), ("End", 2), ("Home", 0)] {
        Hand.does("key \(key)")
        wait(for: "page after \(key)") { session.viewport.currentIndex == index }
      }
    }
  }

  func testTheWheelWithControlZoomsAboutThePointer() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let session = try sampleSession()
    try show(session) { _, _ in
      let before = session.viewport.pagePoint(at: ViewPoint(x: 300, y: 100))?.point
      Hand.does("mousemove 300 100 keydown ctrl click 4 click 4 click 4 click 4 keyup ctrl")
      wait(for: "zoom") { abs(session.viewport.zoom - 4) < 0.001 }
      let after = session.viewport.pagePoint(at: ViewPoint(x: 300, y: 100))?.point
      XCTAssertEqual(before?.x ?? 0, after?.x ?? 1, accuracy: 0.01)
      XCTAssertEqual(before?.y ?? 0, after?.y ?? 1, accuracy: 0.01)
    }
  }

  func testTheMiddleButtonPansWithATool() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    let session = try sampleSession()
    try show(session) { _, _ in
      session.palette.selection = .freehand
      session.viewport.zoom(to: 8)
      let before = session.viewport.visiblePages.first?.frame
      Hand.does("mousemove 200 100 mousedown 2 mousemove 180 100 mousemove 150 90 mouseup 2")
      @MainActor func moved() -> ViewPoint? {
        guard let before, let now = session.viewport.visiblePages.first?.frame else { return nil }
        return ViewPoint(x: (now.x - before.x).rounded(), y: (now.y - before.y).rounded())
      }
      wait(for: "movement") { moved() == ViewPoint(x: -50, y: -10) }
      XCTAssertFalse(session.status.hasUnsavedChanges)
    }
  }

  func testPicturesOutOfUseAreDropped() throws {
    let session = try sampleSession()
    try show(session) { canvas, _ in
      wait(for: "quiet") { canvas.pictureCount > 0 }
      session.viewport.goToNext()
      session.viewport.goToNext()
      wait(for: "last page") { self.pixel(canvas, 25, 200) == 0xFFFF_0000 }
      XCTAssertLessThanOrEqual(canvas.pictureCount, 3)
    }
  }

  func testTwoFingersZoomAndPanAboutTheirMiddle() throws {
    let session = try sampleSession()
    try show(session) { canvas, _ in
      session.palette.selection = .freehand
      let start = session.viewport
      let input = try XCTUnwrap(canvas.input)
      session.drawing.begin(at: PenPoint(x: 300, y: 60))
      input.mode = .draws
      input.beginPinch(at: Point(x: 300, y: 100))
      for scale in [1.2, 1.7, 2] { input.pinched(by: scale) }
      XCTAssertEqual(session.viewport.zoom, 4, accuracy: 0.001)
      let (before, after) = (
        start.pagePoint(at: ViewPoint(x: 300, y: 100)),
        session.viewport.pagePoint(at: ViewPoint(x: 300, y: 100))
      )
      XCTAssertEqual(before?.point.x ?? 0, after?.point.x ?? 1, accuracy: 0.01)
      XCTAssertFalse(session.drawing.isDrawing)
    }
  }

  func testItIsFreedWithItsWindow() throws {
    weak var seen: PageCanvas?
    let session = try sampleSession()
    try show(session) { canvas, _ in seen = canvas }
    wait(for: "end of the canvas") { seen == nil }
  }
}

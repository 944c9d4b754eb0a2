import EditorTestSupport
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class ToolBarTests: WindowTestCase {
  func testTheToolInHandIsPressed() throws {
    try withDocument { window in
      let buttons = window.document.tools.toolButtons
      XCTAssertEqual(
        buttons.map(\.tool.id),
        [.select, .lasso, .line, .rectangle, .ellipse, .freehand, .eraser]
          + (PaletteTool.additional + PaletteTool.typing).map(\.id))
      window.session.palette.selection = .ellipse
      wait(for: "mark") { buttons.filter(\.isActive).map(\.tool.id) == [.ellipse] }
      window.session.palette.selection = nil
      wait(for: "none") { buttons.allSatisfy { !$0.isActive } }
    }
  }

  func testPressingTakesInHandAndPressingAgainPutsDown() throws {
    try withDocument { window in
      let pen = try XCTUnwrap(window.document.tools.toolButtons.first { $0.tool.id == .freehand })
      pen.press()
      XCTAssertEqual(window.session.palette.selection, .freehand)
      pen.press()
      XCTAssertNil(window.session.palette.selection)
      wait(for: "rest") { !pen.isActive }
    }
  }

  func testNumbersTakeToolsInHand() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    try withDocument { window in
      window.document.canvas.grabFocus()
      Hand.does("key 2")
      wait(for: "rectangle") { window.session.palette.selection == .rectangle }
      Hand.does("key 5")
      wait(for: "eraser") { window.session.palette.selection == .eraser }
      Hand.does("key KP_5")
      wait(for: "rest") { window.session.palette.selection == nil }
      Hand.does("key 0")
      wait(for: "selecting") { window.session.palette.selection == .select }
      Hand.does("key KP_0")
      wait(for: "rest") { window.session.palette.selection == nil }
      // In a text a number is a number.
      window.document.scrubber.pageEntry.ask()
      Hand.does("key 2 Return")
      wait(for: "page") { window.session.viewport.currentIndex == 1 }
      XCTAssertNil(window.session.palette.selection)
    }
  }

  func testUndoIsThereWhenThereIsSomething() throws {
    try withDocument { window in
      let tools = window.document.tools
      XCTAssertFalse(tools.undo.isEnabled)
      XCTAssertFalse(tools.redo.isEnabled)
      draw(window)
      wait(for: "undo") { tools.undo.isEnabled }
      XCTAssertEqual(tools.undo.tooltip, tr("Undo “%1”", tr("Add Annotation")) + " (Ctrl+Z)")
      tools.undo.press()
      wait(for: "redo") { tools.redo.isEnabled && !tools.undo.isEnabled }
      tools.redo.press()
      wait(for: "redone") { tools.undo.isEnabled }
      tools.clear.press()
      wait(for: "cleared") { window.session.status.undoName == "Clear Page" }
    }
  }

  func testEveryButtonIsLargeEnoughForAFinger() throws {
    try withDocument { window in
      let tools = window.document.tools
      for button in tools.toolButtons + [tools.undo, tools.redo, tools.clear] {
        XCTAssertGreaterThanOrEqual(button.width, 40)
        XCTAssertGreaterThanOrEqual(button.height, 40)
      }
    }
  }

  func testEveryToolHasAnIcon() throws {
    try withDocument { _ in
      for symbol in (PaletteTool.builtIn + PaletteTool.additional + PaletteTool.typing + [.select]).map(
        \.symbol) + ["postil-grid-symbolic", "postil-rotate-symbolic"]
      {
        XCTAssertTrue(IconTheme.has(symbol), symbol)
      }
    }
  }
}

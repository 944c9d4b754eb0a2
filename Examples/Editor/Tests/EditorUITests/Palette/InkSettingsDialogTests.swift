import EditorTestSupport
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class InkSettingsDialogTests: GTKTestCase {
  private func open(_ body: (InkSettingsDialog, ToolPalette) throws -> Void) rethrows {
    let palette = ToolPalette()
    let parent = show(Label("page"), width: 360, height: 640)
    let dialog = InkSettingsDialog(palette, over: parent)
    dialog.present()
    wait(for: "dialog") { dialog.width > 0 && dialog.isMapped }
    defer { parent.destroy() }
    try body(dialog, palette)
  }

  func testEveryChoiceOfThePenAndOfFingersIsThere() throws {
    try open { dialog, palette in
      XCTAssertEqual(
        dialog.choosers.map(\.choice.id), ["pressure", "tilt", "steadiness", "hold", "ahead", "fingers"])
      @MainActor func choose(_ choice: String, _ option: String) throws {
        let chooser = try XCTUnwrap(dialog.choosers.first { $0.choice.id == choice })
        try XCTUnwrap(chooser.options.first { $0.id == option }).button.isActive = true
      }
      try choose("pressure", "soft")
      try choose("tilt", "width")
      try choose("steadiness", "more")
      try choose("hold", "nothing")
      try choose("ahead", "hidden")
      try choose("fingers", "pans")
      let pen = try XCTUnwrap(palette.tool(.freehand).map { palette.makeTool($0) } as? FreehandTool)
      XCTAssertEqual(pen.response, PenResponse(pressure: .soft, tilt: .shading))
      XCTAssertEqual(pen.steadiness, 0.7)
      XCTAssertNil(pen.recognizer)
      XCTAssertFalse(pen.foresees)
      XCTAssertEqual(palette.fingers, .pans)
      palette.fingers = .automatic
      let fingers = try XCTUnwrap(dialog.choosers.last)
      wait(for: "choice of another") { fingers.options.first?.button.isActive == true }
    }
  }

  func testItFitsANarrowWindow() throws {
    open { dialog, _ in
      XCTAssertLessThanOrEqual(dialog.preferredSize(.horizontal).minimum, 360)
      XCTAssertLessThanOrEqual(dialog.preferredSize(.vertical, for: 360).minimum, 640)
      XCTAssertLessThanOrEqual(dialog.width, 360)
    }
  }

  func testItFitsANarrowWindowInRussian() throws { try inRussian { try testItFitsANarrowWindow() } }

  func testThePenHasAPageOfItsOwn() throws {
    let palette = ToolPalette()
    palette.selection = .freehand
    let popover = StylePopover(palette)
    var count = 0
    popover.onMore = { count += 1 }
    XCTAssertTrue(popover.more.isVisible)
    popover.more.press()
    XCTAssertEqual(count, 1)
    palette.selection = .eraser
    wait(for: "eraser") { !popover.more.isVisible }
  }
}

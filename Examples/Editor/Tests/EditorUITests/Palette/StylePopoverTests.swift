import EditorTestSupport
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class StylePopoverTests: GTKTestCase {
  func testAColourIsForTheToolInHand() throws {
    let palette = ToolPalette()
    palette.selection = .line
    let popover = StylePopover(palette)
    let blue = try XCTUnwrap(PaletteColor.presets.first { $0.name == "Blue" })
    let button = try XCTUnwrap(popover.colors.buttons.first { $0.preset == blue })
    button.press()
    XCTAssertEqual(palette.style(for: .line).color, blue.color)
    XCTAssertNotEqual(palette.style(for: .freehand).color, blue.color)
    wait(for: "mark") { popover.colors.buttons.filter(\.isActive).map(\.preset) == [blue] }
  }

  func testWithoutAToolThePenIsTakenInHand() throws {
    let palette = ToolPalette()
    let popover = StylePopover(palette)
    popover.widthSlider.scale.value = 7.3
    XCTAssertEqual(palette.selection, .freehand)
    XCTAssertEqual(palette.style(for: .freehand).lineWidth, 7.5)
  }

  func testShapesCanBeFilled() throws {
    let palette = ToolPalette()
    palette.selection = .rectangle
    let popover = StylePopover(palette)
    XCTAssertTrue(popover.fill.isVisible)
    XCTAssertFalse(popover.fill.colors.isVisible)
    popover.fill.toggle.isActive = true
    XCTAssertNotNil(palette.fill)
    wait(for: "colours") { popover.fill.colors.isVisible }
    popover.fill.colors.buttons.first?.press()
    XCTAssertEqual(palette.fill, PaletteColor.presets.first?.color)
    popover.fill.toggle.isActive = false
    XCTAssertNil(palette.fill)
  }

  func testEveryToolHasItsOwnControls() throws {
    let palette = ToolPalette()
    palette.selection = .eraser
    let popover = StylePopover(palette)
    XCTAssertFalse(popover.colors.isVisible)
    XCTAssertFalse(popover.fill.isVisible)
    let mode = try XCTUnwrap(popover.choosers.first)
    XCTAssertEqual(mode.options.map(\.id), ["partial", "wholeAnnotations"])
    XCTAssertTrue(mode.options[0].button.isActive)
    mode.options[1].button.isActive = true
    XCTAssertEqual((palette.makeTool() as? EraserTool)?.mode, .wholeAnnotations)
    palette.selection = .line
    wait(for: "line") { popover.colors.isVisible && popover.choosers.isEmpty && !popover.fill.isVisible }
  }

  func testWordsOfStampsAndFontsAreChosen() throws {
    let palette = ToolPalette()
    palette.addEditorTools()
    palette.selection = .stamp
    let popover = StylePopover(palette)
    let words = try XCTUnwrap(popover.choosers.first { $0.choice.id == "stamp" })
    try XCTUnwrap(words.options.first { $0.id == "TopSecret" }).button.isActive = true
    XCTAssertEqual((palette.makeTool() as? StampTool)?.picture, .name(.topSecret))
    try XCTUnwrap(popover.choosers.first { $0.choice.id == "text" }?.field).text = "Проверено"
    XCTAssertEqual((palette.makeTool() as? StampTool)?.picture, .text("Проверено"))
    XCTAssertFalse(popover.fontSizeSlider.isVisible)
    palette.selection = .freeText
    wait(for: "font") { popover.fontSizeSlider.isVisible && popover.choosers.map(\.choice.id) == ["font"] }
    popover.fontSizeSlider.scale.value = 24
    try XCTUnwrap(popover.choosers.first?.options.last).button.isActive = true
    let font = (palette.makeTool() as? FreeTextTool)?.font
    XCTAssertEqual(font, TextFont("Courier", size: 24))
  }

  func testShowingAnotherToolChangesNothing() throws {
    let palette = ToolPalette()
    let popover = StylePopover(palette)
    palette.selection = .eraser
    wait(for: "eraser") { !popover.choosers.isEmpty }
    palette.selection = .line
    wait(for: "line") { popover.choosers.isEmpty }
    XCTAssertEqual(palette.settings, PaletteSettings())
  }
}

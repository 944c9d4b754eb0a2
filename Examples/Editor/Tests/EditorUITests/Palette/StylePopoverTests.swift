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
    XCTAssertTrue(popover.eraser.isVisible)
    popover.eraser.whole.isActive = true
    XCTAssertEqual(palette.eraserMode, .wholeAnnotations)
    palette.selection = .line
    wait(for: "line") { popover.colors.isVisible && !popover.eraser.isVisible && !popover.fill.isVisible }
  }

  func testShowingAnotherToolChangesNothing() throws {
    let palette = ToolPalette()
    let popover = StylePopover(palette)
    palette.selection = .eraser
    wait(for: "eraser") { popover.eraser.isVisible }
    palette.selection = .line
    wait(for: "line") { !popover.eraser.isVisible }
    XCTAssertEqual(palette.settings, PaletteSettings())
  }
}

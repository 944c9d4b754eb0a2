import EditorTestSupport
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

/// Where one reads from the right to the left, what runs along a line starts at the right.
@preconcurrency @MainActor
final class RightToLeftTests: WindowTestCase {
  private func withTurnedDocument(pages: Int = 3, _ body: (EditorWindow) throws -> Void) throws {
    defer { Widget.isRightToLeft = false }
    Widget.isRightToLeft = true
    try withDocument(pages: pages, body)
  }

  private func x(_ widget: Widget) throws -> Double {
    let frame = try XCTUnwrap(widget.frameInWindow)
    return frame.x + frame.width / 2
  }

  func testBarsAreTurnedOver() throws {
    try withTurnedDocument { window in
      let header = window.header
      wait(for: "header") { header.menu.isMapped && header.menu.width > 0 }
      let order = try [header.menu, header.done, header.rotate, header.search, header.fileName, header.grid]
        .map { try x($0) }
      XCTAssertEqual(order, order.sorted())
      XCTAssertGreaterThan(try x(window.document.tools), try x(window.document.canvas))
      XCTAssertGreaterThan(
        try x(window.document.scrubber.pageEntry), try x(window.document.scrubber.strip))
    }
  }

  func testTheStripRunsFromTheRight() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    try withTurnedDocument(pages: 40) { window in
      let strip = window.document.scrubber.strip
      wait(for: "strip") { strip.scrubber.slots.count > 5 }
      let frame = try XCTUnwrap(strip.frameInWindow)
      let y = Int(frame.y + frame.height / 2)
      Hand.does("mousemove \(Int(frame.x + 2)) \(y) mousedown 1")
      wait(for: "last page") { window.session.viewport.currentIndex == 39 }
      Hand.does("mousemove \(Int(frame.maxX - strip.scrubber.x(of: 10))) \(y)")
      wait(for: "page") { window.session.viewport.currentIndex == 10 }
      Hand.does("mouseup 1")
      wait(for: "end") { !strip.scrubber.isDragging }
      strip.grabFocus()
      Hand.does("key Left")
      wait(for: "next page") { window.session.viewport.currentIndex == 11 }
      Hand.does("key Right Right")
      wait(for: "pages before") { window.session.viewport.currentIndex == 9 }
    }
  }

  func testTheGridRunsFromTheRight() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    try withTurnedDocument(pages: 12) { window in
      let grid = window.grid
      window.commands.showsGrid = true
      wait(for: "cells") { grid.isMapped && grid.visibleCells.count > 3 }
      wait(for: "places") { grid.visibleCells.allSatisfy { ($0.cell.frameInWindow?.width ?? 0) > 1 } }
      let cells = grid.visibleCells
      XCTAssertGreaterThan(try x(cells[0].cell), try x(cells[1].cell))
      Hand.does("key Left")
      wait(for: "focus") { grid.model.focusedIndex == 1 }
      let (first, third) = (try place(cells[0].cell), try place(cells[2].cell))
      Hand.does("mousemove \(third.x) \(third.y) mousedown 1")
      for step in 1...8 {
        Hand.does("mousemove \(third.x + (first.x + 20 - third.x) * step / 8) \(first.y)")
      }
      Hand.does("mouseup 1")
      wait(for: "move") { window.session.status.undoName == "Move" }
      XCTAssertEqual(window.session.pages.first, grid.model.pages.first)
      window.session.viewport.go(to: 5)
      // The pages have glided to their places.
      waitForRest(of: window)
      let frame = try XCTUnwrap(grid.visibleCells.first { $0.number == 2 }?.cell.frameInWindow)
      let middle = "\(Int(frame.x + frame.width / 2)) \(Int(frame.y + frame.height / 2))"
      Hand.does("mousemove \(middle) click --repeat 2 --delay 60 1")
      wait(for: "page") {
        window.pages.visibleName == "document" && window.session.viewport.currentIndex == 1
      }
    }
  }

  private func place(_ widget: Widget) throws -> (x: Int, y: Int) {
    let frame = try XCTUnwrap(widget.frameInWindow)
    return (Int(frame.x + frame.width / 2), Int(frame.y + frame.height / 2))
  }
}

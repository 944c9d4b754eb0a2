import EditorTestSupport
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class GridViewTests: WindowTestCase {
  private func withGrid(pages: Int = 12, _ body: (EditorWindow, GridView) throws -> Void) throws {
    try withDocument(pages: pages) { window in
      window.commands.showsGrid = true
      wait(for: "grid") { window.pages.visibleName == "grid" && window.grid.isMapped }
      wait(for: "cells") { !window.grid.visibleCells.isEmpty && self.isSettled(window.grid) }
      try body(window, window.grid)
    }
  }

  private func isSettled(_ grid: GridView) -> Bool {
    let shown = grid.visibleCells
    return zip(grid.model.visibleCells, shown).allSatisfy { place, cell in
      let origin = cell.cell.convert(Point(x: 0, y: 0), to: grid) ?? Point(x: -1, y: -1)
      return abs(origin.x - place.bounds.x) < 1 && abs(origin.y - place.bounds.y) < 1
        && abs(cell.cell.width - place.bounds.width) < 1 && abs(cell.cell.height - place.bounds.height) < 1
    }
  }

  private func middle(_ number: Int, _ grid: GridView) throws -> String {
    let cell = try XCTUnwrap(grid.visibleCells.first { $0.number == number }?.cell.frameInWindow)
    return "\(Int(cell.x + cell.width / 2)) \(Int(cell.y + cell.height / 2))"
  }

  func testCellsAreWhereTheModelHasThem() throws {
    try withGrid { _, grid in
      XCTAssertEqual(grid.model.viewSize, ViewSize(width: grid.width, height: grid.height))
      XCTAssertTrue(isSettled(grid))
      XCTAssertEqual(grid.visibleCells.map(\.number), Array(1...grid.visibleCells.count))
    }
  }

  func testCellsAreRecycled() throws {
    try withGrid(pages: 400) { _, grid in
      for _ in 0..<30 {
        grid.change { _ = $0.scroll(by: 400) }
        wait(for: "cells") { self.isSettled(grid) }
      }
      XCTAssertGreaterThan(grid.model.scrollOffset, 5000)
      XCTAssertLessThan(grid.children.count, 80)
    }
  }

  func testAClickSelectsAPageAndTwoOpenIt() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    try withGrid { window, grid in
      Hand.does("mousemove \(try middle(2, grid)) click 1")
      wait(for: "selection") { window.commands.selectedPages == [window.session.pages[1]] }
      // Not so soon that the clicks on both pages belong together.
      Hand.does("sleep 0.6 mousemove \(try middle(3, grid)) sleep 0.05 click --repeat 2 --delay 60 1")
      wait(for: "page") { window.pages.visibleName == "document" }
      XCTAssertEqual(window.session.viewport.currentIndex, 2)
    }
  }

  func testKeysMoveTheFocusAndOpen() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    try withGrid { window, grid in
      XCTAssertEqual(grid.model.focusedIndex, 0)
      Hand.does("key Right")
      wait(for: "focus") { grid.model.focusedIndex == 1 }
      XCTAssertEqual(window.commands.selectedPages, [window.session.pages[1]])
      Hand.does("key Return")
      wait(for: "page") { window.pages.visibleName == "document" }
      XCTAssertEqual(window.session.viewport.currentIndex, 1)
    }
  }

  func testAPageIsDraggedToAnotherPlace() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    try withGrid { window, grid in
      let pages = window.session.pages
      Hand.does("mousemove \(try middle(1, grid)) mousedown 1 mousemove_relative 20 5")
      wait(for: "drag") { grid.model.isDragging }
      let goal = grid.model.cell(ofIndex: 2).map { "\(Int($0.bounds.x + $0.bounds.width / 2))" } ?? ""
      let y = try middle(2, grid).split(separator: " ").last ?? ""
      Hand.does("mousemove \(goal) \(y)")
      wait(for: "slot") { grid.model.visibleCells.last?.slot == 2 }
      XCTAssertEqual(window.session.pages, pages)
      Hand.does("mouseup 1")
      wait(for: "move") { window.session.pages == [pages[1], pages[2], pages[0]] + pages.dropFirst(3) }
      wait(for: "places") { self.isSettled(grid) }
      XCTAssertEqual(window.session.status.undoName, "Move")
    }
  }

  func testEscapeGivesADragUp() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    try withGrid { window, grid in
      let pages = window.session.pages
      Hand.does("mousemove \(try middle(1, grid)) mousedown 1 mousemove \(try middle(2, grid))")
      wait(for: "drag") { grid.model.isDragging }
      Hand.does("key Escape")
      wait(for: "end") { !grid.model.isDragging }
      Hand.does("mouseup 1")
      wait(for: "places") { self.isSettled(grid) }
      XCTAssertEqual(window.session.pages, pages)
      XCTAssertEqual(window.pages.visibleName, "grid")
      XCTAssertFalse(window.session.status.canUndo)
    }
  }
}

import EditorTestSupport
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class WindowSizeTests: WindowTestCase {
  private func assertFits(_ window: EditorWindow, _ what: String, line: UInt = #line) {
    XCTAssertLessThanOrEqual(window.preferredSize(.horizontal).minimum, 360, what, line: line)
    XCTAssertLessThanOrEqual(window.preferredSize(.vertical, for: 360).minimum, 640, what, line: line)
  }

  private func checkAll() throws {
    withWindow(emptySession(), width: 360, height: 640) { assertFits($0, "start") }
    try withDocument(width: 360, height: 640) { window in
      assertFits(window, "document")
      XCTAssertLessThanOrEqual(window.width, 360)
      XCTAssertLessThanOrEqual(window.height, 640)
      window.search.open()
      window.session.search.find("word")
      wait(for: "count") { window.search.count.isVisible }
      assertFits(window, "search")
      window.session.message = ViewerMessage(PDFError(.fileChanged, "It was."), during: .saving)
      wait(for: "message") { window.messages.isRevealed }
      window.messages.offersDiscard = true
      assertFits(window, "message")
      window.commands.showsGrid = true
      wait(for: "grid") { window.pages.visibleName == "grid" }
      assertFits(window, "grid")
    }
  }

  func testAPageThatIsNotSeenTakesNoRoom() throws {
    try withDocument(width: 360, height: 640) { window in
      let least = window.pages.preferredSize(.vertical, for: 340).minimum
      XCTAssertEqual(least, window.document.preferredSize(.vertical, for: 340).minimum)
    }
  }

  func testItFitsASmallPhone() throws { try checkAll() }

  func testItFitsASmallPhoneInRussian() throws { try inRussian { try checkAll() } }

  func testThePagesHaveMostOfTheRoom() throws {
    try withDocument(width: 360, height: 640) { window in
      XCTAssertGreaterThan(window.document.canvas.width, 270)
      XCTAssertGreaterThan(window.document.canvas.height, 450)
    }
  }

  func testTheTitleGivesWayFirst() throws {
    let (start, title, end) = (Box(.horizontal), Label("a very long name of a file.pdf"), Box(.horizontal))
    for side in [start, end] { side.setMinimumSize(width: 60) }
    title.isShortened = true
    let row = HeaderRow(start: start, title: title, end: end)
    let window = show(row, width: 200, height: 60)
    XCTAssertEqual([start.width, end.width], [60, 60])
    XCTAssertEqual(title.width, row.width - 132)
    XCTAssertLessThan(title.width, Double(title.preferredSize(.horizontal).natural))
    window.destroy()
  }

  func testWhatThereIsNoRoomForGoes() throws {
    let (kept, first, second) = (Button("kept"), Button("first"), Button("second"))
    let row = AdaptiveRow([
      (second, .whenThereIsRoom(rank: 2)), (first, .whenThereIsRoom(rank: 1)), (kept, .always),
    ])
    let narrow = Int(kept.preferredSize(.horizontal).natural)
    let middle = narrow + Int(second.preferredSize(.horizontal).natural) + 6
    XCTAssertEqual(row.preferredSize(.horizontal).minimum, narrow)
    XCTAssertGreaterThan(row.preferredSize(.horizontal).natural, middle)
    let window = show(row, width: 400, height: 60)
    XCTAssertTrue(first.isMapped)
    row.layout(width: Double(middle), height: 60)
    XCTAssertEqual([kept, first, second].map(\.isMapped), [true, false, true])
    row.layout(width: Double(narrow), height: 60)
    XCTAssertEqual([kept, first, second].map(\.isMapped), [true, false, false])
    row.queueAllocate()
    window.destroy()
  }

  func testWhatIsTooWideLeavesRoomForOthers() {
    let (wide, small) = (Button("one that is very wide"), Button("x"))
    let row = AdaptiveRow([(wide, .whenThereIsRoom(rank: 2)), (small, .whenThereIsRoom(rank: 1))])
    let window = show(row, width: 400, height: 60)
    row.layout(width: Double(small.preferredSize(.horizontal).natural), height: 60)
    XCTAssertEqual([wide, small].map(\.isMapped), [false, true])
    row.queueAllocate()
    window.destroy()
  }

  func testTheMenuFitsASmallWindow() throws {
    try withDocument(width: 900, height: 700) { window in
      window.header.menu.popUp()
      wait(for: "menu") { window.header.menu.isOpen && window.header.menu.popoverHeight > 0 }
      XCTAssertLessThan(window.header.menu.popoverHeight, 600)
      window.header.menu.popDown()
      wait(for: "end of the menu") { !window.header.menu.isOpen }
    }
  }

  func testANarrowWindowTellsItsNameAndThatThereAreChanges() throws {
    try withDocument(width: 360, height: 640) { window in
      let header = window.header
      XCTAssertFalse(header.mark.isMapped)
      draw(window)
      wait(for: "mark") { header.mark.isMapped && header.mark.width > 0 }
      header.fileName.text = "The minutes of a meeting, as they were agreed upon.pdf"
      wait(for: "name") { header.fileName.width > 90 }
      XCTAssertFalse(header.rotate.isMapped)
      for button in [header.grid, header.search, header.done, header.menu] {
        XCTAssertTrue(button.isMapped)
      }
      let place = try XCTUnwrap(header.mark.frameInWindow)
      XCTAssertTrue(place.x >= 0 && place.maxX < (header.fileName.frameInWindow?.x ?? 0) + 1)
    }
  }
}

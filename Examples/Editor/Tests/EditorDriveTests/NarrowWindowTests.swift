import EditorDriver
import XCTest

/// What can be done in a large window can be done in one of the size of a telephone.
final class NarrowWindowTests: DriveCase {
  func testAPersonEditsInASmallWindow() throws {
    let file = try makeDocument(pageCount: 30)
    let original = try Data(contentsOf: file)
    let editor = try openPages(file, width: 360, height: 640)
    for name in ["canvas", "grid", "search", "done", "undo", "style", "tool.freehand", "page", "scrubber"] {
      let widget = try editor.widget(name, isUsable: false)
      XCTAssertTrue(widget.x >= 0 && widget.x + widget.width <= 360, "\(name): \(widget)")
      XCTAssertTrue(widget.y >= 0 && widget.y + widget.height <= 640, "\(name): \(widget)")
    }
    try draw(editor)
    try search(editor)
    try moveSecondPageToTheFront(editor)
    try editor.click("done")
    XCTAssertEqual(try editor.waitForEnd(), 0)
    try checkWasAppended(file, to: original)
    try check(file)
  }

  func testAPersonLooksBackInASmallWindow() throws {
    let editor = try openPages(makeDocument(pageCount: 3), width: 360, height: 640)
    try editor.take("line")
    try editor.draw([Place(100, 400), Place(300, 500)], on: editor.pageInView())
    try editor.press("ctrl+s", until: "saved") { !$0.unsaved && !$0.isSaving }
    try editor.press("ctrl+h", until: "revisions") { $0.comparing.isDone && $0.comparing.revisions == 2 }
    for name in ["canvas", "slider", "restore", "close", "changes"] {
      let widget = try editor.widget("comparing.\(name)", isUsable: false)
      XCTAssertTrue(widget.x >= 0 && widget.x + widget.width <= 360, "\(name): \(widget)")
      XCTAssertTrue(widget.y >= 0 && widget.y + widget.height <= 640, "\(name): \(widget)")
    }
    try look(editor, "revisions-narrow")
    try editor.click("comparing.close", until: "document") { $0.shown == "document" }
  }

  private func draw(_ editor: EditorRun) throws {
    let page = try editor.pageInView()
    try editor.take("freehand")
    try editor.click("style")
    try editor.click("colour.Orange", until: "orange") { $0.style.color == "E69F00" }
    try editor.press("Escape", until: "closed palette") { $0.places["colour.Orange"] == nil }
    try editor.draw([Place(100, 400), Place(300, 500), Place(500, 400)], on: page)
    try editor.take("")
  }

  private func search(_ editor: EditorRun) throws {
    try editor.click("search", until: "search") { $0.search.isOpen && $0.places["search.entry"] != nil }
    try editor.screen.type(LongDocument.rareWord)
    try editor.wait(for: "match") { $0.search.count == 1 && $0.page == 7 && !$0.search.isSearching }
    try editor.press("Escape", until: "end of the search") { !$0.search.isOpen }
  }

  private func moveSecondPageToTheFront(_ editor: EditorRun) throws {
    try editor.press("Home", until: "first page") { $0.page == 1 }
    try editor.movePage(2, before: 1)
    try editor.click("grid", until: "pages") { $0.cells.isEmpty && $0.places["canvas"] != nil }
  }

  private func check(_ file: URL) throws {
    let pages = try SavedFile(file).pages
    XCTAssertEqual(pages.map(\.object), ([2, 1] + Array(3...30)).map { "\(2 * $0 + 2) 0 R" })
    XCTAssertEqual(pages.map(\.annotations.count), [0, 1] + Array(repeating: 0, count: 28))
    let ink = try XCTUnwrap(pages[1].annotations.first)
    check(ink, is: "Ink", color: "E69F00", width: 2, from: Place(100, 400), to: Place(500, 500), slack: 5)
    let picture = try MuPDF(file).picture(ofPage: 2)
    XCTAssertGreaterThan(picture.count(of: "E69F00", near: Place(200, 842 - 450), within: 6), 3)
  }
}

import EditorDriver
import XCTest

/// A person edits a document of 1,000 pages, and opens it again.
final class EditingTests: DriveCase {
  private var isFilled = (color: "", width: 0.0, fill: "")

  func testWhatIsDoneIsWhatIsSaved() throws {
    let file = try makeDocument()
    let original = try Data(contentsOf: file)
    let editor = try openPages(file)
    XCTAssertEqual(try editor.wait(for: "page") { $0.page == 1 }.pageCount, 1000)

    let page = try editor.pageInView()
    try drawShapes(editor, page)
    try chooseStyle(editor)
    try drawRectangle(editor, page)
    try undoAndRedo(editor, page)
    try erase(editor, page)
    try turnPages(editor)
    try turnAndDrawOnSecondPage(editor)
    try scrollAndZoom(editor)
    try scrub(editor)
    try search(editor)
    try moveThirdPageToTheFront(editor)
    let place = try leaveSomewhere(editor)
    try editor.click("done")
    XCTAssertEqual(try editor.waitForEnd(), 0)

    try checkWasAppended(file, to: original)
    try checkWithQPDF(file)
    try checkWithMuPDF(file)
    try checkIsRemembered(file, place)
  }

  // MARK: - Drawing, on the first page

  private func drawShapes(_ editor: EditorRun, _ page: PageInView) throws {
    try editor.take("line")
    try editor.draw([Place(100, 560), Place(260, 500)], on: page)
    try editor.take("ellipse")
    try editor.draw([Place(120, 420), Place(260, 340)], on: page)
    try editor.take("freehand")
    try editor.draw([Place(320, 430), Place(380, 380), Place(440, 430), Place(500, 380)], on: page)
    // It is there to be seen, in the blue of the pen.
    let seen = try editor.screen.picture()
    XCTAssertGreaterThan(seen.count(of: "10307A", near: page.onScreen(Place(380, 380))), 3)
  }

  private func chooseStyle(_ editor: EditorRun) throws {
    try editor.take("rectangle")
    try editor.click("style")
    try editor.click("colour.Green", until: "green") { $0.style.color == "009E73" }
    let slider = try editor.widget("style.width")
    try editor.screen.click(slider.place(0.3, 0.5))
    try editor.wait(for: "width") { $0.style.width > 3 && $0.style.width < 14 }
    try editor.click("style.fill", until: "fill") { !$0.style.fill.isEmpty }
    try editor.click("fill.Sky Blue", until: "blue inside") { $0.style.fill == "56B4E9" }
    let style = try editor.press("Escape", until: "closed palette") { $0.places["style.width"] == nil }.style
    isFilled = (style.color, style.width, style.fill)
  }

  private func drawRectangle(_ editor: EditorRun, _ page: PageInView) throws {
    try editor.draw([Place(320, 560), Place(480, 480)], on: page)
  }

  private func undoAndRedo(_ editor: EditorRun, _ page: PageInView) throws {
    try editor.click("undo", until: "undo") { $0.canRedo }
    try editor.click("redo", until: "redo") { !$0.canRedo }
    try editor.press("ctrl+z", until: "undo by key") { $0.canRedo }
    try editor.press("ctrl+shift+z", until: "redo by key") { !$0.canRedo }
    // This one is not to be in the file.
    try editor.take("line")
    try editor.draw([Place(100, 300), Place(400, 300)], on: page)
    try editor.press("ctrl+z", until: "undo of a line") { $0.canRedo }
  }

  private func erase(_ editor: EditorRun, _ page: PageInView) throws {
    try editor.take("eraser")
    try editor.draw([Place(410, 460), Place(410, 350)], on: page)
    try editor.wait(for: "erased stroke") { $0.undoName == "Erase" && $0.isComplete }
  }

  // MARK: - Pages

  private func turnPages(_ editor: EditorRun) throws {
    try editor.take("")
    let canvas = try editor.widget("canvas")
    try editor.screen.drag([canvas.place(0.7, 0.5), canvas.place(0.3, 0.5)])
    try editor.wait(for: "second page") { $0.page == 2 }
  }

  private func turnAndDrawOnSecondPage(_ editor: EditorRun) throws {
    _ = try editor.pageInView()
    try editor.click("rotate", until: "turned page") {
      ($0.places["currentPage"].map { $0.width > $0.height } ?? false) && $0.isComplete
    }
    let page = try editor.pageInView()
    try editor.take("line")
    // As it is shown it is 842 points wide: what is right is at the top of the page as it is in the file.
    try editor.draw([Place(100, 200), Place(700, 200)], on: page)
    try editor.take("")
  }

  private func scrollAndZoom(_ editor: EditorRun) throws {
    let canvas = try editor.widget("canvas")
    try editor.screen.turnWheel(at: canvas.centre, notches: 2)
    let zoom = try editor.wait(for: "pages further down") { $0.page > 2 }.zoom
    try editor.screen.turnWheel(at: canvas.centre, notches: -3, holding: "ctrl")
    try editor.wait(for: "zoom") { $0.zoom > zoom * 1.5 }
    try editor.press("ctrl+0", until: "whole page") { $0.fit == "page" && $0.zoom < zoom * 1.5 }
  }

  private func scrub(_ editor: EditorRun) throws {
    let strip = try editor.widget("scrubber")
    try editor.screen.click(strip.place(0.5, 0.5))
    try editor.wait(for: "middle of the document") { (400...600).contains($0.page) }
    try editor.screen.drag([strip.place(0.5, 0.5), strip.place(0.999, 0.5)])
    try editor.wait(for: "end of the document") { $0.page > 990 }
    try editor.screen.drag([strip.place(0.9, 0.5), strip.place(0.001, 0.5)])
    try editor.wait(for: "beginning of the document") { $0.page == 1 }
  }

  private func search(_ editor: EditorRun) throws {
    try editor.press("ctrl+f", until: "search") { $0.search.isOpen && $0.places["search.entry"] != nil }
    try editor.screen.type(LongDocument.rareWord)
    try editor.wait(for: "three matches") {
      $0.search.count == 3 && $0.search.current == 1 && !$0.search.isSearching && $0.page == 7
    }
    try editor.click("search.next", until: "second match") { $0.search.current == 2 && $0.page == 500 }
    try editor.press("ctrl+g", until: "third match") { $0.search.current == 3 && $0.page == 900 }
    try editor.press("Escape", until: "end of the search") { !$0.search.isOpen && $0.search.text.isEmpty }
  }

  private func moveThirdPageToTheFront(_ editor: EditorRun) throws {
    try editor.press("Home", until: "first page") { $0.page == 1 }
    try editor.movePage(3, before: 1)
    try editor.click("grid", until: "pages") { $0.cells.isEmpty && $0.places["canvas"] != nil }
  }

  private func leaveSomewhere(_ editor: EditorRun) throws -> EditorReport {
    try editor.press("ctrl+l", until: "field for a page") { $0.places["page.entry"] != nil }
    try editor.screen.type("42")
    try editor.press("Return", until: "page 42") { $0.page == 42 }
    let canvas = try editor.widget("canvas")
    let before = try editor.wait(for: "zoom") { $0.fit == "page" }.zoom
    try editor.screen.turnWheel(at: canvas.place(0.5, 0.4), notches: -2, holding: "ctrl")
    try editor.wait(for: "zoom") { $0.zoom > before * 1.3 }
    try editor.take("ellipse")
    _ = try editor.pageInView()
    return try editor.wait(for: "quiet") { $0.tool == "ellipse" && $0.page == 42 && $0.isComplete }
  }
}

// MARK: - What was saved

extension EditingTests {
  private func checkWithQPDF(_ file: URL) throws {
    let saved = try SavedFile(file)
    // The pages of the original are objects 4, 6, 8 …
    let order = [3, 1, 2] + Array(4...1000)
    XCTAssertEqual(saved.pages.map(\.object), order.map { "\(2 * $0 + 2) 0 R" })
    XCTAssertEqual(saved.pages.map(\.rotation), order.map { $0 == 2 ? 90 : 0 })
    XCTAssertEqual(saved.pages.map(\.annotations.count), order.map { [1: 4, 2: 1][$0] ?? 0 })
    try checkFirstPage(saved.pages[1].annotations)
    let line = try XCTUnwrap(saved.pages[2].annotations.first)
    // Turned by 90 degrees clockwise, what is y from below on the screen is x from the left.
    check(line, is: "Line", color: "10307A", width: 2, from: Place(595 - 200, 100), to: Place(595 - 200, 700))
  }

  private func checkFirstPage(_ annotations: [SavedAnnotation]) throws {
    XCTAssertEqual(annotations.count, 4)
    func annotation(_ subtype: String) throws -> SavedAnnotation {
      try XCTUnwrap(annotations.first { $0.subtype == subtype }, subtype)
    }
    check(
      try annotation("Line"), is: "Line", color: "10307A", width: 2, from: Place(100, 560),
      to: Place(260, 500))
    check(
      try annotation("Circle"), is: "Circle", color: "C8102E", width: 2, from: Place(120, 420),
      to: Place(260, 340))
    check(
      try annotation("Square"), is: "Square", color: "009E73", width: isFilled.width, fill: "56B4E9",
      from: Place(320, 560), to: Place(480, 480))
    let ink = try annotation("Ink")
    check(ink, is: "Ink", color: "10307A", width: 2, from: Place(320, 430), to: Place(500, 380))
    XCTAssertEqual(ink.strokeCount, 2, "The eraser went through the stroke once.")
  }

  private func checkWithMuPDF(_ file: URL) throws {
    let document = MuPDF(file)
    for (number, heading) in [(1, 3), (2, 1), (3, 2), (4, 4), (1000, 1000)] {
      XCTAssertTrue(try document.text(ofPage: number).hasPrefix("Page \(heading)\n"), "page \(number)")
    }
    XCTAssertEqual(try document.entry("Rotate", ofPage: 3), "90")
    XCTAssertEqual(
      try (1...4).map { try document.entry("Annots/\($0)/Subtype", ofPage: 2) }.sorted(),
      ["/Circle", "/Ink", "/Line", "/Square"])
    let picture = try document.picture(ofPage: 2)
    func count(_ color: String, _ x: Double, _ y: Double, within distance: Int = 4) -> Int {
      picture.count(of: color, near: Place(x, 842 - y), within: distance)
    }
    XCTAssertGreaterThan(count("10307A", 180, 530), 3, "line")
    XCTAssertGreaterThan(count("C8102E", 190, 420), 3, "ellipse")
    XCTAssertGreaterThan(count("009E73", 320, 520), 3, "rectangle")
    XCTAssertGreaterThan(count("56B4E9", 400, 520), 60, "inside of the rectangle")
    XCTAssertGreaterThan(count("10307A", 380, 380), 3, "freehand")
    XCTAssertEqual(count("10307A", 410, 405), 0, "what was erased")
    XCTAssertEqual(count("10307A", 250, 300), 0, "what was taken back")
  }

  private func checkIsRemembered(_ file: URL, _ place: EditorReport) throws {
    let editor = try openPages(file)
    let report = try editor.wait(for: "page 42") { $0.page == 42 }
    XCTAssertEqual(report.zoom, place.zoom, accuracy: 0.001)
    XCTAssertEqual(report.tool, "ellipse")
    try editor.take("rectangle")
    try editor.wait(for: "style of the rectangle") {
      $0.style.color == isFilled.color && $0.style.width == isFilled.width && $0.style.fill == isFilled.fill
    }
  }
}

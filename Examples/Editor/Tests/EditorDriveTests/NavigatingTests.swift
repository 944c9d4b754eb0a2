import EditorDriver
import XCTest

/// A person finds the way through a document: by its outline, and closer to the pages or farther from them.
final class NavigatingTests: DriveCase {
  func testTheOutlineLeadsThroughTheDocument() throws {
    let document = LongDocument(pageCount: 60, chapterCount: 6)
    let editor = try openPages(try place(document.data, "Chapters.pdf"))
    let rows = ["Chapter 1", "Section 1.1"] + (2...6).map { "Chapter \($0)" }
    try editor.press("F7", until: "outline") { $0.outline == rows && $0.section == "Chapter 1" }
    try look(editor, "outline")
    try editor.click("outline.4", until: "third chapter") { $0.page == 21 && $0.section == "Chapter 3" }
    // Its section is in the middle of the next page.
    try editor.click("outline.4.arrow", until: "its section") { $0.outline.count == 8 }
    try editor.click("outline.5", until: "its section") { $0.page == 22 && $0.section == "Section 3.1" }
    try look(editor, "outline-section")
    XCTAssertTrue(try editor.wait(for: "pages") { $0.isComplete }.outline.contains("Section 3.1"))

    // The keyboard is in the list since the click.
    try editor.press("Down", until: "next row") { _ in true }
    try editor.press("Return", until: "fourth chapter") { $0.page == 31 && $0.section == "Chapter 4" }
    try editor.press("Right", until: "open row") { $0.outline.count == 9 }
    try editor.screen.press("Right")
    try editor.press("Return", until: "section") { $0.page == 32 && $0.section == "Section 4.1" }
    try editor.screen.press("Left")
    try editor.press("Left", until: "closed row") { $0.outline.count == 8 && $0.section == "Chapter 4" }

    // What one comes to otherwise is marked, too.
    try editor.press("Escape", until: "pages") { _ in true }
    try editor.press("End", until: "last page") { $0.page == 60 && $0.section == "Chapter 6" }
    try editor.press("Home", until: "first page") { $0.page == 1 && $0.section == "Chapter 1" }
    try editor.press("F8", until: "comments") {
      $0.places["comments.search"] != nil && $0.places["outline.1"] == nil
    }
    try editor.press("F8", until: "pages alone") { $0.places["comments.search"] == nil }
    XCTAssertFalse(try editor.wait(for: "rest") { $0.isComplete }.unsaved)
  }

  func testADocumentWithoutAnOutlineSaysSo() throws {
    let editor = try openPages(try makeDocument(pageCount: 2))
    try editor.press("F7", until: "outline") { $0.places["outline.list"] != nil && $0.outline.isEmpty }
    try look(editor, "outline-none")
  }

  func testTheZoomIsShownAndChosen() throws {
    let editor = try openPages(try makeDocument(pageCount: 3))
    let fit = try editor.wait(for: "pages") { $0.fit == "page" }.zoom
    try editor.press("ctrl+plus", until: "larger pages") { $0.zoom > fit && $0.fit == "none" }
    try editor.press("ctrl+1", until: "full size") { $0.zoom == 1 }
    try editor.press("ctrl+minus", until: "smaller pages") { $0.zoom < 1 }
    try editor.press("ctrl+0", until: "whole page") { $0.zoom == fit && $0.fit == "page" }
    try editor.click("zoom")
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try look(editor, "zoom-menu")
    // The first of the two steps has the keyboard; behind them come 50, 75, 100, 150 and 200 %.
    try editor.screen.press("Down", "Down", "Down", "Down", "Down", "Down")
    try editor.press("Return", until: "twice the size") { $0.zoom == 2 && $0.isComplete }
    try look(editor, "zoom-200")
  }
}

import EditorDriver
import XCTest

/// A person edits the outline beside the pages.
final class OutlineTests: DriveCase {
  private func openOutline(_ file: URL) throws -> EditorRun {
    let editor = try openPages(file)
    try editor.press("F7", until: "outline") { $0.places["outline.list"] != nil }
    return editor
  }

  private func makeOutlined(chapters: Int) throws -> URL {
    try place(LongDocument(pageCount: 12, chapterCount: chapters).data, "Book.pdf")
  }

  func testItemsAreAddedRenamedMovedAndRemoved() throws {
    let file = try makeOutlined(chapters: 3)
    let original = try Data(contentsOf: file)
    let editor = try openOutline(file)
    try editor.wait(for: "rows") { $0.outline == ["Chapter 1", "Section 1.1", "Chapter 2", "Chapter 3"] }

    // A new item behind the one in use, whose text is typed at once.
    try editor.screen.press("Down", "Down")
    try editor.click("outline-add", until: "new item") {
      $0.outline == ["Chapter 1", "Section 1.1", "Chapter 2", "Page 1", "Chapter 3"]
        && $0.places["outline.text"] != nil
    }
    try look(editor, "outline-adding")
    try editor.screen.type("Appendix")
    try editor.press("Return", until: "text") {
      $0.outline[3] == "Appendix" && $0.undoName == "Rename Outline Item" && $0.places["outline.text"] == nil
    }
    try editor.press("alt+Right", until: "indented") {
      $0.undoName == "Indent Outline Item" && $0.outline.count == 6
    }
    try editor.press("alt+Left", until: "outdented") { $0.undoName == "Outdent Outline Item" }
    try editor.press("alt+Down", until: "moved") {
      $0.outline.last == "Appendix" && $0.undoName == "Move Outline Item"
    }
    try editor.press("F2", until: "text field") { $0.places["outline.text"] != nil }
    try editor.screen.type("nonsense")
    try editor.press("Escape", until: "given up") {
      $0.places["outline.text"] == nil && $0.outline.last == "Appendix"
    }
    try editor.screen.press("Home")
    try editor.press("Delete", until: "removed") {
      $0.outline.first == "Chapter 2" && $0.undoName == "Delete Outline Item"
    }
    try editor.press("ctrl+z", until: "undone") { $0.outline.first == "Chapter 1" }
    try editor.press("ctrl+s", until: "saved") { !$0.unsaved && !$0.isSaving }
    try checkWasAppended(file, to: original)
    let titles = try MuPDF(file).outline()
    XCTAssertEqual(
      titles,
      ["Chapter 1", "\tSection 1.1", "Chapter 2", "\tSection 2.1", "Chapter 3", "\tSection 3.1", "Appendix"])
  }

  func testAnItemIsDraggedAndRenamedByClicks() throws {
    let editor = try openOutline(try makeOutlined(chapters: 3))
    let (chapter, section) = (try editor.widget("outline.4"), try editor.widget("outline.1"))
    try editor.screen.drag([chapter.centre, section.place(0.5, 0.1), section.place(0.5, 0.1)], letsGo: false)
    try look(editor, "outline-dragging")
    try editor.screen.letGo()
    try editor.wait(for: "moved item") {
      $0.outline.first == "Chapter 3" && $0.undoName == "Move Outline Item"
    }
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try editor.screen.click(editor.widget("outline.1").centre, count: 2)
    try editor.wait(for: "text field") { $0.places["outline.text"] != nil }
    try editor.screen.type("First")
    try editor.press("Return", until: "text") { $0.outline.first == "First" }
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try editor.screen.click(editor.widget("outline.1").place(0.4, 0.5), button: 3)
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try look(editor, "outline-menu")
    try editor.screen.does("mousemove 300 600")
    // Rename, Delete, four moves, then Bold.
    try editor.screen.press("Escape")
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try editor.screen.press("shift+F10")
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try editor.screen.press("Down", "Down", "Down", "Down")
    try editor.press("Return", until: "bold") { $0.undoName == "Change Outline Item" }
    try look(editor, "outline-bold")
  }

  func testADocumentGetsAnOutline() throws {
    let editor = try openPages(try makeDocument(pageCount: 3))
    try editor.press("Page_Down", until: "page 2") { $0.page == 2 }
    try editor.press("ctrl+b", until: "new item") {
      $0.outline == ["Page 2"] && $0.places["outline.text"] != nil
    }
    try editor.press("Escape", until: "item") {
      $0.places["outline.text"] == nil && $0.undoName == "Add Outline Item"
    }
    try editor.press("ctrl+z", until: "no item") { $0.outline.isEmpty }
  }
}

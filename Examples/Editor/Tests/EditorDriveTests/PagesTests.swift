import EditorDriver
import XCTest

/// A person selects pages in the grid, and edits them. The text of each page is its number in the file as it was.
final class PagesTests: DriveCase {
  /// The numbers that the pages of a file have in their text.
  private func numbers(_ file: URL) throws -> [String] {
    try SavedFile(file).pages.indices.map { index in
      let text = try MuPDF(file).text(ofPage: index + 1)
      return text.split(separator: "\n").first { $0.hasPrefix("Page ") }.map { String($0.dropFirst(5)) }
        ?? "-"
    }
  }

  private func select(_ editor: EditorRun, from first: Int, to last: Int) throws {
    try editor.clickPage(first)
    try editor.wait(for: "page \(first)") { $0.selectedPages == [first] }
    try editor.clickPage(last, holding: "shift")
    try editor.wait(for: "pages to \(last)") { $0.selectedPages == Array(first...last) }
  }

  func testSeveralPagesAreEdited() throws {
    let file = try makeDocument(pageCount: 8)
    let original = try Data(contentsOf: file)
    let editor = try openPages(file)
    try select(editor, from: 2, to: 4)
    try look(editor, "grid-selection")
    try editor.press("Delete", until: "fewer pages") {
      $0.pageCount == 5 && $0.undoName == "Delete Pages" && $0.toast == "3 pages deleted"
    }
    try look(editor, "grid-deleted")
    try editor.press("ctrl+z", until: "all pages") { $0.pageCount == 8 && $0.selectedPages.isEmpty }

    try editor.clickPage(1)
    try editor.clickPage(3, holding: "ctrl")
    try editor.wait(for: "two pages") { $0.selectedPages == [1, 3] }
    try editor.press("ctrl+d", until: "copies") { $0.pageCount == 10 && $0.selectedPages == [2, 5] }
    try editor.press("ctrl+r", until: "turned pages") { $0.undoName == "Rotate" }
    try editor.press("space", until: "one page less") { $0.selectedPages.count == 1 }
    try editor.press("Escape", until: "no selection") { $0.selectedPages.isEmpty && $0.shown == "grid" }
    try editor.press("ctrl+a", until: "all") { $0.selectedPages.count == 10 }
    XCTAssertEqual(try editor.widget("pages-delete", isUsable: false).enabled, false, "one page must stay")
    try editor.click("done")
    XCTAssertEqual(try editor.waitForEnd(), 0)

    try checkWasAppended(file, to: original)
    XCTAssertEqual(try numbers(file), ["1", "1", "2", "3", "3", "4", "5", "6", "7", "8"])
    XCTAssertEqual(try SavedFile(file).pages.map(\.rotation), [0, 90, 0, 0, 90, 0, 0, 0, 0, 0])
  }

  func testTheSelectionIsDragged() throws {
    let file = try makeDocument(pageCount: 8)
    let original = try Data(contentsOf: file)
    let editor = try openPages(file)
    try editor.clickPage(2)
    try editor.clickPage(5, holding: "ctrl")
    let cells = try editor.wait(for: "two pages") { $0.selectedPages == [2, 5] }.cells
    let (from, to) = (cells[1].centre, cells[0].centre)
    // The others close up when the pages are picked up: the first place stays where it is.
    try editor.screen.drag([from, Place(from.x - 20, from.y), to, to], letsGo: false)
    try look(editor, "grid-dragging")
    try editor.screen.letGo()
    try editor.wait(for: "moved pages") { $0.undoName == "Move" && $0.selectedPages == [1, 2] }
    try editor.press("ctrl+s", until: "saved") { !$0.unsaved && !$0.isSaving }
    try checkWasAppended(file, to: original)
    XCTAssertEqual(try numbers(file), ["2", "5", "1", "3", "4", "6", "7", "8"])
  }

  func testPagesAreInsertedFromAFileAndExtracted() throws {
    let file = try makeDocument(pageCount: 6)
    let original = try Data(contentsOf: file)
    let other = try makeDocument("Other.pdf", pageCount: 2)
    let locked = folder.appending(path: "Locked.pdf")
    try Programs.run("qpdf", ["--encrypt", "secret", "owner", "256", "--", other.path, locked.path])
    let editor = try openPages(file)
    try editor.clickPage(2)
    try editor.wait(for: "page 2") { $0.selectedPages == [2] }
    try editor.click("pages-insert-file")
    try editor.giveFile(other)
    try editor.wait(for: "inserted pages") {
      $0.pageCount == 8 && $0.selectedPages == [3, 4] && $0.undoName == "Insert Pages"
    }
    try editor.click("pages-insert-file")
    try editor.wait(for: "dialog") { !$0.dialogs.isEmpty }
    try giveLocked(editor, locked)
    try editor.wait(for: "pages with a password") { $0.pageCount == 10 && $0.selectedPages == [5, 6] }

    let part = folder.appending(path: "Part.pdf")
    try select(editor, from: 2, to: 3)
    try editor.click("pages-extract")
    try editor.giveFile(part, isNew: true)
    try editor.wait(for: "file") { $0.toast == "2 pages extracted" }
    XCTAssertNil(SavedFile.complaint(about: part))
    XCTAssertEqual(try numbers(part), ["2", "1"])
    try editor.press("ctrl+s", until: "saved") { !$0.unsaved && !$0.isSaving }
    try checkWasAppended(file, to: original)
    XCTAssertEqual(try numbers(file), ["1", "2", "1", "2", "1", "2", "3", "4", "5", "6"])
  }

  func testWhatInsertedPagesLeaveBehindIsTold() throws {
    let editor = try openPages(try makeDocument(pageCount: 3))
    let other = folder.appending(path: "Printed.pdf")
    try documentForPrinting().write(to: other)
    _ = try editor.openGrid()
    try editor.click("pages-insert-file")
    try editor.giveFile(other)
    try editor.wait(for: "a notice") {
      $0.pageCount == 4 && $0.toast == "Not everything came along with the pages"
    }
    try editor.click("toast")
    try editor.wait(for: "details") { $0.dialogs == ["Not everything came along with the pages"] }
    try look(editor, "grid-left-behind")
    try editor.press("Escape", until: "end of the dialog") { $0.dialogs.isEmpty }
  }

  /// A page whose document says for which press it was made.
  private func documentForPrinting() -> Data {
    let objects = [
      "<</Type/Catalog/Pages 2 0 R/OutputIntents[4 0 R]>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>",
      "<</Type/OutputIntent/S/GTS_PDFX/OutputConditionIdentifier(Press)>>",
    ]
    var (file, table) = ("%PDF-1.4\n", "0000000000 65535 f \n")
    for (index, object) in objects.enumerated() {
      let offset = String(file.utf8.count)
      table += String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n \n"
      file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = file.utf8.count
    file += "xref\n0 5\n\(table)trailer\n<</Root 1 0 R/Size 5>>\nstartxref\n\(start)\n%%EOF\n"
    return Data(file.utf8)
  }

  /// Chooses an encrypted file, gives a wrong password and then the right one.
  private func giveLocked(_ editor: EditorRun, _ file: URL) throws {
    try editor.screen.does("mousemove 300 200")
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try editor.screen.press("ctrl+l")
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try editor.screen.paste(file.path)
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try editor.press("Return", until: "question for the password") { $0.dialogs == ["Password"] }
    for password in ["wrong", "secret"] {
      try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
      try look(editor, "grid-password-\(password)")
      try editor.screen.does("mousemove 100 60")
      try editor.screen.type(password)
      try editor.screen.press("Return")
    }
    try editor.wait(for: "end of the dialog") { $0.dialogs.isEmpty }
  }

  func testTheContextMenuHasTheCommands() throws {
    let editor = try openPages(try makeDocument(pageCount: 6))
    let cells = try editor.openGrid()
    try editor.screen.click(cells[1].centre, button: 3)
    try editor.wait(for: "selected page") { $0.selectedPages == [2] }
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try look(editor, "grid-menu")
    try editor.screen.press("Escape")
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    // By key, with the pointer beside the menu. The first item has the focus; the sixth inserts a blank page.
    try editor.screen.does("mousemove 640 870")
    try editor.screen.press("shift+F10")
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try editor.screen.press("Down", "Down", "Down", "Down", "Down")
    try editor.press("Return", until: "blank page") {
      $0.pageCount == 7 && $0.undoName == "Insert Page" && $0.selectedPages == [3]
    }
  }

  func testPagesAreDraggedToAnotherWindow() throws {
    let (first, second) = (
      try makeDocument("First.pdf", pageCount: 4), try makeDocument("Second.pdf", pageCount: 3)
    )
    let original = try Data(contentsOf: second)
    let screen = try Screen(width: 1280, height: 800)
    defer { screen.close() }
    let from = try EditorRun(in: folder, [first.path], on: screen, size: (600, 700))
    try from.wait(for: "pages") { $0.state == "ready" && $0.isComplete }
    defer { from.terminate() }
    try screen.does("search --sync --onlyvisible --name First windowmove 0 0")
    let to = try EditorRun(in: folder, [second.path], on: screen, size: (600, 700))
    defer { to.terminate() }
    try to.wait(for: "pages") { $0.state == "ready" && $0.isComplete }
    try screen.does("search --sync --onlyvisible --name Second windowmove 660 0")
    try EditorDriver.wait(for: "quiet screen") { try screen.isQuiet() }
    // Without a window manager the keys go to the window below the mouse.
    let grid = try to.widget("grid").centre
    try screen.click(Place(grid.x + 660, grid.y))
    try to.wait(for: "grid") { !$0.cells.isEmpty && $0.isComplete }
    // Cells are not where they will be before the grid is laid out.
    _ = try to.widget("pages")
    let cells = try to.wait(for: "cells") { $0.cells.count == 3 && $0.cells[0].width > 50 }.cells

    try from.clickPage(2)
    try from.clickPage(3, holding: "shift")
    let start = try XCTUnwrap(
      from.wait(for: "selection") { $0.selectedPages == [2, 3] }.cells.first { $0.page == 2 })
    let goal = Place(cells[1].centre.x + 660, cells[1].centre.y)
    try screen.drag(
      [start.centre, Place(400, 300), Place(640, 300), Place(700, 320), goal, goal], letsGo: false)
    // GDK leaves movements out while it waits for an answer, the last one too: a hand is never quite at rest.
    try EditorDriver.wait(for: "room") {
      try screen.does("mousemove_relative 1 0 sleep 0.05 mousemove_relative -- -1 0")
      return to.report?.insertsAt == 2
    }
    if let folder = ProcessInfo.processInfo.environment["POSTIL_PICTURES"] {
      try screen.picture().ppm.write(to: URL(fileURLWithPath: folder).appending(path: "grid-transfer.ppm"))
    }
    try screen.letGo()
    try to.wait(for: "inserted pages") {
      $0.pageCount == 5 && $0.selectedPages == [2, 3] && $0.undoName == "Insert Pages" && $0.insertsAt == 0
    }
    XCTAssertEqual(try from.wait(for: "source") { _ in true }.pageCount, 4, "it is a copy")
    try screen.does("mousemove 900 400")
    try to.press("ctrl+s", until: "saved") { !$0.unsaved && !$0.isSaving }
    try checkWasAppended(second, to: original)
    XCTAssertEqual(try numbers(second), ["1", "2", "3", "2", "3"])
    XCTAssertEqual(from.complaints + to.complaints, [])
  }
}

import EditorDriver
import XCTest

/// A person prints to a file, in GTK's dialog.
final class PrintingTests: DriveCase {
  /// Opens the dialog, does something in it, and prints.
  private func print(_ editor: EditorRun, _ choose: () throws -> Void = {}) throws {
    try editor.press("ctrl+p", until: "dialog") { $0.dialogs == ["Print"] }
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    // There is no other printer than the file; the dialog is at the upper left of the screen.
    try editor.screen.click(Place(85, 90))
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try choose()
    try look(editor, "print-dialog")
    try editor.screen.press("alt+p")
    try editor.wait(for: "end of printing") { $0.dialogs.isEmpty && $0.toast == "Printed" }
  }

  func testUnsavedDrawingsArePrintedToAFile() throws {
    let file = try makeDocument(pageCount: 3)
    let editor = try openPages(file)
    let page = try editor.pageInView()
    try editor.take("rectangle")
    try editor.draw([Place(100, 500), Place(200, 440)], on: page)
    let before = try Data(contentsOf: file)
    try print(editor)
    let printed = folder.appending(path: "Long (printed).pdf")
    XCTAssertNil(SavedFile.complaint(about: printed))
    XCTAssertEqual(try SavedFile(printed).pages.map(\.annotations.count), [1, 0, 0])
    XCTAssertTrue(try MuPDF(printed).text(ofPage: 3).contains("Page 3"), "what is printed stays text")
    let picture = try MuPDF(printed).picture(ofPage: 1)
    XCTAssertGreaterThan(picture.count(of: "C8102E", near: Place(100, 842 - 470)), 5)
    XCTAssertEqual(try Data(contentsOf: file), before)
    XCTAssertTrue(try editor.wait(for: "rest") { $0.isComplete }.unsaved)
  }

  func testOnlyChosenPagesArePrinted() throws {
    let editor = try openPages(try makeDocument(pageCount: 9))
    try print(editor) {
      // "Pages:" and its entry.
      try editor.screen.click(Place(36, 426))
      try editor.screen.click(Place(190, 426))
      try editor.screen.type("2,5-6")
    }
    let printed = folder.appending(path: "Long (printed).pdf")
    XCTAssertNil(SavedFile.complaint(about: printed))
    XCTAssertEqual(try SavedFile(printed).pages.count, 3)
    for (place, number) in [2, 5, 6].enumerated() {
      XCTAssertTrue(try MuPDF(printed).text(ofPage: place + 1).contains("Page \(number)"))
    }
  }
}

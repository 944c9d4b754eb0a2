import EditorDriver
import XCTest

/// A person removes content for good.
final class RedactingTests: DriveCase {
  /// What is in a file, unpacked.
  private func decoded(_ file: URL) throws -> String {
    let plain = folder.appending(path: "plain.qdf")
    try Programs.run("qpdf", ["--qdf", "--object-streams=disable", file.path, plain.path])
    return String(decoding: try Data(contentsOf: plain), as: UTF8.self)
  }

  /// Marks everything that has a text, by the keyboard alone.
  private func markAll(_ text: String, _ editor: EditorRun) throws {
    try editor.press("ctrl+m", until: "dialog") { $0.dialogs == ["Mark for Redaction"] }
    // Without a window manager the keys go to the window below the mouse.
    try editor.screen.does("mousemove 100 10")
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try editor.screen.type(text)
    try look(editor, "redaction-search")
    try editor.press("Return", until: "mark") {
      $0.dialogs.isEmpty && $0.undoName == "Mark for Redaction"
        && $0.toast == "1 place marked for redaction"
    }
  }

  func testWhatIsMarkedGoesIntoNoNewFile() throws {
    let file = try makeDocument(pageCount: 8)
    let original = try Data(contentsOf: file)
    XCTAssertTrue(try decoded(file).contains(LongDocument.rareWord))
    let editor = try openPages(file)
    try markAll(LongDocument.rareWord, editor)
    try editor.press("F8", until: "comment") { $0.comments == 1 }
    try look(editor, "redaction-marked")
    try editor.press("ctrl+shift+m", until: "dialog") { $0.dialogs == ["Apply Redactions"] }
    try look(editor, "redaction-apply")
    // From the button that cancels to the one that applies.
    try editor.screen.press("Tab")
    try editor.press("space", until: "dialog for a file") { $0.dialogs.count == 2 }
    let out = folder.appending(path: "public.pdf")
    try editor.screen.does("mousemove 300 200")
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try editor.screen.press("ctrl+a")
    try editor.screen.paste(out.path)
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try editor.press("Return", until: "one dialog") { $0.dialogs == ["Apply Redactions"] }
    try EditorDriver.wait(for: "file") { FileManager.default.fileExists(atPath: out.path) }
    try look(editor, "redaction-done")

    XCTAssertNil(SavedFile.complaint(about: out))
    XCTAssertFalse(try decoded(out).contains(LongDocument.rareWord))
    let text = try Programs.text("pdftotext", "-f", "7", "-l", "7", out.path, "-")
    XCTAssertTrue(text.contains("grows here."), text)
    XCTAssertEqual(try Data(contentsOf: file), original)

    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try editor.screen.does("mousemove 100 10")
    try editor.press("Escape", until: "end of the dialog") { $0.dialogs.isEmpty }
    // The marks are unsaved edits of the original, and can be taken back.
    try editor.press("ctrl+z", until: "no marks") { !$0.unsaved && !$0.canUndo }
    XCTAssertEqual(try Data(contentsOf: file), original)
  }

  func testAnAreaIsMarkedAndShowsWhatWillBeThere() throws {
    let file = try makeDocument(pageCount: 2)
    let editor = try openPages(file)
    let page = try editor.pageInView()
    try editor.take("redaction")
    // Beside the text: on text the tool marks lines.
    try editor.draw([Place(350, 60), Place(450, 180)], on: page)
    try editor.take("")
    try editor.screen.does("mousemove \(page.onScreen(Place(200, 400)))")
    let middle = page.onScreen(Place(440, 70))
    XCTAssertEqual(try editor.screen.picture().count(of: "000000", near: middle), 0)
    try editor.screen.does("mousemove \(middle)")
    try EditorDriver.wait(for: "fill") {
      try editor.screen.picture().count(of: "000000", near: page.onScreen(Place(430, 100))) > 60
    }
    try look(editor, "redaction-hover")
    try editor.screen.does("mousemove \(page.onScreen(Place(200, 400)))")
    try EditorDriver.wait(for: "outline alone") {
      try editor.screen.picture().count(of: "000000", near: page.onScreen(Place(430, 100))) == 0
    }
    XCTAssertTrue(try XCTUnwrap(editor.report).unsaved)
  }

  func testTheFileIsReplacedAfterAQuestion() throws {
    let file = try makeDocument(pageCount: 8)
    let editor = try openPages(file)
    try markAll(LongDocument.rareWord, editor)
    try editor.press("ctrl+shift+m", until: "dialog") { $0.dialogs == ["Apply Redactions"] }
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    // Backwards from the button that cancels: the group of the two kinds of files, of which the second is chosen.
    try editor.screen.press("shift+Tab", "Down")
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try look(editor, "redaction-replace")
    try editor.screen.press("Tab", "Tab")
    try editor.press("space", until: "question") { $0.dialogs.count == 2 }
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try look(editor, "redaction-question")
    try editor.screen.press("Tab")
    try editor.press("space", until: "new file") {
      $0.dialogs == ["Apply Redactions"] && !$0.unsaved && $0.state == "ready" && !$0.canUndo
    }
    try look(editor, "redaction-replaced")
    XCTAssertNil(SavedFile.complaint(about: file))
    XCTAssertFalse(try decoded(file).contains(LongDocument.rareWord))
    // Nothing of it is kept elsewhere: no journal, and no other file.
    let state = FileManager.default.enumerator(
      at: folder.appending(path: "state"), includingPropertiesForKeys: [.isRegularFileKey])
    let journals = (state?.allObjects as? [URL] ?? []).filter { $0.path.contains("journal") }
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
    XCTAssertEqual(journals, [])
    try editor.press("Escape", until: "end of the dialog") { $0.dialogs.isEmpty }
  }
}

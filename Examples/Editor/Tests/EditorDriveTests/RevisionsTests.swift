import EditorDriver
import XCTest

/// A person looks back at what a file was, restores it, and compares files.
final class RevisionsTests: DriveCase {
  private static let line = [Place(60, 60), Place(140, 90)]
  private static let rectangle = [Place(60, 130), Place(160, 180)]

  /// Opens a document, and saves a line and then a rectangle on its first page.
  private func openThreeRevisions(_ file: URL) throws -> EditorRun {
    let editor = try openPages(file)
    for (tool, places) in [("line", Self.line), ("rectangle", Self.rectangle)] {
      try editor.take(tool)
      try editor.draw(places, on: editor.pageInView())
      try editor.press("ctrl+s", until: "saved") { !$0.unsaved && !$0.isSaving }
    }
    try editor.take("")
    return editor
  }

  @discardableResult
  private func lookBack(_ editor: EditorRun) throws -> EditorReport {
    try editor.press("ctrl+h", until: "revisions") { $0.shown == "comparison" && $0.comparing.isDone }
  }

  func testAnOlderStateIsLookedAtAndRestored() throws {
    let file = try makeDocument(pageCount: 3)
    let editor = try openThreeRevisions(file)
    let saved = try Data(contentsOf: file)
    let newest = try lookBack(editor)
    XCTAssertEqual(newest.comparing.revisions, 3)
    XCTAssertEqual(newest.comparing.revision, 3)
    XCTAssertEqual(newest.comparing.changes, ["Added: Rectangle"])
    try look(editor, "revisions-newest")
    // The slider has the keyboard.
    try editor.press("Left", until: "second revision") {
      $0.comparing.revision == 2 && $0.comparing.isDone && $0.comparing.changes == ["Added: Line"]
    }
    try look(editor, "revisions-second")
    try editor.press("alt+Left", until: "first revision") {
      $0.comparing.revision == 1 && $0.comparing.isDone && $0.comparing.changes.isEmpty
    }
    try editor.click("comparing.present", until: "comparison with the present state") {
      $0.comparing.isDone && $0.comparing.changes.count == 2
    }
    try editor.press("ctrl+g", until: "first change") { $0.comparing.current == 1 }
    // The document is not edited meanwhile.
    try editor.press("ctrl+r", until: "nothing") { $0.shown == "comparison" && !$0.unsaved }
    try editor.click("comparing.sideBySide", until: "both") { $0.places["comparing.second"] != nil }
    try look(editor, "revisions-side-by-side")
    try editor.click("comparing.overlaid", until: "one picture") { $0.places["comparing.second"] == nil }
    try look(editor, "revisions-overlaid")
    try editor.click("comparing.restore", until: "restored document") {
      $0.shown == "document" && $0.state == "ready" && $0.isComplete && !$0.toast.isEmpty && !$0.unsaved
    }
    try look(editor, "revisions-restored")
    let now = try Data(contentsOf: file)
    XCTAssertTrue(now.starts(with: saved) && now.count > saved.count)
    let again = try lookBack(editor)
    XCTAssertEqual(again.comparing.revisions, 4)
    XCTAssertEqual(again.comparing.changes.sorted(), ["Removed: Line", "Removed: Rectangle"])
  }

  func testUnsavedChangesStay() throws {
    let editor = try openPages(makeDocument(pageCount: 2))
    try editor.take("line")
    try editor.draw(Self.line, on: editor.pageInView())
    let only = try lookBack(editor)
    XCTAssertEqual(only.comparing.revisions, 1)
    XCTAssertEqual(only.comparing.title, "The file has one revision: nothing was appended to it.")
    try look(editor, "revisions-one")
    try editor.press("ctrl+z", until: "nothing undone") { $0.shown == "comparison" && $0.canUndo }
    try editor.press("Escape", until: "document") { $0.shown == "document" && $0.unsaved && $0.canUndo }
    try editor.press("ctrl+z", until: "undone") { !$0.canUndo }
  }

  func testALongFileDoesNotHoldUpTheWindow() throws {
    let file = try makeDocument(pageCount: 2000)
    let editor = try openThreeRevisions(file)
    try editor.press("ctrl+h", until: "mode") { $0.shown == "comparison" }
    // It can be left before it is read.
    try editor.press("Escape", until: "document") { $0.shown == "document" && $0.comparing.revisions == 0 }
    try lookBack(editor)
    // What is passed by is not compared.
    for _ in 0..<2 { try editor.screen.press("Left") }
    try editor.screen.press("Right")
    try editor.wait(for: "second revision") {
      $0.comparing.revision == 2 && $0.comparing.isDone && $0.comparing.changes == ["Added: Line"]
    }
  }

  func testThePasswordIsAskedForOnce() throws {
    let plain = try makeDocument("plain.pdf", pageCount: 2)
    let file = folder.appending(path: "secret.pdf")
    try Programs.run("qpdf", ["--encrypt", "open", "owner", "256", "--", plain.path, file.path])
    let editor = try open(file)
    try editor.wait(for: "question for the password") { $0.state == "passwordNeeded" }
    try editor.click("password.entry")
    try editor.screen.type("open")
    try editor.press("Return", until: "pages") { $0.state == "ready" && $0.isComplete }
    try editor.take("line")
    try editor.draw(Self.line, on: editor.pageInView())
    try editor.press("ctrl+s", until: "saved") { !$0.unsaved && !$0.isSaving }
    let saved = try Data(contentsOf: file)
    try lookBack(editor)
    try editor.press("Left", until: "first revision") { $0.comparing.revision == 1 && $0.comparing.isDone }
    try editor.click("comparing.restore", until: "restored document") {
      $0.shown == "document" && $0.state == "ready" && !$0.toast.isEmpty
    }
    let now = try Data(contentsOf: file)
    XCTAssertTrue(now.starts(with: saved) && now.count > saved.count)
    XCTAssertNil(SavedFile.complaint(about: file, password: "open"))
    // Another file has a password of its own.
    let other = folder.appending(path: "other.pdf")
    try Programs.run("qpdf", ["--encrypt", "sesame", "owner", "256", "--", plain.path, other.path])
    try editor.screen.press("ctrl+shift+h")
    try editor.giveFile(other, until: ["Password"])
    try editor.screen.does("mousemove 300 200")
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try editor.screen.type("sesame")
    try editor.press("Return", until: "comparison") { $0.dialogs.isEmpty && $0.comparing.isDone }
    try editor.press("Escape", until: "document") { $0.shown == "document" }
  }

  func testTwoFilesAreCompared() throws {
    let other = try makeDocument("Other.pdf", pageCount: 3)
    let editor = try openThreeRevisions(makeDocument(pageCount: 3))
    try editor.screen.press("ctrl+shift+h")
    try editor.giveFile(other)
    let report = try editor.wait(for: "comparison") { $0.shown == "comparison" && $0.comparing.isDone }
    XCTAssertEqual(report.comparing.changes.sorted(), ["Added: Line", "Added: Rectangle"])
    XCTAssertEqual(report.comparing.title, "Compared with “Other.pdf”")
    XCTAssertNil(report.places["comparing.slider"])
    try editor.click("comparing.sideBySide", until: "both") { $0.places["comparing.second"] != nil }
    try editor.press("F3", until: "first change") { $0.comparing.current == 1 }
    try look(editor, "compared")
    try editor.press("shift+F3", until: "last change") { $0.comparing.current == 2 }
    try editor.click("comparing.close", until: "document") { $0.shown == "document" }
  }
}

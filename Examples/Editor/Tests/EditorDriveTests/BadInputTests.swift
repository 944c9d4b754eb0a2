import EditorDriver
import XCTest

/// What a person does when something is wrong with a file: nothing that was drawn is lost.
final class BadInputTests: DriveCase {
  private let line = [Place(100, 400), Place(300, 350)]

  /// Opens a small document and draws a line.
  private func drawLine(in file: URL) throws -> EditorRun {
    let editor = try openPages(file)
    try drawLine(editor)
    return editor
  }

  private func drawLine(_ editor: EditorRun) throws {
    try editor.take("line")
    try editor.draw(line, on: editor.pageInView())
  }

  private func checkHasLine(_ file: URL, password: String = "") throws {
    XCTAssertNil(SavedFile.complaint(about: file, password: password))
    let annotations = try SavedFile(file, password: password).pages.map(\.annotations)
    XCTAssertEqual(annotations.map(\.count), [1, 0, 0])
    let drawn = try XCTUnwrap(annotations.first?.first)
    check(drawn, is: "Line", color: "10307A", width: 2, from: line[0], to: line[1])
  }

  /// Saves to another file, as the message offers, and waits until that is done.
  private func saveElsewhere(_ editor: EditorRun) throws -> URL {
    let other = folder.appending(path: "Other.pdf")
    try editor.click("message.saveElsewhere")
    try editor.giveFile(other, isNew: true)
    try editor.wait(for: "saved document") { !$0.unsaved && $0.message.isEmpty && $0.file == other.path }
    return other
  }

  private func finish(_ editor: EditorRun) throws {
    try editor.click("done")
    XCTAssertEqual(try editor.waitForEnd(), 0)
  }

  func testAFileThatIsNoDocument() throws {
    let text = Data("Dear diary, this is no PDF.\n".utf8)
    let (wrong, right) = (try place(text, "Diary.pdf"), try makeDocument("Right.pdf", pageCount: 3))
    let editor = try open(wrong)
    try editor.wait(for: "refusal") { $0.state == "failed" && $0.shown == "failed" }
    try editor.click("message.openAnother")
    try editor.giveFile(right)
    try editor.wait(for: "the other file") { $0.state == "ready" && $0.pageCount == 3 }
    XCTAssertEqual(try Data(contentsOf: wrong), text)
  }

  func testTheWrongPasswordTwice() throws {
    let plain = try makeDocument("Plain.pdf", pageCount: 3)
    let file = folder.appending(path: "Secret.pdf")
    try Programs.run("qpdf", ["--encrypt", "open sesame", "owner", "256", "--", plain.path, file.path])
    let editor = try open(file)
    for (refusals, password) in ["sesame", "Open Sesame", "open sesame"].enumerated() {
      try editor.wait(for: "question for the password") {
        $0.state == "passwordNeeded" && $0.refusals == refusals
      }
      try editor.click("password.entry")
      try editor.screen.type(password)
      try editor.screen.press("Return")
    }
    try editor.wait(for: "pages") { $0.state == "ready" && $0.pageCount == 3 }
    try drawLine(editor)
    try finish(editor)
    try checkHasLine(file, password: "open sesame")
    XCTAssertNotNil(SavedFile.complaint(about: file), "It needs no password any more.")
  }

  func testTheEditorIsKilled() throws {
    let file = try makeDocument(pageCount: 3)
    let original = try Data(contentsOf: file)
    let killed = try drawLine(in: file)
    killed.signal(SIGKILL)
    _ = try killed.waitForEnd()
    XCTAssertEqual(try Data(contentsOf: file), original)
    let editor = try open(file)
    try editor.wait(for: "offer") { $0.state == "recoveryOffered" && $0.shown == "recovery" }
    try look(editor, "recovery")
    try editor.click("recovery.recover", until: "pages") { $0.state == "ready" && $0.unsaved }
    try finish(editor)
    try checkWasAppended(file, to: original)
    try checkHasLine(file)
    // What was saved is offered no more.
    try openPages(file).terminate()
  }

  func testWhatWasNotSavedIsDiscardedOnlyWhenAsked() throws {
    let file = try makeDocument(pageCount: 3)
    let original = try Data(contentsOf: file)
    let killed = try drawLine(in: file)
    killed.signal(SIGKILL)
    _ = try killed.waitForEnd()
    let editor = try open(file)
    try editor.wait(for: "offer") { $0.state == "recoveryOffered" }
    try editor.click("recovery.discard", until: "question") { $0.dialogs == ["Discard the changes?"] }
    try editor.press("Escape", until: "no answer") { $0.dialogs.isEmpty && $0.state == "recoveryOffered" }
    try editor.click("recovery.recover", until: "pages") { $0.state == "ready" && $0.unsaved }
    try finish(editor)
    try checkWasAppended(file, to: original)
  }

  func testTheDesktopShutsDown() throws {
    let file = try makeDocument(pageCount: 3)
    let editor = try openPages(file)
    let page = try editor.pageInView()
    try editor.take("text")
    try editor.screen.click(page.onScreen(Place(100, 520)))
    try editor.wait(for: "field") { $0.isTyping }
    try editor.screen.type("half a sentence")
    try editor.wait(for: "text") { $0.typing == "half a sentence" }
    editor.terminate()
    let again = try open(file)
    try again.wait(for: "offer") { $0.state == "recoveryOffered" }
    try again.click("recovery.recover", until: "pages") { $0.state == "ready" && $0.unsaved }
    try finish(again)
    XCTAssertTrue(try MuPDF(file).text(ofPage: 1).contains("half a sentence"))
  }

  func testTheFileIsDeleted() throws {
    let file = try makeDocument(pageCount: 3)
    let original = try Data(contentsOf: file)
    let editor = try drawLine(in: file)
    try FileManager.default.removeItem(at: file)
    try editor.wait(for: "message") { $0.message.contains("Long.pdf") }
    let other = try saveElsewhere(editor)
    try finish(editor)
    XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
    try checkWasAppended(other, to: original)
    try checkHasLine(other)
  }

  func testAnotherProgramChangesTheFile() throws {
    let file = try makeDocument(pageCount: 3)
    let editor = try drawLine(in: file)
    let changed = LongDocument(pageCount: 5).data
    // At once, so that it is one change and one message.
    try changed.write(to: file, options: .atomic)
    try editor.wait(for: "message") { $0.message.contains("Long.pdf") }
    // Whoever takes no notice of it is told again.
    try editor.click("message.dismiss", until: "no message") { $0.message.isEmpty }
    try editor.click("done", until: "message") { $0.message.contains("changed") && $0.unsaved }
    let other = try saveElsewhere(editor)
    try finish(editor)
    XCTAssertEqual(try Data(contentsOf: file), changed)
    try checkHasLine(other)
  }

  func testTheDiskIsFull() throws {
    let disk = try SmallDisk(at: folder.appending(path: "disk"), kilobytes: 64)
    defer { disk.remove() }
    let data = LongDocument(pageCount: 3).data
    let file = disk.folder.appending(path: "Long.pdf")
    try data.write(to: file)
    let editor = try drawLine(in: file)
    try disk.fill()
    try editor.click("done", until: "message") { $0.message.contains("space") && $0.unsaved }
    XCTAssertEqual(try Data(contentsOf: file), data)
    let other = try saveElsewhere(editor)
    try finish(editor)
    XCTAssertEqual(try Data(contentsOf: file), data)
    try checkWasAppended(other, to: data)
    try checkHasLine(other)
  }
}

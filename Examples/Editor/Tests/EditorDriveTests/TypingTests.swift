import EditorDriver
import XCTest

/// A person types on the page, comments, and follows links.
final class TypingTests: DriveCase {
  func testTextIsTypedInItsPlaceAndTypedOver() throws {
    let file = try makeDocument(pageCount: 2)
    let editor = try openPages(file)
    let page = try editor.pageInView()
    try editor.take("text")
    try editor.screen.drag([page.onScreen(Place(100, 520)), page.onScreen(Place(320, 460))])
    try editor.wait(for: "field") { $0.isTyping && $0.places["text.entry"] != nil }
    try editor.screen.type("Привет, мир")
    try editor.wait(for: "text") { $0.typing == "Привет, мир" }
    try look(editor, "type-text")
    try editor.press("Escape", until: "text on the page") { !$0.isTyping && $0.canUndo && $0.isComplete }
    try editor.take("select")
    try editor.screen.click(page.onScreen(Place(140, 505)), count: 2)
    try editor.wait(for: "field again") { $0.isTyping && $0.typing == "Привет, мир" }
    try editor.screen.type("!")
    try editor.wait(for: "more text") { $0.typing == "Привет, мир!" }
    try editor.screen.click(page.onScreen(Place(450, 300)))
    try editor.wait(for: "changed text") { !$0.isTyping && $0.undoName == "Change Text" && $0.isComplete }
    try look(editor, "typed-text")
    try editor.press("ctrl+s", until: "saved file") { !$0.unsaved && !$0.isSaving }
    XCTAssertNil(SavedFile.complaint(about: file))
    let text = try XCTUnwrap(try SavedFile(file).pages[0].annotations.first)
    XCTAssertEqual(text.subtype, "FreeText")
    XCTAssertTrue(text.hasAppearance)
    XCTAssertTrue(try MuPDF(file).text(ofPage: 1).contains("Привет, мир!"))
    // What is typed and has no letters is nothing.
    try editor.take("text")
    try editor.screen.click(page.onScreen(Place(400, 300)))
    try editor.wait(for: "field") { $0.isTyping }
    try editor.press("Escape", until: "nothing") { !$0.isTyping && !$0.unsaved }
  }

  func testNotesAreWrittenListedAndAnswered() throws {
    let file = try makeDocument(pageCount: 3)
    let editor = try openPages(file)
    let page = try editor.pageInView()
    try editor.take("note")
    try editor.screen.click(page.onScreen(Place(420, 500)))
    try editor.wait(for: "slip") { $0.isTyping && $0.places["text.entry"] != nil }
    try editor.screen.type("Why here?")
    try look(editor, "type-note")
    try editor.press("ctrl+Return", until: "note") { !$0.isTyping && $0.canUndo && $0.isComplete }
    try editor.press("F8", until: "comments") { $0.comments == 1 && $0.places["comment.1"] != nil }
    try editor.take("")
    // The keyboard goes back to the pages.
    try editor.screen.click(page.onScreen(Place(450, 300)))
    try editor.press("End", until: "last page") { $0.page == 3 }
    try editor.click("comment.1", until: "comment in view") {
      $0.page == 1 && $0.selected == 1 && $0.isComplete
    }
    try editor.click("comment.1.reply")
    try editor.screen.type("Because")
    try editor.press("Return", until: "reply") { $0.undoName == "Reply" && $0.isComplete }
    try look(editor, "comments")
    try editor.click("comments.search")
    try editor.screen.type("nothing like it")
    try editor.wait(for: "filter") { $0.comments == 0 }
    try editor.press("ctrl+a", until: "search") { _ in true }
    try editor.press("BackSpace", until: "no filter") { $0.comments == 1 }
    try editor.press("ctrl+s", until: "saved file") { !$0.unsaved && !$0.isSaving }
    XCTAssertNil(SavedFile.complaint(about: file))
    let notes = try SavedFile(file).pages[0].annotations
    XCTAssertEqual(notes.map(\.subtype).filter { $0 == "Text" }.count, 2)
    XCTAssertTrue(try MuPDF(file).entry("Annots/2/IRT/Contents", ofPage: 1).contains("Why here?"))
    XCTAssertTrue(try MuPDF(file).entry("Annots/2/Contents", ofPage: 1).contains("Because"))
  }

  func testLinksToNamesAreFollowed() throws {
    let document = LongDocument(pageCount: 3, linkedPage: 2, linksByName: true)
    let editor = try openPages(try place(document.data, "Names.pdf"))
    let page = try editor.pageInView()
    try editor.screen.click(page.onScreen(Place(130, 320)))
    try editor.wait(for: "page of the name") { $0.page == 2 }
  }

  func testLinksAreFollowed() throws {
    let file = try place(LongDocument(pageCount: 3, linkedPage: 3).data, "Links.pdf")
    let editor = try openPages(file)
    var page = try editor.pageInView()
    try editor.screen.click(page.onScreen(Place(130, 320)))
    try editor.wait(for: "page of the link") { $0.page == 3 }
    try editor.press("Home", until: "first page") { $0.page == 1 && $0.isComplete }
    try editor.take("select")
    page = try editor.pageInView()
    try editor.screen.click(page.onScreen(Place(130, 320)))
    try editor.wait(for: "selected link") { $0.selected == 1 && $0.page == 1 }
    try editor.press("Return", until: "page of the link") { $0.page == 3 }
  }
}

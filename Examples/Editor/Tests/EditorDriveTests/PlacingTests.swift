import EditorDriver
import XCTest

/// A person puts stamps and links on the page, and chooses how large text is.
final class PlacingTests: DriveCase {
  private func saved(_ editor: EditorRun, _ file: URL) throws -> [SavedAnnotation] {
    try editor.press("ctrl+s", until: "saved file") { !$0.unsaved && !$0.isSaving }
    XCTAssertNil(SavedFile.complaint(about: file))
    return try SavedFile(file).pages[0].annotations
  }

  func testStampsArePutDown() throws {
    let file = try makeDocument(pageCount: 2)
    let editor = try openPages(file)
    let page = try editor.pageInView()
    try editor.take("stamp")
    try editor.draw([Place(100, 520), Place(260, 470)], on: page)
    try editor.click("style")
    try look(editor, "stamp-style")
    try editor.click("style.text")
    try editor.screen.type("Seen by Ada")
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try editor.press("Escape", until: "closed palette") { $0.places["style.text"] == nil }
    try editor.draw([Place(100, 420), Place(260, 370)], on: page)
    try look(editor, "stamps")
    XCTAssertEqual(try saved(editor, file).map(\.subtype), ["Stamp", "Stamp"])
    let text = try MuPDF(file).text(ofPage: 1)
    XCTAssertTrue(text.contains("APPROVED") && text.contains("Seen by Ada"), text)
    XCTAssertEqual(try MuPDF(file).entry("Annots/1/Name", ofPage: 1), "/Approved")
  }

  func testLinksAreMadeToPagesAndAddresses() throws {
    let file = try makeDocument(pageCount: 3)
    let editor = try openPages(file)
    let page = try editor.pageInView()
    for (top, target) in [(520.0, "3"), (420.0, "example.org/a")] {
      try editor.take("link")
      try editor.screen.drag([page.onScreen(Place(100, top)), page.onScreen(Place(260, top - 50))])
      try editor.wait(for: "field") { $0.isTyping && $0.places["text.entry"] != nil }
      try editor.screen.type(target)
      try editor.wait(for: "target") { $0.typing == target }
      try look(editor, "link-target")
      try editor.press("Return", until: "link") { !$0.isTyping && $0.isComplete && $0.unsaved }
      XCTAssertEqual(try saved(editor, file).last?.subtype, "Link")
    }
    XCTAssertEqual(try MuPDF(file).entry("Annots/2/A/URI", ofPage: 1), "(https://example.org/a)")
    try editor.take("")
    try editor.screen.click(page.onScreen(Place(180, 500)))
    try editor.wait(for: "page of the link") { $0.page == 3 }
  }

  func testTextIsAsLargeAsChosen() throws {
    let file = try makeDocument(pageCount: 2)
    let editor = try openPages(file)
    let page = try editor.pageInView()
    try editor.take("text")
    try editor.click("style")
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try look(editor, "text-style")
    try editor.click("style.font.Times")
    try editor.press("Escape", until: "closed palette") { $0.places["style.fontSize"] == nil }
    try editor.screen.drag([page.onScreen(Place(100, 520)), page.onScreen(Place(400, 420))])
    try editor.wait(for: "field") { $0.isTyping && $0.places["text.entry"] != nil }
    try editor.screen.type("Serif")
    try editor.press("Escape", until: "text on the page") { !$0.isTyping && $0.isComplete }
    XCTAssertEqual(try saved(editor, file).map(\.subtype), ["FreeText"])
    XCTAssertTrue(try MuPDF(file).text(ofPage: 1).contains("Serif"))
  }
}

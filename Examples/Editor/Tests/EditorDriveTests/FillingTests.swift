import EditorDriver
import XCTest

/// A person fills in a form.
final class FillingTests: DriveCase {
  private func openForm() throws -> (EditorRun, file: URL) {
    let file = try place(FormSheet().data, "Form.pdf")
    let editor = try openPages(file)
    try editor.wait(for: "form") { !$0.fields.isEmpty }
    return (editor, file)
  }

  /// Goes to the next field.
  private func tab(_ editor: EditorRun, to name: String, isFilling: Bool? = nil) throws {
    try editor.press("Tab", until: name) {
      $0.field == name && (isFilling == nil || $0.isFilling == isFilling)
    }
  }

  private func type(_ text: String, _ editor: EditorRun) throws {
    try editor.screen.type(text)
    try editor.wait(for: text) { $0.fieldText == text }
  }

  func testAFormIsFilledInWithTheKeyboardAlone() throws {
    let (editor, file) = try openForm()
    try look(editor, "form-empty")
    try tab(editor, to: "name", isFilling: true)
    try type("Ada Lovelace", editor)
    try look(editor, "form-name")
    try tab(editor, to: "born", isFilling: true)
    try type("1815-12-09", editor)
    try editor.press("F4", until: "calendar") { $0.isListOpen && $0.places["form.calendar"] != nil }
    try look(editor, "form-calendar")
    try editor.screen.press("Right", "space")
    try editor.wait(for: "day") { !$0.isListOpen && $0.fieldText == "10 Dec 1815" }
    try tab(editor, to: "member")
    try editor.press("space", until: "check") { $0.undoName == "Fill In Form" && $0.field == "member" }
    try tab(editor, to: "size")
    try editor.screen.press("space", "Down")
    try look(editor, "form-radio")
    try editor.screen.press("Tab")
    try tab(editor, to: "country", isFilling: false)
    // The first letter opens the list and finds the option.
    try editor.press("n", until: "list") { $0.isListOpen && $0.places["form.option.2"] != nil }
    try look(editor, "form-combo")
    try editor.press("Return", until: "choice") { !$0.isListOpen && !$0.isFilling && $0.field == "country" }
    try tab(editor, to: "languages", isFilling: true)
    try editor.screen.press("f", "space", "i", "space")
    try look(editor, "form-list")
    try tab(editor, to: "story", isFilling: true)
    try editor.screen.type("First line")
    try editor.screen.press("Return")
    try type("second", editor, after: "First line\n")
    try look(editor, "form-story")
    try editor.press("ctrl+Return", until: "end of the text") { !$0.isFilling && $0.field == "story" }
    try tab(editor, to: "pin", isFilling: true)
    try editor.screen.type("12345678")
    try editor.wait(for: "six digits") { $0.fieldText == "123456" }
    try editor.press("ctrl+z", until: "no digits") { $0.fieldText.isEmpty && $0.isFilling }
    try editor.screen.type("12345678")
    try editor.wait(for: "six digits again") { $0.fieldText == "123456" }
    try look(editor, "form-comb")
    try tab(editor, to: "secret", isFilling: true)
    try type("hunter", editor)
    try look(editor, "form-secret")
    try tab(editor, to: "price", isFilling: true)
    try type("1200.5", editor)
    try tab(editor, to: "tax", isFilling: true)
    try type("99.5", editor)
    try tab(editor, to: "city", isFilling: true)
    XCTAssertEqual(try editor.wait(for: "second page") { $0.isComplete }.page, 2)
    try type("Oslo", editor)
    try tab(editor, to: "agreed", isFilling: false)
    try editor.press("shift+Tab", until: "field before") { $0.field == "city" }
    try editor.press("Escape", until: "no text") { !$0.isFilling && $0.field == "city" }
    try editor.press("Escape", until: "no field") { $0.field.isEmpty }
    try editor.press("ctrl+s", until: "saved file") { !$0.unsaved && !$0.isSaving }
    // What has to be filled in and is not, is told.
    try editor.wait(for: "message") {
      $0.message == "“Form.pdf” has empty fields that are required" && $0.missing == 1
    }
    try editor.press("Home", until: "first page") { $0.page == 1 && $0.isComplete }
    try look(editor, "form-filled")
    try editor.click("message.showMissingField", until: "field") { $0.field == "agreed" && $0.page == 2 }
    try editor.press("space", until: "check") { $0.missing == 0 && $0.unsaved }
    try editor.press("ctrl+z", until: "no check") { $0.missing == 1 && !$0.unsaved }
    try look(editor, "form-missing")
    XCTAssertNil(SavedFile.complaint(about: file))
    let values = try SavedForm(file).values
    XCTAssertEqual(
      values,
      [
        "name": "Ada Lovelace", "born": "10 Dec 1815", "member": "Yes", "size": "Medium", "country": "no",
        "languages": "French, Italian", "story": "First line\nsecond", "pin": "123456", "secret": "hunter",
        "price": "1200.5", "tax": "99.5", "total": "1300", "city": "Oslo",
      ])
    let text = try MuPDF(file).text(ofPage: 1)
    for shown in ["Ada Lovelace", "10 Dec 1815", "Norway", "second", "1,200.50", "1300", "******"] {
      XCTAssertTrue(text.contains(shown), shown)
    }
  }

  private func type(_ text: String, _ editor: EditorRun, after start: String) throws {
    try editor.screen.type(text)
    try editor.wait(for: text) { $0.fieldText == start + text }
  }

  /// Moves the mouse over the page: after a popover was closed GTK takes clicks only then.
  private func moveAway(_ editor: EditorRun, _ page: PageInView) throws {
    try editor.screen.does("mousemove \(page.onScreen(Place(450, 200)))")
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
  }

  func testAFormIsFilledInWithTheMouse() throws {
    let (editor, file) = try openForm()
    let page = try editor.pageInView()
    func click(_ name: String, until what: String, _ condition: (EditorReport) -> Bool) throws {
      try editor.click(until: what, condition) { page.onScreen(FormSheet.middle(of: name)) }
    }
    try click("name", until: "name") { $0.field == "name" && $0.isFilling && $0.places["form.line"] != nil }
    try type("Grace", editor)
    // A press on another field commits.
    try click("member", until: "check") { $0.field == "member" && $0.undoName == "Fill In Form" }
    try click("size.2", until: "radio") { $0.field == "size" && $0.isComplete }
    try click("country", until: "list") { $0.isListOpen && $0.places["form.option.1"] != nil }
    try editor.click("form.option.2", until: "choice") { !$0.isListOpen && !$0.isFilling }
    try moveAway(editor, page)
    try click("languages", until: "options") { $0.field == "languages" && $0.places["form.option.0"] != nil }
    try editor.click("form.option.0")
    try look(editor, "form-mouse-list")
    try editor.click(until: "no field") {
      $0.field.isEmpty
    } at: {
      page.onScreen(Place(450, 200))
    }
    // With the tool that selects it is the same; a tool that draws draws.
    try editor.take("select")
    try click("born", until: "date") { $0.field == "born" && $0.places["form.opener"] != nil }
    try editor.click("form.opener", until: "calendar") {
      $0.isListOpen && $0.places["form.calendar.take"] != nil
    }
    try editor.click("form.calendar.take", until: "day") { !$0.isListOpen && !$0.fieldText.isEmpty }
    try moveAway(editor, page)
    try editor.press("Return", until: "date") { !$0.isFilling }
    // What cannot be filled in says so.
    try click("total", until: "message") {
      $0.message == "This field cannot be filled in" && $0.field.isEmpty
    }
    try editor.take("rectangle")
    try editor.draw([Place(150, 345), Place(270, 270)], on: try editor.pageInView())
    XCTAssertEqual(try editor.wait(for: "drawing") { _ in true }.field, "")
    try look(editor, "form-drawn")
    try editor.press("ctrl+s", until: "saved file") { !$0.unsaved && !$0.isSaving }
    let values = try SavedForm(file).values
    XCTAssertEqual(values["name"], "Grace")
    XCTAssertEqual(values["member"], "Yes")
    XCTAssertEqual(values["size"], "Large")
    XCTAssertEqual(values["country"], "no")
    XCTAssertEqual(values["languages"], "English")
    XCTAssertNotNil(values["born"])
    XCTAssertEqual(try SavedFile(file).pages[0].annotations.last?.subtype, "Square")
    XCTAssertNil(SavedFile.complaint(about: file))
  }

  func testTypedTextIsTakenBackAndGivenUp() throws {
    let (editor, file) = try openForm()
    let before = try Data(contentsOf: file)
    try tab(editor, to: "name", isFilling: true)
    try type("Ada", editor)
    try editor.press("Escape", until: "no text") { !$0.isFilling && !$0.unsaved }
    try editor.press("Return", until: "text again") { $0.isFilling && $0.fieldText.isEmpty }
    try type("Grace", editor)
    try editor.press("Return", until: "value") { !$0.isFilling && $0.unsaved }
    try editor.press("ctrl+z", until: "no value") { !$0.unsaved && !$0.canUndo }
    try editor.press("ctrl+shift+z", until: "value") { $0.unsaved }
    try editor.press("ctrl+z", until: "no value") { !$0.unsaved }
    XCTAssertEqual(try Data(contentsOf: file), before)
  }
}

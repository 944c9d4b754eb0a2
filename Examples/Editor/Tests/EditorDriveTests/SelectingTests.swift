import EditorDriver
import XCTest

/// A person selects what is on the pages: drawings and text.
final class SelectingTests: DriveCase {
  /// Saves, and reads what was saved of the first page.
  private func saved(_ editor: EditorRun, _ file: URL) throws -> [SavedAnnotation] {
    try editor.press("ctrl+s", until: "saved file") { !$0.unsaved && !$0.isSaving }
    XCTAssertNil(SavedFile.complaint(about: file))
    return try SavedFile(file).pages[0].annotations
  }

  /// Waits until nothing moves any more that was dragged.
  private func settle(_ editor: EditorRun) throws {
    try editor.wait(for: "end of the drag") { !$0.isDrawing && $0.settling == 0 && $0.isComplete }
  }

  func testDrawingsAreMovedResizedAndRestyled() throws {
    let file = try makeDocument(pageCount: 3)
    let editor = try openPages(file)
    let page = try editor.pageInView()
    try editor.take("rectangle")
    try editor.draw([Place(100, 500), Place(200, 440)], on: page)
    try editor.take("line")
    try editor.draw([Place(300, 500), Place(400, 440)], on: page)
    try editor.take("select")

    // Its edge is what is hit of a rectangle that is not filled.
    try editor.screen.click(page.onScreen(Place(100, 486)))
    let handles = try editor.wait(for: "selected rectangle") { $0.selected == 1 && $0.handles.count == 8 }
      .handles
    try look(editor, "select-rectangle")
    try editor.screen.drag([page.onScreen(Place(100, 486)), page.onScreen(Place(150, 436))])
    try settle(editor)
    var square = try saved(editor, file)[0]
    check(square, is: "Square", color: "C8102E", width: 2, from: Place(150, 450), to: Place(250, 390))

    let moved = try editor.wait(for: "handles") { $0.handles.count == 8 && $0.handles != handles }.handles
    // The lower right one is the last.
    let corner = moved[7].centre
    try editor.screen.drag([corner, Place(corner.x + 50 * page.zoom, corner.y + 20 * page.zoom)])
    try settle(editor)
    square = try saved(editor, file)[0]
    check(square, is: "Square", color: "C8102E", width: 2, from: Place(150, 450), to: Place(300, 370))

    try editor.click("style")
    try look(editor, "select-style")
    try editor.click("colour.Green", until: "green") { $0.style.color == "009E73" }
    try editor.press("Escape", until: "closed palette") { $0.places["style.width"] == nil }
    try editor.wait(for: "new style") { $0.undoName == "Change Style" && $0.isComplete }
    XCTAssertEqual(try saved(editor, file)[0].color, "009E73")

    // The end of the line, and with it the keyboard.
    try editor.screen.click(page.onScreen(Place(350, 470)))
    try editor.wait(for: "selected line") { $0.selected == 1 && $0.handles.count == 2 }
    try editor.screen.drag([page.onScreen(Place(400, 440)), page.onScreen(Place(450, 400))])
    try settle(editor)
    for _ in 0..<5 { try editor.screen.press("shift+Right") }
    try editor.wait(for: "nudges") { $0.undoName == "Move Annotation" && $0.isComplete }
    let line = try XCTUnwrap(try saved(editor, file).first { $0.subtype == "Line" })
    check(line, is: "Line", color: "10307A", width: 2, from: Place(350, 500), to: Place(500, 400))
    try editor.press("ctrl+z", until: "undo") { $0.undoName == "Resize Annotation" }
    XCTAssertEqual(try editor.wait(for: "selection") { _ in true }.selected, 1)

    try editor.press("ctrl+a", until: "all selected") { $0.selected == 2 }
    try editor.press("ctrl+d", until: "copies") { $0.undoName == "Duplicate" && $0.selected == 2 }
    try editor.press("Delete", until: "removal") { $0.undoName == "Delete Annotation" && $0.selected == 0 }
    XCTAssertEqual(try saved(editor, file).count, 2)
  }

  func testARubberBandTheClipboardAndTheMenu() throws {
    let file = try makeDocument(pageCount: 2)
    let editor = try openPages(file)
    let page = try editor.pageInView()
    try editor.take("ellipse")
    try editor.draw([Place(100, 500), Place(160, 460)], on: page)
    try editor.draw([Place(200, 500), Place(260, 460)], on: page)
    try editor.take("select")
    try editor.screen.drag([page.onScreen(Place(80, 520)), page.onScreen(Place(270, 450))], letsGo: false)
    try editor.wait(for: "rubber band") { $0.selected == 2 }
    try look(editor, "select-band")
    try editor.screen.letGo()
    try editor.press("ctrl+c", until: "copy") { $0.selected == 2 }
    try editor.press("ctrl+v", until: "paste") { $0.undoName == "Paste" && $0.selected == 2 && $0.isComplete }
    try editor.screen.click(page.onScreen(Place(100, 480)), button: 3)
    try editor.wait(for: "selected by the menu") { $0.selected == 1 }
    try look(editor, "select-menu")
    try editor.screen.press("Escape")
    XCTAssertEqual(try saved(editor, file).count, 4)
    let undone = try editor.press("ctrl+z", until: "undo of the paste") { $0.undoName == "Add Annotation" }
    XCTAssertTrue(undone.canRedo)
    try editor.screen.paste("of another program")
    try editor.wait(for: "text of another program") {
      $0.selected == 1 && $0.undoName == "Add Annotation" && !$0.canRedo
    }
  }

  func testTextIsSelectedCopiedAndMarked() throws {
    let file = try makeDocument(pageCount: 2)
    let editor = try openPages(file)
    let page = try editor.pageInView()
    try editor.take("select")
    // The first line below the heading, from its first letter on.
    try editor.screen.drag([page.onScreen(Place(61, 729)), page.onScreen(Place(200, 711))], letsGo: false)
    try editor.wait(for: "selected text") { $0.selectedText.contains("\n") }
    try editor.screen.letGo()
    // The last places of the pointer may come later.
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    let text = try editor.wait(for: "selected text") { $0.selectedText.contains("\n") }.selectedText
    try look(editor, "select-text")
    let shown = try MuPDF(file).text(ofPage: 1).split(separator: "\n").map(String.init)
    XCTAssertEqual(text.split(separator: "\n").first.map(String.init), shown[1])
    try editor.press("ctrl+c", until: "copy") { $0.selectedText == text }
    let copied = try Programs.run(
      "xclip", ["-selection", "clipboard", "-out", "-display", editor.screen.display])
    XCTAssertEqual(String(decoding: copied, as: UTF8.self), text)

    try editor.screen.click(page.onScreen(Place(75, 729)), count: 2)
    let word = try XCTUnwrap(shown[1].split(separator: " ").first.map(String.init))
    try editor.wait(for: "word") { $0.selectedText == word }
    try editor.screen.click(page.onScreen(Place(75, 729)), button: 3)
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try look(editor, "select-text-menu")
    // The second item: Highlight.
    try editor.screen.press("Down", "Return")
    try editor.wait(for: "mark") {
      $0.undoName == "Add Annotation" && $0.selectedText.isEmpty && $0.isComplete
    }
    let mark = try saved(editor, file)[0]
    XCTAssertEqual(mark.subtype, "Highlight")
    XCTAssertEqual(mark.rect[0], 60, accuracy: 2)
    XCTAssertTrue((715...730).contains(mark.rect[1]) && (730...742).contains(mark.rect[3]), "\(mark.rect)")

    // With the highlighter itself, over two lines.
    try editor.take("highlight")
    try editor.draw([Place(61, 693), Place(200, 675)], on: page)
    XCTAssertEqual(try saved(editor, file).map(\.subtype), ["Highlight", "Highlight"])
    let picture = try MuPDF(file).picture(ofPage: 1)
    XCTAssertGreaterThan(picture.count(of: "FFFF00", near: Place(300, 842 - 695), within: 6), 20)
  }

  func testTextIsReadSelectedAndMarkedWithKeysAlone() throws {
    let file = try makeDocument(pageCount: 2)
    let editor = try openPages(file)
    let shown = try MuPDF(file).text(ofPage: 1).split(separator: "\n").map(String.init)
    try editor.press("shift+F7", until: "caret") { $0.caret == 0 }
    try editor.press("Down", until: "next line") { $0.caret == shown[0].count + 1 }
    let words = shown[1].split(separator: " ").map(String.init)
    try editor.press("ctrl+shift+Right", until: "word") { $0.selectedText == words[0] }
    try editor.press("ctrl+shift+Right", until: "words") { $0.selectedText == "\(words[0]) \(words[1])" }
    try editor.press("shift+Left", until: "less") { $0.selectedText == "\(words[0]) \(words[1])".dropLast() }
    try editor.press("shift+Home", until: "nothing") { $0.selectedText.isEmpty }
    try editor.press("shift+End", until: "line") { $0.selectedText == shown[1] }
    try look(editor, "caret-line")
    try editor.screen.press("shift+F10")
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    // The second item: Highlight.
    try editor.screen.press("Down", "Return")
    try editor.wait(for: "mark") {
      $0.undoName == "Add Annotation" && $0.selectedText.isEmpty && $0.isComplete
    }
    XCTAssertEqual(try saved(editor, file).map(\.subtype), ["Highlight"])

    // On to the next page, and back.
    try editor.press("ctrl+End", until: "end") { $0.page == 2 && $0.caret > 0 }
    try editor.press("ctrl+Home", until: "beginning") { $0.page == 1 && $0.caret == 0 }
    // A note where the caret is.
    try editor.take("note")
    try editor.press("Return", until: "note") { $0.isTyping }
    try editor.press("Escape", until: "end of typing") { !$0.isTyping }
    try editor.press("Escape", until: "no caret") { $0.caret == -1 }
  }
}

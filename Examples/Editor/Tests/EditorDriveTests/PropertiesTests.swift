import EditorDriver
import XCTest

/// A person changes what a document says of itself.
final class PropertiesTests: DriveCase {
  func testTheTitleAndTheAuthorAreChanged() throws {
    let file = try makeDocument(pageCount: 3)
    let original = try Data(contentsOf: file)
    let editor = try openPages(file)
    try editor.press("alt+Return", until: "dialog") { $0.dialogs == ["Document Properties"] }
    // Without a window manager the keys go to the window below the mouse.
    try editor.screen.does("mousemove 100 10")
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try editor.screen.type("Annual Report")
    try editor.screen.press("Tab")
    try editor.screen.type("Ada")
    try look(editor, "properties")
    try editor.press("Return", until: "change") {
      $0.dialogs.isEmpty && $0.undoName == "Change Information"
    }
    try editor.press("ctrl+s", until: "saved") { !$0.unsaved && !$0.isSaving }
    try checkWasAppended(file, to: original)
    let information = try Programs.text("mutool", "show", file.path, "trailer/Info")
    XCTAssertTrue(information.contains("(Annual Report)") && information.contains("(Ada)"), information)
    try editor.press("ctrl+z", until: "undone") { $0.unsaved && !$0.canUndo }
    try editor.press("alt+Return", until: "dialog") { !$0.dialogs.isEmpty }
    try EditorDriver.wait(for: "quiet screen") { try editor.screen.isQuiet() }
    try editor.press("Escape", until: "end of the dialog") { $0.dialogs.isEmpty && !$0.canUndo }
  }
}

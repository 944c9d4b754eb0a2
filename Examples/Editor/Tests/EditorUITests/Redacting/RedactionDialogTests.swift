import EditorDriver
import EditorTestSupport
import Foundation
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

/// The dialogs that mark for redaction, and remove for good.
@preconcurrency @MainActor
final class RedactionDialogTests: WindowTestCase {
  private let secret = LongDocument.rareWord

  /// Does something with a window that shows a document with a secret on its seventh page.
  private func withSecrets(_ data: Data? = nil, _ body: (EditorWindow, URL) throws -> Void) throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "secret.pdf")
    try (data ?? LongDocument(pageCount: 8).data).write(to: file)
    try withWindow(emptySession()) { window in
      window.commands.open(file)
      wait(for: "document") { window.pages.visibleName == "document" }
      try body(window, file)
    }
  }

  /// What is in a file, unpacked.
  private func decoded(_ file: URL) throws -> String {
    let plain = file.deletingLastPathComponent().appending(path: "plain.qdf")
    try Programs.run("qpdf", ["--qdf", "--object-streams=disable", file.path, plain.path])
    return String(decoding: try Data(contentsOf: plain), as: UTF8.self)
  }

  private func markAll(_ window: EditorWindow) {
    let dialog = RedactionSearchDialog.show(window.commands, over: window)
    dialog.text.text = secret
    dialog.mark.press()
    wait(for: "mark") { window.session.status.undoName == "Mark for Redaction" && !dialog.isVisible }
    XCTAssertEqual(window.toast.text, "1 place marked for redaction")
  }

  private func texts(_ widget: Widget) -> [String] {
    widget.descendants.compactMap { ($0 as? Label)?.isMapped == true ? ($0 as? Label)?.text : nil }
  }

  func testWhatIsMarkedIsShownAndReplacesTheFile() throws {
    try withSecrets { window, file in
      XCTAssertTrue(try decoded(file).contains(secret))
      markAll(window)
      let dialog = RedactionDialog.show(.marks, window.commands, over: window)
      wait(for: "summary") {
        texts(dialog).contains { $0.contains("1 mark on 1 page") && $0.hasSuffix(": 10 letters.") }
      }
      wait(for: "counts") { dialog.kinds.boxes.allSatisfy { $0.box.text.hasSuffix("(none)") } }
      XCTAssertTrue(dialog.kinds.boxes.allSatisfy { !$0.box.isActive })
      XCTAssertTrue(dialog.newFile.isActive && dialog.apply.isSensitive && !dialog.signatures.isVisible)
      dialog.job.write(to: nil)
      wait(for: "end") { if case .written = dialog.job.state { true } else { false } }
      wait(for: "document") { window.pages.visibleName == "document" }
      wait(for: "outcome") { texts(dialog).contains("“secret.pdf” was written and checked") }
      XCTAssertFalse(dialog.apply.isVisible, "it is open already")
      XCTAssertEqual(dialog.cancel.text, "Close")
      dialog.cancel.press()
      wait(for: "end of the dialog") { !dialog.isVisible }
      XCTAssertFalse(window.session.status.hasUnsavedChanges || window.session.status.canUndo)
      XCTAssertFalse(try decoded(file).contains(secret))
    }
  }

  func testPlacesThatNeedALookAreListed() throws {
    try withSecrets { window, file in
      var information = DocumentInformation()
      information.title = "About the \(secret)"
      window.session.setInformation(information)
      markAll(window)
      let dialog = RedactionDialog.show(.marks, window.commands, over: window)
      wait(for: "button") { dialog.apply.isSensitive }
      dialog.job.write(to: file.deletingLastPathComponent().appending(path: "out.pdf"))
      wait(for: "places") {
        texts(dialog).contains { $0.hasPrefix("The same words are still found here") && $0.contains(secret) }
      }
      // Nobody is told that all is well where the original is.
      XCTAssertTrue(
        texts(dialog).contains { $0.contains("“secret.pdf” is as it was, and still has all of it.") })
    }
  }

  func testWithoutMarksNothingCanBeApplied() throws {
    try withSecrets { window, _ in
      let dialog = RedactionDialog.show(.marks, window.commands, over: window)
      wait(for: "summary") { texts(dialog).contains { $0.hasPrefix("No redaction marks") } }
      XCTAssertFalse(dialog.apply.isSensitive)
      dialog.cancel.press()
      wait(for: "end") { !dialog.isVisible }
    }
  }

  func testARefusalLeadsToItsPage() throws {
    let sound = String(decoding: LongDocument(pageCount: 3).data, as: UTF8.self)
    // A string of the last page does not end.
    let damaged = sound.replacingOccurrences(of: "(Page 3) Tj", with: "(Page 3( Tj")
    XCTAssertNotEqual(damaged, sound)
    try withSecrets(Data(damaged.utf8)) { window, _ in
      let session = window.session
      wait(for: "pages") { session.pages.count == 3 }
      let page = session.pages[2]
      let rect = PageRect(x: 10, y: 10, width: 50, height: 50)
      let document = try XCTUnwrap(session.document)
      try document.add(Annotation(.redaction(rect), style: .redaction), to: page)
      wait(for: "mark") { session.status.canUndo }
      let dialog = RedactionDialog.show(.marks, window.commands, over: window)
      wait(for: "refusal") { dialog.outcome.isVisible && dialog.outcome.page.isVisible }
      XCTAssertEqual(dialog.outcome.page.text, "Go to page 3")
      dialog.outcome.page.press()
      wait(for: "page") { !dialog.isVisible && session.viewport.currentIndex == 2 }
    }
  }

  func testHiddenInformationIsCountedAndRemoved() throws {
    try withSecrets { window, file in
      var information = DocumentInformation()
      information.title = "Confidential"
      window.session.setInformation(information)
      wait(for: "title") { window.session.status.canUndo }
      let dialog = RedactionDialog.show(.hiddenData, window.commands, over: window)
      wait(for: "counts") { dialog.kinds.boxes.first?.box.text.hasSuffix("(none)") == false }
      wait(for: "all counts") { dialog.kinds.boxes.last?.box.text.hasSuffix("(none)") == true }
      XCTAssertEqual(dialog.kinds.boxes.map(\.box.isActive), [true, true, true, true, true, false])
      for (_, box) in dialog.kinds.boxes { box.isActive = false }
      wait(for: "nothing to do") { !dialog.apply.isSensitive }
      dialog.kinds.boxes[0].box.isActive = true
      wait(for: "button") { dialog.apply.isSensitive }
      let out = file.deletingLastPathComponent().appending(path: "clean.pdf")
      let original = try Data(contentsOf: file)
      dialog.job.write(to: out)
      wait(for: "end") { dialog.apply.text == "Open the New File" && dialog.apply.isVisible }
      XCTAssertFalse(try decoded(out).contains("Confidential"))
      XCTAssertEqual(try Data(contentsOf: file), original)
      var opened: [URL] = []
      window.commands.openWindow = { opened.append($0) }
      dialog.apply.press()
      wait(for: "end of the dialog") { !dialog.isVisible }
      XCTAssertEqual(opened, [out])
    }
  }

  func testWhatCannotBeSearchedForIsNotMarked() throws {
    try withSecrets { window, _ in
      let dialog = RedactionSearchDialog.show(window.commands, over: window)
      XCTAssertFalse(dialog.mark.isSensitive)
      dialog.text.text = "nowhere at all"
      XCTAssertTrue(dialog.mark.isSensitive)
      dialog.mark.press()
      wait(for: "answer") { dialog.notice.isVisible && dialog.mark.isSensitive }
      XCTAssertTrue(dialog.isVisible && !window.session.status.canUndo)
      dialog.expression.text = "("
      XCTAssertEqual(dialog.buttons.first { $0.button.isActive }?.choice, .expression)
      XCTAssertTrue(dialog.notice.isVisible && !dialog.mark.isSensitive)
      dialog.expression.text = "helio\\w+"
      XCTAssertTrue(!dialog.notice.isVisible && dialog.mark.isSensitive)
      dialog.mark.press()
      wait(for: "mark") { window.session.status.canUndo && !dialog.isVisible }
    }
  }

  func testAMarkThatIsSelectedShowsWhatWillBeThere() throws {
    try withSecrets { window, _ in
      let session = window.session
      let page = session.pages[0]
      let rect = PageRect(x: 100, y: 600, width: 200, height: 60)
      try session.document?.add(
        Annotation(.redaction(rect, overlayText: "GONE"), style: .redaction), to: page)
      wait(for: "mark") { !session.contents.annotations(of: page).isEmpty && session.pageDisplay.isComplete }
      let canvas = window.document.canvas
      let middle = try XCTUnwrap(session.viewPoint(PagePoint(x: 110, y: 610), on: page))
      XCTAssertFalse(isBlack(canvas, middle))
      session.palette.selection = .select
      session.selection.select(session.contents.annotations(of: page).map(\.id), on: page)
      wait(for: "fill") { isBlack(canvas, middle) }
      session.selection.clear()
      wait(for: "outline alone") { !isBlack(canvas, middle) }
    }
  }

  private func isBlack(_ canvas: Widget, _ point: ViewPoint) -> Bool {
    let (x, y) = (Int(point.x), Int(point.y))
    guard let picture = canvas.picture(), x < picture.width, y < picture.height else { return false }
    return picture.pixels[y * picture.width + x] == 0xFF00_0000
  }
}

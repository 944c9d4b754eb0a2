import EditorTestSupport
import Foundation
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class EditorWindowTests: WindowTestCase {
  func testWithoutADocumentItOffersToOpenOne() {
    withWindow(emptySession()) { window in
      XCTAssertEqual(window.pages.visibleName, "start")
      XCTAssertFalse(window.header.done.isVisible)
      XCTAssertFalse(window.header.grid.isVisible)
      XCTAssertTrue(window.header.menu.isVisible)
    }
  }

  func testADocumentIsShownWithItsName() throws {
    try withDocument { window in
      XCTAssertEqual(window.title, "sample.pdf")
      XCTAssertTrue(window.header.done.isVisible)
      draw(window)
      wait(for: "mark") { window.title == "• sample.pdf" }
      window.commands.undo()
      wait(for: "title") { window.title == "sample.pdf" }
    }
  }

  func testAWindowThatHasNothingNewToShowRests() throws {
    withWindow(emptySession()) { window in waitForRest(of: window) }
    try withDocument { window in waitForRest(of: window) }
  }

  func testWhatCannotBeOpenedIsExplained() {
    withWindow(emptySession()) { window in
      window.commands.open(URL(fileURLWithPath: "/nowhere/there is none.pdf"))
      wait(for: "explanation") { window.pages.visibleName == "failed" }
      let names = WidgetNames.all(in: window).filter { $0.widget.isMapped }.map(\.name)
      XCTAssertTrue(names.contains("message.openAnother"))
      XCTAssertFalse(window.messages.isRevealed)
    }
  }

  func testAPasswordIsAskedFor() throws {
    let file = try encryptedFile(password: "secret")
    withWindow(emptySession()) { window in
      window.commands.open(file)
      wait(for: "question") { window.pages.visibleName == "password" }
      let page = window.descendants.lazy.compactMap { $0 as? PasswordPage }.first
      XCTAssertEqual(page?.refused.isVisible, false)
      window.session.submit(password: "wrong")
      wait(for: "refusal") { page?.refused.isVisible == true }
      window.session.submit(password: "secret")
      wait(for: "document") { window.pages.visibleName == "document" }
    }
  }

  func testDoneSavesAndCloses() throws {
    try withDocument { window in
      draw(window)
      let file = try XCTUnwrap(window.session.file)
      let size = try Data(contentsOf: file).count
      window.header.done.press()
      wait(for: "end") { !window.isVisible }
      XCTAssertGreaterThan(try Data(contentsOf: file).count, size)
    }
  }

  func testWhenSavingFailsTheWindowStaysAndCanBeClosedAllTheSame() throws {
    try withDocument { window in
      draw(window)
      try FileManager.default.removeItem(at: try XCTUnwrap(window.session.file))
      window.close()
      wait(for: "message") { window.messages.isRevealed && window.messages.offersDiscard }
      XCTAssertTrue(window.isVisible)
      let discard = WidgetNames.all(in: window).first { $0.name == "message.discard" }?.widget as? Button
      try XCTUnwrap(discard).press()
      wait(for: "end") { !window.isVisible }
    }
  }

  func testEscapeGoesBackStepByStep() throws {
    try withDocument { window in
      window.session.palette.selection = .line
      window.commands.showsGrid = true
      window.search.open()
      XCTAssertTrue(window.commands.escape())
      XCTAssertFalse(window.search.isRevealed)
      XCTAssertTrue(window.commands.escape())
      XCTAssertFalse(window.commands.showsGrid)
      XCTAssertTrue(window.commands.escape())
      XCTAssertNil(window.session.palette.selection)
      XCTAssertFalse(window.commands.escape())
    }
  }

  func testTheSpaceBarIsForgottenWithTheKeyboard() throws {
    guard Hand.isThere else { throw XCTSkip("There is no xdotool.") }
    try withDocument { window in
      let input = try XCTUnwrap((window.document.canvas as? PageCanvas)?.input)
      window.session.palette.selection = .line
      window.document.canvas.grabFocus()
      Hand.does("keydown space")
      wait(for: "hand") { input.isSpaceHeld && input.cursor == "grab" }
      window.document.scrubber.pageEntry.ask()
      wait(for: "end") { !input.isSpaceHeld }
      Hand.does("keyup space")
    }
  }

  func testImagesThatAreDroppedOnAPageBecomeStamps() throws {
    try withDocument { window in
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
      defer { try? FileManager.default.removeItem(at: file) }
      wait(for: "picture") { window.picture(scale: 0.25)?.write(to: file) == true }
      var opened: [URL] = []
      window.commands.openWindow = { opened.append($0) }
      let page = try XCTUnwrap(window.session.viewport.visiblePages.first?.frame)
      let other = URL(fileURLWithPath: "/nowhere/other.pdf")
      window.commands.take([file, other], at: Point(x: page.x + page.width / 2, y: page.y + page.height / 2))
      XCTAssertEqual(opened, [other])
      wait(for: "stamp") { window.session.status.canUndo && window.session.selection.ids.count == 1 }
      let stamp = try XCTUnwrap(window.session.selection.annotations.first)
      guard case .image(let image)? = stamp.content.stamp?.picture else { return XCTFail("It has no image.") }
      XCTAssertEqual(image.data, try Data(contentsOf: file))
      // Beside the pages it is a file like any other.
      window.commands.take([file], at: nil)
      XCTAssertEqual(opened, [other, file])
    }
  }

  func testAClearedPageCanBeHadBack() throws {
    try withDocument { window in
      draw(window)
      window.commands.clearPage()
      wait(for: "word") { window.document.toast.isRevealed }
      window.commands.undo()
      wait(for: "undo") { window.session.status.redoName == "Clear Page" }
      XCTAssertFalse(window.document.toast.isRevealed)
    }
  }

  func testClearingAnEmptyPageIsNoNews() throws {
    try withDocument { window in
      draw(window)
      window.commands.clearPage()
      wait(for: "word") { window.document.toast.isRevealed }
      window.document.toast.hide()
      window.commands.clearPage()
      var isDone = false
      Task {
        await window.session.idle()
        isDone = true
      }
      wait(for: "second time") { isDone }
      XCTAssertFalse(window.document.toast.isRevealed)
    }
  }

  func testOneIsToldWhenNothingCanBeKeptForTheNextTime() throws {
    let session = try sampleSession { options, folder in
      // A file where the folder should be.
      let file = folder.appending(path: "file")
      try Data().write(to: file)
      options.folders = ViewerFolders(configuration: file, state: file)
    }
    withWindow(session) { window in
      wait(for: "document") { !session.viewport.visiblePages.isEmpty }
      session.viewport.goToNext()
      wait(for: "word") { window.document.toast.isRevealed }
      XCTAssertEqual(
        window.document.toast.text,
        "Tools and the places where reading ended cannot be kept for the next time")
    }
  }

  func testTheButtonOfTheSearchFollowsIt() throws {
    try withDocument { window in
      window.header.search.press()
      XCTAssertTrue(window.search.isRevealed)
      window.search.close()
      XCTAssertFalse(window.header.search.isActive)
    }
  }

  func testNothingOutlivesTheWindow() throws {
    weak var window: EditorWindow?
    weak var session: ViewerSession?
    try withDocument { shown in
      (window, session) = (shown, shown.session)
      shown.commands.showsGrid = true
      wait(for: "grid") { shown.pages.visibleName == "grid" }
      shown.search.open()
      shown.commands.closeWithoutSaving()
    }
    wait(for: "end") { window == nil && session == nil }
  }

  private func encryptedFile(password: String) throws -> URL {
    let session = try sampleSession()
    wait(for: "sample") { session.file != nil }
    let plain = try XCTUnwrap(session.file)
    let file = plain.deletingLastPathComponent().appending(path: "secret.pdf")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["qpdf", "--encrypt", password, password, "256", "--", plain.path, file.path]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    // The sample has no table of objects, of which qpdf warns.
    guard FileManager.default.fileExists(atPath: file.path) else { throw XCTSkip("There is no qpdf.") }
    return file
  }
}

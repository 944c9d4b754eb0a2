import EditorTestSupport
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

/// Files that come from a file manager, or from the dialog.
@preconcurrency @MainActor
final class OpeningTests: WindowTestCase {
  private let others = ["/nowhere/a.pdf", "/nowhere/b.pdf"].map { URL(fileURLWithPath: $0) }

  func testFilesNeverTakeThePlaceOfADocument() throws {
    try withDocument { window in
      var opened: [URL] = []
      window.commands.openWindow = { opened.append($0) }
      draw(window)
      let file = window.session.file
      window.commands.take(others, at: nil)
      XCTAssertEqual(opened, others)
      XCTAssertEqual(window.session.file, file)
      XCTAssertTrue(window.session.status.hasUnsavedChanges)
    }
  }

  func testTheFirstOfSeveralFilesIsOpenedHere() throws {
    let file = try XCTUnwrap(sampleFile())
    withWindow(emptySession()) { window in
      var opened: [URL] = []
      window.commands.openWindow = { opened.append($0) }
      window.commands.take([file] + others, at: nil)
      XCTAssertEqual(opened, others)
      wait(for: "document") { window.pages.visibleName == "document" }
      XCTAssertEqual(window.session.file, file)
    }
  }

  func testAfterAFileThatCannotBeOpenedAnotherIsOpenedHere() throws {
    let file = try XCTUnwrap(sampleFile())
    withWindow(emptySession()) { window in
      window.commands.openWindow = { _ in XCTFail("It needs no window of its own.") }
      window.commands.take([others[0]], at: nil)
      wait(for: "explanation") { window.pages.visibleName == "failed" }
      window.commands.take([file], at: nil)
      wait(for: "document") { window.pages.visibleName == "document" }
    }
  }

  func testAWindowKnowsItsFile() throws {
    try withDocument { window in
      let file = try XCTUnwrap(window.session.file)
      XCTAssertTrue(window.shows(file))
      let detour = file.deletingLastPathComponent().appending(path: "x/../\(file.lastPathComponent)")
      XCTAssertTrue(window.shows(detour))
      XCTAssertFalse(window.shows(others[0]))
    }
  }

  private func sampleFile() throws -> URL? {
    let session = try sampleSession()
    wait(for: "sample") { session.file != nil }
    return session.file
  }
}

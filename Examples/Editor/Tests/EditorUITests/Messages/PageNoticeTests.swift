import EditorDriver
import EditorTestSupport
import Foundation
import GTKKit
import PostilViewer
import XCTest

@testable import EditorUI

@preconcurrency @MainActor
final class PageNoticeTests: WindowTestCase {
  func testAPageThatCannotBeShownSaysWhy() throws {
    // Poppler takes no page that is not an object of its own.
    let text = """
      %PDF-1.7
      1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
      2 0 obj<</Type/Pages/Count 1/Kids[<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<<>>>>]>>endobj
      trailer<</Root 1 0 R/Size 3>>
      startxref
      0
      %%EOF
      """
    let folder = try TemporaryFolder.make()
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "direct.pdf")
    try Data(text.utf8).write(to: file)
    let session = emptySession()
    session.open(file)
    withWindow(session) { window in
      wait(for: "notice") { window.document.notice.isVisible }
      XCTAssertTrue(window.document.notice.content.title.text.contains("direct.pdf"))
      let buttons = WidgetNames.all(in: window.document.notice)
      XCTAssertEqual(buttons.map(\.name), ["message.tryAgain"])
      (buttons.first?.widget as? Button)?.press()
      wait(for: "second time") { session.pageDisplay.isComplete && window.document.notice.isVisible }
    }
    try withDocument { window in XCTAssertFalse(window.document.notice.isVisible) }
  }
}

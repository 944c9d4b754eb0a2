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
    // Letters that are drawn with letters of the same font crash or hang what draws the page.
    let text = """
      %PDF-1.7
      1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
      2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
      3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 5 0 R/Resources<</Font<</F 4 0 R>>>>>>endobj
      4 0 obj<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[1]
      /Encoding<</Differences[97/a]>>/CharProcs<</a 5 0 R>>/Resources<</Font<</F 4 0 R>>>>>>endobj
      5 0 obj<</Length 27>>stream
      BT /F 9 Tf 9 9 Td (a) Tj ET
      endstream endobj
      trailer<</Root 1 0 R/Size 6>>
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

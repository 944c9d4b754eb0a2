import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// What is said in place of a page that cannot be shown.
@MainActor @Suite struct PageMessageTests {
  /// Two pages, of which the second has a font that shows itself: poppler crashes or hangs at it.
  private static var document: Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>")
    builder.add("<</Type/Pages/Count 2/MediaBox[0 0 200 100]/Kids[3 0 R 4 0 R]>>")
    builder.add("<</Type/Page/Parent 2 0 R/Resources<<>>>>")
    builder.add("<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F 6 0 R>>>>>>")
    builder.addStream("BT /F 50 Tf 20 40 Td (aa) Tj ET")
    builder.add(
      "<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 97"
        + "/Widths[1000]/Encoding<</Differences[97/a]>>/CharProcs<</a 7 0 R>>/Resources<</Font<</G 6 0 R>>>>>>"
    )
    builder.addStream("1000 0 0 0 1000 1000 d1 BT /G 500 Tf (a) Tj ET")
    return builder.data()
  }

  @Test func aPageThatCannotBeShownIsToldOf() async throws {
    let viewer = try Viewer()
    let file = try viewer.folder.file("font.pdf", Self.document)
    let session = viewer.session
    session.open(file)
    await viewer.isOpened(session)
    await wait(
      until: { session.pageDisplay.isComplete && !session.pageDisplay.pictures(of: viewer.page).isEmpty },
      "page 1")
    #expect(session.pageMessage == nil)

    session.viewport.go(to: 1)
    await wait(until: { session.pageMessage != nil }, "nothing is said")
    let message = try #require(session.pageMessage)
    #expect(message.activity == .showing)
    #expect(message.title.contains("font.pdf"))
    #expect(message.actions.first == .tryAgain)

    await wait(until: { session.pageDisplay.isComplete }, "page 2")
    session.pageDisplay.tryAgain()
    #expect(!session.pageDisplay.isComplete)
    await wait(until: { session.pageDisplay.isComplete }, "it is not tried again")
    #expect(session.pageMessage != nil)

    session.viewport.go(to: 0)
    #expect(session.pageMessage == nil)
  }
}

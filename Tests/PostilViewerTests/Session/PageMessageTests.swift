import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// What is said in place of a page that cannot be shown.
@MainActor @Suite struct PageMessageTests {
  /// Poppler takes no page that is not an object of its own, as the second of these.
  private static let document = """
    %PDF-1.7
    1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
    2 0 obj<</Type/Pages/Count 2/MediaBox[0 0 200 100]/Kids[
      3 0 R <</Type/Page/Parent 2 0 R/Resources<<>>>>]>>endobj
    3 0 obj<</Type/Page/Parent 2 0 R/Resources<<>>>>endobj
    trailer<</Root 1 0 R/Size 4>>
    startxref
    0
    %%EOF
    """

  @Test func aPageThatCannotBeShownIsToldOf() async throws {
    let viewer = try Viewer()
    let file = try viewer.folder.file("direct.pdf", Data(Self.document.utf8))
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
    #expect(message.title.contains("direct.pdf"))
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

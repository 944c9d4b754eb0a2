import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// The comments of a document of five pages.
@MainActor @Suite struct CommentListTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }
  private var comments: CommentList { session.comments }

  init() async throws {
    viewer = try Viewer()
    await viewer.open()
    await viewer.session.idle()
    let document = try #require(session.document)
    let (first, third) = (document.pageIDs[0], document.pageIDs[2])
    try document.add(
      [
        Annotation(.note(at: PagePoint(x: 50, y: 100)), contents: "Below", author: "Ada", id: "below"),
        Annotation(.note(at: PagePoint(x: 50, y: 400)), contents: "Above", author: "Grace", id: "above"),
        Annotation(.link(PageRect(x: 0, y: 0, width: 9, height: 9), to: .uri("https://example.org"))),
      ], to: first)
    try document.add(
      Annotation(.rectangle(PageRect(x: 10, y: 10, width: 50, height: 50)), contents: "Größe", id: "box"),
      to: third)
    try document.reply(to: "below", on: first, with: "An answer", author: "Edith")
    await session.idle()
  }

  private func listed(_ ids: [AnnotationID]) async {
    await wait(until: { comments.comments.map(\.annotation.id) == ids }, "\(ids) are not listed")
  }

  @Test func theyAreListedPageByPageFromTopToBottom() async throws {
    #expect(comments.comments.isEmpty, "nothing is read before it is asked for")
    comments.isActive = true
    await listed(["above", "below", "box"])
    #expect(comments.count == 3 && comments.comments[1].thread.replies.map(\.contents) == ["An answer"])
    #expect(comments.authors == ["Ada", "Edith", "Grace"] && comments.kinds == [.note, .rectangle])
    await wait(until: { !comments.isReading }, "reading does not end")
  }

  @Test func filtersChoose() async throws {
    comments.isActive = true
    await listed(["above", "below", "box"])
    comments.filter.text = "grÖß"
    await listed(["box"])
    comments.filter.text = " answer "
    await listed(["below"])
    comments.filter = CommentList.Filter()
    comments.filter.kind = .rectangle
    await listed(["box"])
    comments.filter = CommentList.Filter()
    comments.filter.author = "Edith"
    await listed(["below"])
    comments.filter = CommentList.Filter()
    comments.filter.page = session.pages[2]
    await listed(["box"])
    #expect(comments.count == 3)
    comments.filter.author = "Nobody"
    await listed([])
  }

  @Test func theyFollowTheDocument() async throws {
    comments.isActive = true
    await listed(["above", "below", "box"])
    session.movePages([session.pages[2]], to: 0)
    await listed(["box", "above", "below"])
    try session.document?.remove("above", from: session.pages[1])
    await listed(["box", "below"])
    session.undo()
    await listed(["box", "above", "below"])
    session.close()
    #expect(comments.comments.isEmpty && comments.authors.isEmpty)
  }

  /// The pages of the next document have the same ids.
  @Test func thoseOfAClosedDocumentAreNotListedInTheNext() async throws {
    comments.isActive = true
    await listed(["above", "below", "box"])
    session.close()
    await viewer.open()
    await wait(until: { !comments.isReading }, "reading does not end")
    #expect(comments.comments.isEmpty && comments.count == 0)
  }

  @Test func whatWasEditedWhileNothingIsListedIsReadAgain() async throws {
    comments.isActive = true
    await listed(["above", "below", "box"])
    comments.isActive = false
    try session.document?.remove("above", from: session.pages[0])
    await session.idle()
    comments.isActive = true
    await listed(["below", "box"])
  }

  @Test func oneGoesThereAnswersAndRemoves() async throws {
    comments.isActive = true
    await listed(["above", "below", "box"])
    comments.show(comments.comments[2])
    #expect(session.viewport.currentIndex == 2 && session.selection.ids == ["box"])
    session.author = "Ada"
    comments.reply(to: comments.comments[2], "  ")
    comments.reply(to: comments.comments[2], "So be it")
    await wait(until: { comments.comments.last?.thread.replies.first?.contents == "So be it" }, "no answer")
    #expect(comments.comments.last?.thread.replies.first?.author == "Ada")
    comments.setState(.accepted, of: comments.comments[2])
    await wait(until: { comments.comments.last?.thread.states()["Ada"] == .accepted }, "no state")
    comments.remove(comments.comments[2])
    await listed(["above", "below"])
    #expect(try session.document?.page(session.pages[2]).annotations.isEmpty == true)
  }
}

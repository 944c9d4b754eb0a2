import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// What a program changes in the document itself.
@MainActor @Suite struct ViewerFollowingTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }

  init() async throws {
    viewer = try Viewer()
    await viewer.open()
  }

  @Test func whatOthersChangeInTheDocumentIsFollowed() async throws {
    let document = try #require(session.document)
    try document.movePages([document.pageIDs[4]], to: 0)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    await wait(
      until: { session.pages.first?.number == 5 && session.status.canUndo }, "the move is not seen")
    await wait(
      until: { session.viewport.size(of: PageID(number: 5))?.width == 500 }, "the turn is not seen")
  }

  @Test func aPageThatWasOtherwiseForAMomentIsDrawnAnew() async throws {
    await wait(until: { session.pageDisplay.isComplete }, "the page is not shown")
    let documentActor = try #require(session.editor.documentActor)
    let page = viewer.page
    let passed = await documentActor.perform { try $0.document.apply(.rotatePages([page], by: .clockwise90)) }
    let present = await documentActor.perform { try $0.document.undo() }
    session.editor.apply(present.snapshot)
    #expect(!session.pageDisplay.isComplete)
    await wait(until: { session.pageDisplay.isComplete }, "the page is not shown")
    session.editor.apply(passed.snapshot)
    #expect(session.transform(of: page)?.rotation == PageRotation.none)
  }

  @Test func whatWasDrawnOfAnEditThatWasTakenBackGoes() async throws {
    await wait(until: { session.pageDisplay.isComplete }, "the page is not shown")
    // Nobody tells the session of each change.
    for watch in session.editor.watches { watch.cancel() }
    let (document, page) = (try #require(session.document), viewer.page)
    let (before, count) = (session.pageDisplay.pictures(of: page), session.editor.pageVersions.count)
    try document.add(Annotation(.rectangle(PageRect(x: 50, y: 50, width: 300, height: 400))), to: page)
    session.pageDisplay.refresh([page])
    await wait(until: { session.pageDisplay.isComplete }, "the page is not shown")
    #expect(session.pageDisplay.pictures(of: page).dropFirst().map(\.id) != before.dropFirst().map(\.id))
    try document.undo()
    let snapshot = try #require(await session.editor.documentActor?.snapshot())
    session.editor.apply(snapshot)
    await wait(until: { session.pageDisplay.isComplete }, "the page is not shown")
    let after = session.pageDisplay.pictures(of: page)
    #expect(after.count == before.count && session.editor.pageVersions.count == count + 1)
    for picture in after.dropFirst() {
      let old = try #require(before.dropFirst().first { $0.frame == picture.frame })
      #expect(picture.image.hasSamePixels(as: old.image))
    }
  }

  @Test func pagesThatAreMerelyReadAreNotDrawnAnew() async throws {
    await wait(until: { session.pageDisplay.isComplete }, "the page is not shown")
    viewer.draw(.line, (50, 100), (250, 100))
    #expect(await session.done())
    await viewer.open()
    await wait(until: { session.pageDisplay.isComplete }, "the page is not shown")
    #expect(try await viewer.annotations().count == 1)
    let snapshot = try #require(await session.editor.documentActor?.snapshot())
    session.editor.apply(snapshot)
    #expect(session.pageDisplay.isComplete)
  }
}

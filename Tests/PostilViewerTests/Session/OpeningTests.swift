import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Opening files, also those that are none.
@MainActor @Suite struct ViewerOpeningTests {
  private func failure(_ session: ViewerSession) -> ViewerMessage? {
    if case .failed(let message) = session.state { message } else { nil }
  }

  private func isReady(_ session: ViewerSession) -> Bool {
    if case .ready = session.state { true } else { false }
  }

  @Test func aDocumentIsShownFromItsFirstPage() async throws {
    let viewer = try Viewer()
    await viewer.open()
    #expect(isReady(viewer.session))
    #expect(viewer.session.pages.count == 5)
    #expect(viewer.session.viewport.currentIndex == 0)
    #expect(viewer.session.viewport.fit == .page)
    await wait(until: { viewer.session.pageDisplay.isComplete }, "the page is not shown")
    #expect(viewer.session.pageDisplay.pictures(of: viewer.page).count > 1)
  }

  @Test func pagesBelowOneAnotherAreAsWideAsTheWindow() async throws {
    let viewer = try Viewer()
    viewer.session.viewport.displayMode = .singlePageContinuous
    await viewer.open()
    #expect(viewer.session.viewport.fit == .width)
    #expect(abs(viewer.session.viewport.zoom * 400 - (800 - 2 * PageViewport.gap)) < 0.001)
    viewer.session.viewport.fit(.page)
    #expect(await viewer.session.done())
    let again = Viewer.session(in: viewer.folder)
    again.viewport.displayMode = .singlePageContinuous
    again.open(viewer.file)
    await viewer.isOpened(again)
    #expect(again.viewport.fit == .page)
  }

  @Test func sizesOfAllPagesBecomeKnown() async throws {
    var document = Viewer.document(pageCount: 600)
    document.pages[599].mediaBox = [0, 0, 300, 100]
    let viewer = try Viewer(document)
    await viewer.open()
    let last = try #require(viewer.session.pages.last)
    await wait(
      until: { viewer.session.viewport.size(of: last) == ViewSize(width: 300, height: 100) },
      "the size of the last page is not learnt")
  }

  @Test(arguments: [Data(), Data("no document".utf8), Data("%PDF-1.7\n%%EOF".utf8)])
  func aFileThatIsNoDocumentIsTold(_ data: Data) async throws {
    let viewer = try Viewer()
    let file = try viewer.folder.file("letter.pdf", data)
    viewer.session.open(file)
    await viewer.isOpened(viewer.session)
    let message = try #require(failure(viewer.session))
    #expect((message.title + message.advice).contains("letter.pdf"))
    // Another file can be opened then.
    await viewer.open()
    #expect(isReady(viewer.session))
  }

  @Test func aFileThatCouldNotBeOpenedIsTriedAgainOrLeft() async throws {
    let viewer = try Viewer()
    let (session, file) = (viewer.session, viewer.folder.url.appendingPathComponent("later.pdf"))
    session.open(file)
    await viewer.isOpened(session)
    #expect(failure(session)?.actions.contains(.tryAgain) == true)
    try FileManager.default.copyItem(at: viewer.file, to: file)
    #expect(session.perform(.tryAgain))
    await viewer.isOpened(session)
    #expect(isReady(session) && session.file == file)
    session.open(viewer.folder.url.appendingPathComponent("missing.pdf"))
    await viewer.isOpened(session)
    #expect(session.perform(.dismiss))
    #expect(failure(session) == nil && !isReady(session))
  }

  @Test func aMissingFileIsTold() async throws {
    let viewer = try Viewer()
    viewer.session.open(viewer.folder.url.appendingPathComponent("missing.pdf"))
    await viewer.isOpened(viewer.session)
    #expect(failure(viewer.session)?.code == .fileNotFound)
  }

  @Test func passwordsAreAskedForUntilOneFits() async throws {
    let viewer = try Viewer()
    let encrypted = viewer.folder.url.appendingPathComponent("secret.pdf")
    let document = try PDFDocument.openAndWait(viewer.file)
    try document.saveAndWait(
      to: encrypted,
      SaveOptions.rewrite(RewriteOptions(encryption: .aes256(userPassword: "open", ownerPassword: "own"))))
    let session = Viewer.session(in: viewer.folder)
    session.open(encrypted)
    await viewer.isOpened(session)
    #expect(session.state == .passwordNeeded(fileName: "secret.pdf", refusals: 0))
    for refusals in 1...2 {
      session.submit(password: "wrong")
      await viewer.isOpened(session)
      #expect(session.state == .passwordNeeded(fileName: "secret.pdf", refusals: refusals))
    }
    session.submit(password: "open")
    await viewer.isOpened(session)
    #expect(isReady(session) && session.pages.count == 5)
  }

  @Test func openingCanBeGivenUp() async throws {
    let viewer = try Viewer()
    viewer.session.open(viewer.file)
    viewer.session.cancelOpening()
    await viewer.session.idle()
    try await Task.sleep(for: .milliseconds(20))
    #expect(viewer.session.document == nil)
    if case .empty = viewer.session.state {} else { Issue.record("the session is not empty") }
  }
}

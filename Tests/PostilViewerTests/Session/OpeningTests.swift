import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Opening files, also those that are none, and coming back to where one was.
@MainActor @Suite struct ViewerOpeningTests {
  private func failure(_ session: ViewerSession) -> ViewerMessage? {
    if case .failed(let message) = session.state { message } else { nil }
  }

  private func prompt(_ session: ViewerSession) -> PasswordPrompt? {
    if case .passwordNeeded(let prompt) = session.state { prompt } else { nil }
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
    await wait(until: { viewer.session.board.isComplete }, "the page is not shown")
    #expect(viewer.session.board.pictures(of: viewer.page).count > 1)
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

  @Test func whatAPositionLeavesOpenIsAsOnFirstOpening() {
    let position = ReadingPosition(pageIndex: 2)
    #expect(position.place(in: .singlePage).fit == .page)
    #expect(position.place(in: .singlePageContinuous).fit == .width)
    #expect(position.place(in: .singlePageContinuous).displayMode == .singlePageContinuous)
  }

  @Test func aPlaceBesideANarrowPageComesBack() async throws {
    var document = Viewer.document()
    document.pages[2].mediaBox = [0, 0, 4000, 500]
    let viewer = try Viewer(document)
    viewer.session.viewport.displayMode = .singlePageContinuous
    await viewer.open()
    await wait(until: { viewer.session.transforms.count == 5 }, "the pages are not measured")
    viewer.session.viewport.zoom(to: 1.25)
    // All the way to the left, with the gap below the first page in the middle.
    viewer.session.viewport.pan(dx: 9000, dy: 9000)
    viewer.session.viewport.pan(dx: 0, dy: -140)
    let (place, frame) = (viewer.session.viewport.position, viewer.session.viewport.frame(of: viewer.page))
    #expect(place.x < -1 && place.y > 1)
    #expect(await viewer.session.done())
    let again = Viewer.session(in: viewer.folder)
    again.open(viewer.file)
    await viewer.isOpened(again)
    await wait(until: { again.transforms.count == 5 }, "the pages are not measured")
    #expect(again.viewport.position == place)
    #expect(again.viewport.frame(of: again.pages[0]) == frame)
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

  @Test func whereOneIsIsOnTheDiskOnceAllIsSettled() async throws {
    let viewer = try Viewer()
    await viewer.open()
    viewer.session.viewport.go(to: 3)
    await viewer.session.settled()
    let positions = try #require(viewer.session.positions)
    let again = ReadingPositions(
      folders: ViewerFolders(
        configuration: viewer.folder.url, state: positions.url.deletingLastPathComponent()))
    #expect(await again.position(in: viewer.file)?.pageIndex == 3)
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
    let document = try PDFDocument(url: viewer.file)
    try document.save(
      to: encrypted,
      SaveOptions(strategy: .rewrite, encryption: .aes256(userPassword: "open", ownerPassword: "own")))
    let session = Viewer.session(in: viewer.folder)
    session.open(encrypted)
    await viewer.isOpened(session)
    #expect(prompt(session) == PasswordPrompt(fileName: "secret.pdf", refusals: 0))
    for refusals in 1...2 {
      session.submit(password: "wrong")
      await viewer.isOpened(session)
      #expect(prompt(session) == PasswordPrompt(fileName: "secret.pdf", refusals: refusals))
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

  @Test func pageZoomAndToolComeBack() async throws {
    let viewer = try Viewer()
    await viewer.open()
    viewer.session.viewport.go(to: 3)
    viewer.session.viewport.zoom(to: 2.5)
    viewer.session.palette.selection = .ellipse
    #expect(await viewer.session.done())
    let again = Viewer.session(in: viewer.folder)
    again.open(viewer.file)
    await viewer.isOpened(again)
    #expect(again.viewport.currentIndex == 3)
    #expect(abs(again.viewport.zoom - 2.5) < 0.001)
    #expect(again.palette.selection == .ellipse)
  }

  @Test func thePositionWaitsForAWindow() async throws {
    let viewer = try Viewer()
    await viewer.open()
    viewer.session.viewport.go(to: 2)
    #expect(await viewer.session.done())
    let again = Viewer.session(in: viewer.folder)
    again.viewport.resize(to: .zero, pixelRatio: 1)
    again.open(viewer.file)
    await viewer.isOpened(again)
    again.viewport.resize(to: ViewSize(width: 360, height: 640), pixelRatio: 2)
    #expect(again.viewport.currentIndex == 2)
  }

  @Test func stylesComeBack() async throws {
    let viewer = try Viewer()
    var style = viewer.session.palette.style(for: .line)
    style.lineWidth = 7.5
    style.color = Color(red: 0, green: 0.5, blue: 1)
    viewer.session.palette.setStyle(style, for: .line)
    await viewer.session.settled()
    let again = Viewer.session(in: viewer.folder)
    await wait(until: { again.palette.style(for: .line).lineWidth == 7.5 }, "the style does not come back")
  }
}

import Foundation
import Observation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// What is asked for while something else is still being done.
@MainActor @Suite struct ViewerOrderTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }

  init() async throws {
    viewer = try Viewer()
    await viewer.open()
  }

  private func annotationCount(_ file: URL) throws -> Int {
    try PDFDocument.openAndWait(file).page(at: 0).annotations.count
  }

  /// Does something as soon as a save was asked for, before it can be done.
  private func whenSaving(_ body: @escaping @MainActor @Sendable () -> Void) {
    let session = session
    withObservationTracking {
      _ = session.isSaving
    } onChange: {
      MainActor.assumeIsolated {
        session.editor.enqueue(.editing, { _ in }) { _ in body() }
      }
    }
  }

  @Test func anEditThatIsStillBeingMadeIsNotLostToAnotherFile() async throws {
    let other = try viewer.folder.file("other.pdf", Viewer.document().data)
    viewer.draw(.line, (50, 100), (250, 100))
    session.open(other)
    #expect(session.message?.code == .unsavedChanges)
    #expect(try await viewer.annotations().count == 1)
    #expect(session.file == viewer.file)
  }

  @Test func aDocumentThatIsClosedWhileItIsSavedIsNotBeingSavedForEver() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    session.save()
    session.close()
    #expect(!session.isSaving)
    await viewer.open()
    let other = try viewer.folder.file("other.pdf", Viewer.document().data)
    session.open(other)
    #expect(session.message == nil)
    await viewer.isOpened(session)
    #expect(session.file == other)
  }

  @Test func savingLastsUntilTheLastSaveIsDone() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    var between: Bool?
    session.save()
    session.editor.enqueue(.editing, { _ in }) { _ in between = session.isSaving }
    session.save()
    await session.idle()
    #expect(between == true)
    #expect(!session.isSaving)
  }

  @Test func aFileIsOpenedAgainAsItWasSavedBefore() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    session.save()
    session.reload()
    await viewer.isOpened(session)
    #expect(try await viewer.annotations().count == 1)
  }

  @Test func whatIsDrawnWhileDoneSavesIsSavedToo() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    whenSaving { [viewer, session] in
      viewer.draw(.line, (50, 200), (250, 200))
      session.palette.selection = .line
      session.drawing.begin(at: PenPoint(x: 300, y: 300))
      session.drawing.move(to: PenPoint(x: 400, y: 400))
    }
    #expect(await session.done())
    #expect(try annotationCount(viewer.file) == 3)
  }

  @Test func doneTwiceAtOnceClosesOnce() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    let both = [Task { await session.done() }, Task { await session.done() }]
    for done in both { #expect(await done.value) }
    #expect(try annotationCount(viewer.file) == 1)
    #expect(session.document == nil)
  }

  @Test func doneDoesNotSaveTheDocumentThatCameAfter() async throws {
    let other = try viewer.folder.file("other.pdf", Viewer.document().data)
    let before = try Data(contentsOf: other)
    session.editor.enqueue(.editing) { _ in usleep(20_000) }
    let done = Task { await session.done() }
    await Task.yield()
    session.close()
    session.open(other)
    await viewer.isOpened(session)
    viewer.draw(.line, (50, 100), (250, 100))
    #expect(await done.value)
    #expect(try Data(contentsOf: other) == before)
    #expect(session.file == other)
    #expect(try await viewer.annotations().count == 1)
  }

  @Test func doneGivesUpWhatIsBeingOpened() async throws {
    let session = Viewer.session(in: viewer.folder)
    session.open(viewer.file)
    #expect(await session.done())
    guard case .empty = session.state else {
      Issue.record("the file is still being opened")
      return
    }
  }

  @Test func idleWaitsForTheFileThatIsBeingOpened() async throws {
    let session = Viewer.session(in: viewer.folder)
    session.open(viewer.file)
    await session.idle()
    #expect(session.pages.count == 5)
  }

  @Test func theFileThatWasAskedForLastIsOpened() async throws {
    let other = try viewer.folder.file("other.pdf", Viewer.document(pageCount: 2).data)
    let session = Viewer.session(in: viewer.folder)
    for _ in 0..<5 {
      session.open(viewer.file)
      session.open(other)
    }
    await session.idle()
    try await Task.sleep(for: .milliseconds(20))
    #expect(session.file == other && session.pages.count == 2)
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Documents that a program left with unsaved edits.
@MainActor @Suite struct RecoveringTests {
  /// A viewer of a file that another program edited and did not save.
  private func viewer() throws -> Viewer {
    let viewer = try Viewer()
    let document = try PDFDocument.openAndWait(
      viewer.file,
      options: OpenOptions(journalFolder: viewer.folder.url.appendingPathComponent("journal")))
    try document.rotatePages([document.pageIDs[0], document.pageIDs[1]], by: .clockwise90)
    try document.rotatePages([document.pageIDs[1]], by: .clockwise90)
    return viewer
  }

  private func offer(
    _ session: ViewerSession
  ) -> (fileName: String, stepCount: Int, date: Date)? {
    if case .recoveryOffered(let name, let count, let date, _) = session.state {
      (name, count, date)
    } else {
      nil
    }
  }

  private func journals(_ viewer: Viewer) -> [String] {
    let folder = viewer.folder.url.appendingPathComponent("journal")
    return (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  }

  @Test func whatWasNotSavedIsOfferedAndRecovered() async throws {
    let viewer = try viewer()
    await viewer.open()
    let offered = try #require(offer(viewer.session))
    #expect(offered.stepCount == 2 && offered.fileName == viewer.file.lastPathComponent)
    viewer.session.submit(.recover)
    await viewer.isOpened(viewer.session)
    #expect(viewer.session.state == .ready && viewer.session.status.hasUnsavedChanges)
    #expect(viewer.session.status.undoName == "Rotate")
    #expect(await viewer.session.done())
    let saved = try PDFDocument.openAndWait(viewer.file)
    #expect(try saved.page(at: 1).rotation == .clockwise180)
    await wait(until: { journals(viewer).isEmpty }, "the journal stays")
  }

  @Test func whatBelongsToAnEarlierFileIsOfferedAndSavedToAnother() async throws {
    let viewer = try viewer()
    let changed = try PDFDocument.openAndWait(viewer.file)
    try changed.rotatePages([changed.pageIDs[0]], by: .clockwise270)
    try changed.saveAndWait()
    let bytes = try Data(contentsOf: viewer.file)
    await viewer.open()
    guard case .recoveryOffered(_, _, _, let isFileChanged) = viewer.session.state else {
      Issue.record("nothing is offered: \(viewer.session.state)")
      return
    }
    #expect(isFileChanged)
    viewer.session.submit(.recover)
    await viewer.isOpened(viewer.session)
    #expect(await !viewer.session.done())
    let message = try #require(viewer.session.message)
    #expect(message.actions.contains(.saveElsewhere))
    #expect(try Data(contentsOf: viewer.file) == bytes)
    let other = viewer.folder.url.appendingPathComponent("other.pdf")
    viewer.session.save(to: other)
    await viewer.session.idle()
    #expect(try PDFDocument.openAndWait(other).page(at: 1).rotation == .clockwise180)
    #expect(viewer.session.file == other && !viewer.session.status.hasUnsavedChanges)
  }

  @Test func aDocumentWithoutPagesIsAMessage() async throws {
    let viewer = try Viewer()
    let empty = try viewer.folder.file("empty.pdf", PageDocument(pageCount: 0).data)
    viewer.session.open(empty)
    await viewer.session.idle()
    guard case .failed(let message) = viewer.session.state else {
      Issue.record("it was opened: \(viewer.session.state)")
      return
    }
    #expect(message.code == .pageOutOfRange && message.title.contains("has no pages"))
  }

  @Test func whatIsPostponedIsOfferedAgain() async throws {
    let viewer = try viewer()
    await viewer.open()
    viewer.session.submit(.postpone)
    await viewer.isOpened(viewer.session)
    #expect(viewer.session.state == .ready && !viewer.session.status.hasUnsavedChanges)
    viewer.session.close()
    await viewer.open()
    #expect(offer(viewer.session) != nil)
    viewer.session.cancelOpening()
    #expect(viewer.session.state == .empty && journals(viewer).count == 1)
  }

  @Test func whatIsDiscardedIsGone() async throws {
    let viewer = try viewer()
    await viewer.open()
    viewer.session.submit(.discard)
    await viewer.isOpened(viewer.session)
    #expect(viewer.session.state == .ready && journals(viewer).isEmpty)
  }

  @Test func whatIsClosedWithoutSavingIsNotOffered() async throws {
    let viewer = try viewer()
    await viewer.open()
    viewer.session.submit(.recover)
    await viewer.isOpened(viewer.session)
    viewer.session.close()
    await wait(until: { journals(viewer).isEmpty }, "the journal stays")
    await viewer.open()
    #expect(viewer.session.state == .ready)
  }

  @Test func aJournalThatCannotBeWrittenIsToldOnce() async throws {
    let viewer = try Viewer()
    // A file is where the folder would be.
    try Data().write(to: viewer.folder.url.appendingPathComponent("journal"))
    await viewer.open()
    viewer.session.rotatePage()
    await viewer.session.idle()
    // It is written in the background; the next edit tells of it at the latest.
    viewer.session.rotatePage()
    await viewer.session.idle()
    let message = try #require(viewer.session.message)
    #expect(message.activity == .journaling && message.code == .cannotWrite && message.actions == [.dismiss])
    viewer.session.perform(.dismiss)
    viewer.session.rotatePage()
    await viewer.session.idle()
    #expect(viewer.session.message == nil)
    // Nothing else is affected.
    #expect(await viewer.session.done())
    #expect(try PDFDocument.openAndWait(viewer.file).page(at: 0).rotation == .clockwise270)
  }
}

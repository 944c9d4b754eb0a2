import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Saving and closing, also when that fails.
@MainActor @Suite struct ViewerSavingTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }

  init() async throws {
    viewer = try Viewer()
    await viewer.open()
  }

  private var overwriting: SaveOptions {
    var options = SaveOptions()
    options.allowsOverwritingChangedFile = true
    return options
  }

  @Test func doneSavesAndCloses() async throws {
    let original = try Data(contentsOf: viewer.file)
    viewer.draw(.line, (50, 100), (250, 100))
    #expect(await session.done())
    let saved = try Data(contentsOf: viewer.file)
    #expect(saved.starts(with: original) && saved.count > original.count)
    #expect(try PDFDocument.openAndWait(viewer.file).page(at: 0).annotations.count == 1)
    guard case .empty = session.state else {
      Issue.record("the session is not empty")
      return
    }
  }

  @Test func doneWritesNothingIfThereIsNothingToSave() async throws {
    let before = try viewer.file.resourceValues(forKeys: [.contentModificationDateKey])
      .contentModificationDate
    let original = try Data(contentsOf: viewer.file)
    viewer.draw(.line, (50, 100), (250, 100))
    session.undo()
    #expect(await session.done())
    #expect(try Data(contentsOf: viewer.file) == original)
    let url = URL(fileURLWithPath: viewer.file.path)
    let after = try url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
    #expect(after == before)
  }

  @Test func aDrawingInProgressIsSavedToo() async throws {
    session.palette.selection = .line
    session.drawing.begin(at: PenPoint(x: 300, y: 300))
    session.drawing.move(to: PenPoint(x: 400, y: 400))
    #expect(await session.done())
    #expect(try PDFDocument.openAndWait(viewer.file).page(at: 0).annotations.count == 1)
  }

  @Test func aFileThatWasDeletedCanBeSavedElsewhere() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    await session.idle()
    try FileManager.default.removeItem(at: viewer.file)
    #expect(await session.done() == false)
    let message = try #require(session.message)
    #expect(message.actions.contains(.saveElsewhere))
    #expect(session.status.hasUnsavedChanges && session.document != nil)
    let other = viewer.folder.url.appendingPathComponent("other.pdf")
    session.save(to: other)
    await session.idle()
    #expect(session.message == nil)
    #expect(session.file == other)
    #expect(try PDFDocument.openAndWait(other).page(at: 0).annotations.count == 1)
  }

  @Test func aFileThatWasDeletedCanBePutBack() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    await session.idle()
    try FileManager.default.removeItem(at: viewer.file)
    session.save()
    await session.idle()
    #expect(session.message?.code == .fileNotFound)
    session.save(options: overwriting)
    await session.idle()
    #expect(session.message == nil)
    #expect(try PDFDocument.openAndWait(viewer.file).page(at: 0).annotations.count == 1)
  }

  @Test func aFileThatIsDeletedOrChangedIsToldAtOnce() async throws {
    let data = try Data(contentsOf: viewer.file)
    let session = Viewer.session(in: viewer.folder, fileCheckInterval: .milliseconds(5))
    session.open(viewer.file)
    await viewer.isOpened(session)
    try FileManager.default.removeItem(at: viewer.file)
    await wait(until: { session.message?.code == .fileNotFound }, "the deletion is not told")
    session.message = nil
    try data.write(to: viewer.file)
    try await Task.sleep(for: .milliseconds(50))
    try (data + Data("%".utf8)).write(to: viewer.file)
    await wait(until: { session.message?.code == .fileChanged }, "the change is not told")
  }

  @Test func itsOwnSavesAreNotToldAsChanges() async throws {
    let session = Viewer.session(in: viewer.folder, fileCheckInterval: .milliseconds(1))
    session.open(viewer.file)
    await viewer.isOpened(session)
    session.rotatePage()
    session.save()
    await session.idle()
    try await Task.sleep(for: .milliseconds(250))
    #expect(session.message == nil && !session.status.hasUnsavedChanges)
  }

  @Test func aFileThatAnotherProgramChangedIsNotOverwrittenUnasked() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    await session.idle()
    var changed = try Data(contentsOf: viewer.file)
    changed.append(Data("% changed\n".utf8))
    try changed.write(to: viewer.file)
    #expect(await session.done() == false)
    #expect(try Data(contentsOf: viewer.file) == changed)
    let message = try #require(session.message)
    #expect(message.actions.contains(.saveElsewhere) && message.actions.contains(.overwrite))
    session.save(options: overwriting)
    await session.idle()
    #expect(session.message == nil && !session.status.hasUnsavedChanges)
    #expect(try PDFDocument.openAndWait(viewer.file).page(at: 0).annotations.count == 1)
  }

  @Test func aFolderThatCannotBeWrittenToLosesNothing() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    let nowhere = viewer.folder.url.appendingPathComponent("missing/other.pdf")
    session.save(to: nowhere)
    await session.idle()
    #expect(session.message?.actions.contains(.saveElsewhere) == true)
    #expect(session.file == viewer.file)
    #expect(try await viewer.annotations().count == 1)
    session.save()
    await session.idle()
    #expect(session.message == nil && !session.status.hasUnsavedChanges)
  }

  @Test func savingIsToldWhileItLasts() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    session.save()
    #expect(session.isSaving)
    // Drawing goes on meanwhile, and is in the next save.
    viewer.draw(.line, (50, 200), (250, 200))
    await session.idle()
    #expect(!session.isSaving)
    #expect(session.status.hasUnsavedChanges)
    #expect(await session.done())
    #expect(try PDFDocument.openAndWait(viewer.file).page(at: 0).annotations.count == 2)
  }

  @Test func anotherFileIsNotOpenedOverUnsavedChanges() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    await session.idle()
    let other = try viewer.folder.file("other.pdf", Viewer.document().data)
    session.open(other)
    #expect(session.message != nil)
    #expect(session.file == viewer.file)
    #expect(try await viewer.annotations().count == 1)
  }
}

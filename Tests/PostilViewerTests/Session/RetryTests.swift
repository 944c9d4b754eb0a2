import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// What the buttons of a message do after a save that failed.
@MainActor @Suite struct ViewerRetryTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }

  init() async throws {
    viewer = try Viewer()
    await viewer.open()
    viewer.draw(.line, (50, 100), (250, 100))
    await viewer.session.idle()
  }

  @Test func tryingAgainSavesWhereItWasToBeSaved() async throws {
    let original = try Data(contentsOf: viewer.file)
    let folder = viewer.folder.url.appendingPathComponent("later")
    let other = folder.appendingPathComponent("other.pdf")
    session.save(to: other)
    await session.idle()
    #expect(session.message?.actions.contains(.tryAgain) == true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    session.perform(.tryAgain)
    await session.idle()
    #expect(session.message == nil)
    #expect(session.file == other)
    #expect(try PDFDocument.openAndWait(other).page(at: 0).annotations.count == 1)
    #expect(try Data(contentsOf: viewer.file) == original)
  }

  @Test func whatWasAllowedBeforeIsStillAllowedWhenSavingIsTriedAgain() async throws {
    let folder = viewer.folder.url.appendingPathComponent("later")
    let other = folder.appendingPathComponent("other.pdf")
    var options = SaveOptions()
    options.allowsOverwritingChangedFile = true
    session.editor.save(to: other, options)
    await session.idle()
    session.perform(.breakSignature)
    await session.idle()
    let failed = try #require(session.editor.failedSave)
    #expect(failed.options.allowsOverwritingChangedFile && failed.options.allowsBreakingSignatures)
    #expect(failed.url == other)
  }

  @Test func aFileThatCameBackIsNotOverwrittenUnasked() async throws {
    try FileManager.default.removeItem(at: viewer.file)
    session.save()
    await session.idle()
    #expect(session.message?.code == .fileNotFound)
    let theirs = Data("what another program wrote".utf8)
    try theirs.write(to: viewer.file)
    session.perform(.tryAgain)
    await session.idle()
    #expect(try Data(contentsOf: viewer.file) == theirs)
    #expect(session.message?.code == .fileChanged)
    session.perform(.overwrite)
    await session.idle()
    #expect(session.message == nil)
    #expect(try PDFDocument.openAndWait(viewer.file).page(at: 0).annotations.count == 1)
  }

  @Test func tryingAgainPutsADeletedFileBack() async throws {
    try FileManager.default.removeItem(at: viewer.file)
    session.save()
    await session.idle()
    session.perform(.tryAgain)
    await session.idle()
    #expect(session.message == nil)
    #expect(try PDFDocument.openAndWait(viewer.file).page(at: 0).annotations.count == 1)
  }
}

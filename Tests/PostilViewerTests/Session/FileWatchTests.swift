import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Other programs at the file.
@Suite struct FileWatchTests {
  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.file("document.pdf", PageDocument(pageCount: 1).data)
  }

  @Test func aFileThatIsReachedThroughALinkIsWatched() async throws {
    let link = folder.url.appendingPathComponent("link.pdf")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    let documentActor = DocumentActor(try PDFDocument.openAndWait(link))
    #expect(await documentActor.fileChange() == nil)
    try (try Data(contentsOf: file) + Data("%".utf8)).write(to: file)
    #expect(await documentActor.fileChange() == .changed)
    try FileManager.default.removeItem(at: file)
    #expect(await documentActor.fileChange() == .deleted)
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(-1)])
  func aPauseOfNothingIsNoWatch(_ interval: Duration) async throws {
    #expect(try await watchCount(interval) == watchCount(nil))
    #expect(try await watchCount(.seconds(1)) == watchCount(nil) + 1)
  }

  @MainActor private func watchCount(_ interval: Duration?) async throws -> Int {
    let viewer = try Viewer(session: Viewer.session(in: folder, fileCheckInterval: interval))
    await viewer.open()
    defer { viewer.session.close() }
    return viewer.session.editor.watches.count
  }

  @Test func pausesAreBroughtIntoRange() {
    var options = ViewerOptions()
    let pauses: [Duration] = [.nanoseconds(1), .milliseconds(100), .seconds(2), .seconds(Int64.max)]
    let heeded = pauses.map { pause in
      options.fileCheckInterval = pause
      return options.fileCheckPause
    }
    #expect(heeded == [.milliseconds(100), .milliseconds(100), .seconds(2), .seconds(86_400)])
  }

  @Test func savesPastTheSessionAreNoChangesOfOthers() async throws {
    let documentActor = DocumentActor(try PDFDocument.openAndWait(file))
    try documentActor.document.rotatePages([documentActor.document.pageIDs[0]], by: .clockwise90)
    try documentActor.document.saveAndWait()
    #expect(await documentActor.fileChange() == nil)
    let data = try Data(contentsOf: file)
    try (data + Data("%".utf8)).write(to: file)
    #expect(await documentActor.fileChange() == .changed)
    let other = folder.url.appendingPathComponent("other.pdf")
    try documentActor.document.saveAndWait(to: other)
    #expect(await documentActor.fileChange() == nil)
    try FileManager.default.removeItem(at: other)
    #expect(await documentActor.fileChange() == .deleted)
  }

  @Test func aFileThatComesBackWithOtherContentIsToldOnce() async throws {
    let documentActor = DocumentActor(try PDFDocument.openAndWait(file))
    let data = try Data(contentsOf: file)
    try FileManager.default.removeItem(at: file)
    #expect(await documentActor.fileChange() == .deleted)
    #expect(await documentActor.fileChange() == nil)
    try (data + Data("%".utf8)).write(to: file)
    #expect(await documentActor.fileChange() == .changed)
    #expect(await documentActor.fileChange() == nil)
  }
}

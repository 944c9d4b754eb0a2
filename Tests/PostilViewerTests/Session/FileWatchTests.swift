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
    let room = DocumentRoom(try PDFDocument(url: link))
    #expect(await room.fileChange() == nil)
    try (try Data(contentsOf: file) + Data("%".utf8)).write(to: file)
    #expect(await room.fileChange() == .changed)
    try FileManager.default.removeItem(at: file)
    #expect(await room.fileChange() == .deleted)
  }

  @Test func aFileThatComesBackWithOtherContentIsToldOnce() async throws {
    let room = DocumentRoom(try PDFDocument(url: file))
    let data = try Data(contentsOf: file)
    try FileManager.default.removeItem(at: file)
    #expect(await room.fileChange() == .deleted)
    #expect(await room.fileChange() == nil)
    try (data + Data("%".utf8)).write(to: file)
    #expect(await room.fileChange() == .changed)
    #expect(await room.fileChange() == nil)
  }
}

import Foundation
import Postil
import Testing

@testable import WebDocument

/// What was not saved when the server was killed is there again when it starts.
@Suite struct JournalTests {
  private static let stroke =
    #"{"type": "draw", "page": 0, "points": [[10, 10], [200, 300]], "width": 2}"#

  /// A copy of the journals as they are at a moment, which is what a program that is killed leaves.
  private static func copy(of folder: URL) throws -> URL {
    let copy = folder.deletingLastPathComponent().appending(path: UUID().uuidString)
    try FileManager.default.copyItem(at: folder, to: copy)
    return copy
  }

  private static func folder(of file: TestFile) -> URL {
    file.url.deletingLastPathComponent().appending(path: "journals")
  }

  @Test func whatWasNotSavedIsMadeAgain() async throws {
    let file = try TestFile(["Hello"])
    let folder = Self.folder(of: file)
    let session = try await DocumentSession(file.url, journalFolder: folder)
    #expect(session.recovered == nil)
    let ada = try await session.join(as: "Ada")
    for _ in 0..<3 { await session.receive(Self.stroke, from: ada) }
    await session.receive(#"{"type": "undo"}"#, from: ada)
    let page = try session.document.page(at: 0).annotations

    let next = try await DocumentSession(file.url, journalFolder: Self.copy(of: folder))
    #expect(next.recovered?.stepCount == 4 && next.unrecovered.isEmpty)
    #expect(next.document.hasUnsavedChanges)
    #expect(try next.document.page(at: 0).annotations == page)
    // Who was there is new: nobody else's edits can be taken back by them.
    let again = try await next.join(as: "Ada", token: ada.token)
    await next.receive(#"{"type": "undo"}"#, from: again)
    #expect(try next.document.page(at: 0).annotations.count == 2)
    try await next.save(by: again.id)
    #expect(try await PDFDocument.open(file.url).pages[0].annotations.count == 2)
  }

  @Test func savedEditsAreNotMadeTwice() async throws {
    let file = try TestFile(["Hello"])
    let folder = Self.folder(of: file)
    let session = try await DocumentSession(file.url, journalFolder: folder)
    let ada = try await session.join(as: "Ada")
    await session.receive(Self.stroke, from: ada)
    try await session.save(by: ada.id)
    let saved = try Self.copy(of: folder)
    #expect(try await DocumentSession(file.url, journalFolder: saved).recovered == nil)

    await session.receive(Self.stroke, from: ada)
    let next = try await DocumentSession(file.url, journalFolder: Self.copy(of: folder))
    #expect(next.recovered?.stepCount == 1)
    #expect(try next.document.page(at: 0).annotations.count == 2)
  }

  @Test func editsOfAFileThatWasChangedStayInTheirJournal() async throws {
    let file = try TestFile(["Hello"])
    let folder = Self.folder(of: file)
    let session = try await DocumentSession(file.url, journalFolder: folder)
    await session.receive(Self.stroke, from: try await session.join(as: "Ada"))
    let left = try Self.copy(of: folder)
    let other = try await PDFDocument.open(file.url)
    try other.rotatePages(other.pageIDs, by: .clockwise90)
    try await other.save()

    let next = try await DocumentSession(file.url, journalFolder: left)
    #expect(next.recovered == nil && next.unrecovered.map(\.status) == [.fileChanged])
    #expect(!next.document.hasUnsavedChanges)
    let recovered = try await next.unrecovered[0].recover()
    #expect(recovered.pages[0].annotations.count == 1)
  }

  @Test func twoServersDoNotEditOneFile() async throws {
    let file = try TestFile(["Hello"])
    let folder = Self.folder(of: file)
    let session = try await DocumentSession(file.url, journalFolder: folder)
    await session.receive(Self.stroke, from: try await session.join(as: "Ada"))
    let error = await #expect(throws: PDFError.self) {
      try await DocumentSession(file.url, journalFolder: folder)
    }
    #expect(error?.code == .fileBusy)
    withExtendedLifetime(session) {}
  }

  @Test func allAreToldThatNoJournalIsKept() async throws {
    let file = try TestFile(["Hello"])
    // A file where the folder should be.
    let folder = file.url.deletingLastPathComponent().appending(path: "taken")
    try Data().write(to: folder)
    let session = try await DocumentSession(file.url, journalFolder: folder)
    let ada = try await session.join(as: "Ada")
    for _ in 0..<2 { await session.receive(Self.stroke, from: ada) }
    await session.leave(ada)
    var warnings = 0
    for await message in ada.messages where message.contains(#""type":"warning""#) { warnings += 1 }
    #expect(warnings == 1)
  }
}

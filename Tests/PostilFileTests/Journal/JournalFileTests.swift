import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct JournalFileTests {
  let folder: TemporaryFolder
  let records = [
    JournalFile.Record(kind: 0, bytes: []), .init(kind: 1, bytes: Array("edit".utf8)),
    .init(kind: 255, bytes: [UInt8](repeating: 7, count: 100_000)), .init(kind: 1, bytes: [0]),
  ]

  init() throws { folder = try TemporaryFolder() }

  private func journal() throws -> URL {
    let url = folder.url.appending(path: "a/b/one.journal")
    let file = try JournalFile.create(at: url)
    try file.append(Array(records[..<2]))
    try file.append(Array(records[2...]))
    return url
  }

  @Test func whatWasAppendedIsRead() throws {
    let url = try journal()
    let (content, isInUse) = try JournalFile.read(url)
    #expect(content.records == records && !isInUse && !content.isCutOff)
    let mode = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  /// Another program would take a document for one that is not open.
  @Test func whatCannotBeLockedIsNoJournal() throws {
    let url = folder.url.appending(path: "one.journal")
    var attempts = 0
    let error = #expect(throws: PDFError.self) {
      try JournalFile.create(at: url) { _ in
        attempts += 1
        errno = attempts == 1 ? EINTR : ENOLCK
        return -1
      }
    }
    #expect(error?.code == .cannotWrite && error?.message.contains("locks") == true && attempts == 2)
    #expect(folder.names.isEmpty)
  }

  @Test func onlyOneHasItOpen() throws {
    let url = folder.url.appending(path: "one.journal")
    let file = try JournalFile.create(at: url)
    try file.append(records)
    try withExtendedLifetime(file) {
      let isInUse = try JournalFile.read(url).isInUse
      #expect(isInUse)
      #expect { try JournalFile.resume(url) } throws: { ($0 as? PDFError)?.code == .fileBusy }
    }
  }

  /// After a crash of the machine a file may end anywhere.
  @Test func ofAFileThatIsCutOffWholeRecordsAreRead() throws {
    let bytes = Array(try Data(contentsOf: journal()))
    let starts = [15, 24, 37, 100_046, 100_056]
    for length in Array(0...40) + Array(100_040...bytes.count) {
      let (found, end) = JournalFile.records(in: bytes[..<length])
      let whole = starts.lastIndex { $0 <= length }
      #expect(found == whole.map { Array(records[..<$0]) } ?? [])
      #expect(end == whole.map { starts[$0] })
    }
  }

  @Test func aRecordThatWasChangedEndsWhatIsRead() throws {
    let bytes = Array(try Data(contentsOf: journal()))
    for position in 15..<37 {
      var damaged = bytes
      damaged[position] ^= 0x40
      let found = JournalFile.records(in: damaged[...]).records
      #expect(found == Array(records[..<(position < 24 ? 0 : 1)]), "\(position)")
    }
  }

  @Test func itGoesOnBehindTheLastWholeRecord() throws {
    let url = try journal()
    let bytes = try Data(contentsOf: url)
    try bytes.prefix(60_000).write(to: url)
    let (file, content) = try JournalFile.resume(url)
    #expect(content.records == Array(records[..<2]) && content.isCutOff)
    try file.append([records[3]])
    #expect(try JournalFile.read(url).content.records == [records[0], records[1], records[3]])
  }

  @Test(arguments: ["", "PostilJournal2\n", "%PDF-1.7"])
  func anotherFileIsNoJournal(text: String) throws {
    let url = try folder.file("other.journal", Data(text.utf8))
    #expect { try JournalFile.resume(url) } throws: { ($0 as? PDFError)?.code == .damaged }
    #expect(try Data(contentsOf: url) == Data(text.utf8))
  }
}

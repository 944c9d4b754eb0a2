import Foundation
import PostilModel
import PostilSystem
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct InPlaceUpdateTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = try folder.file("a.pdf", Data("old".utf8))
  }

  private func append(_ synchronize: @escaping DiskSync) throws {
    let identity = try #require(FileIdentity(path: url.path))
    let now = try InPlaceUpdate.append(
      Array("new".utf8), to: url, expecting: identity, synchronize: synchronize)
    #expect(now == FileIdentity(path: url.path))
  }

  @Test func bytesStandBehindTheOldOnes() throws {
    try append { _ in 0 }
    #expect(try Data(contentsOf: url) == Data("oldnew".utf8))
  }

  @Test func whatIsNotReadBackIsCutOff() throws {
    let error = #expect(throws: PDFError.self) {
      try append { [url] _ in
        // The disk has another byte.
        guard let file = try? FileHandle(forWritingTo: url) else { return 0 }
        try? file.seek(toOffset: 4)
        try? file.write(contentsOf: Data("X".utf8))
        try? file.close()
        return 0
      }
    }
    #expect(error?.code == .cannotWrite)
    #expect(try Data(contentsOf: url) == Data("old".utf8))
  }

  @Test func whatCannotBeFlushedIsCutOff() throws {
    let error = #expect(throws: PDFError.self) {
      try append { _ in
        errno = ENOSPC
        return -1
      }
    }
    #expect(error?.code == .diskFull)
    #expect(try Data(contentsOf: url) == Data("old".utf8))
  }

  @Test func anotherFileIsNotAppendedTo() throws {
    let identity = try #require(FileIdentity(path: url.path))
    try Data("another".utf8).write(to: url)
    let error = #expect(throws: PDFError.self) {
      try InPlaceUpdate.append([1], to: url, expecting: identity) { _ in 0 }
    }
    #expect(error?.code == .fileChanged)
    #expect(try Data(contentsOf: url) == Data("another".utf8))
  }
}

import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilSystem

@Suite struct FileLockTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func acquire(_ url: URL, _ purpose: FileLock.Purpose = .replacing) throws -> Bool {
    try FileLock.acquire(url.path, for: purpose, timeout: 0) != nil
  }

  @Test(arguments: [FileLock.Purpose.replacing, .appending])
  func itIsHeldUntilItsEnd(purpose: FileLock.Purpose) throws {
    let url = try folder.file("a.pdf", Data("a".utf8))
    do {
      guard let lock = try FileLock.acquire(url.path, for: purpose) else { throw POSIXError(.ENOENT) }
      #expect(lock.identity == FileIdentity(path: url.path))
      for other in [FileLock.Purpose.replacing, .appending] {
        let error = #expect(throws: PDFError.self) { try acquire(url, other) }
        #expect(error?.code == .fileBusy)
      }
      // Other processes are kept out as well.
      #expect(try Tool.run("flock", ["--nonblock", url.path, "true"]).status == 1)
    }
    #expect(try acquire(url))
    #expect(try Tool.run("flock", ["--nonblock", url.path, "true"]).status == 0)
    #expect(folder.names == ["a.pdf"])
  }

  @Test func thereIsNoneOfAFileThatIsNotThere() throws {
    #expect(try !acquire(folder.url.appendingPathComponent("none.pdf")))
    #expect(folder.names.isEmpty)
  }

  @Test func whatReplacedTheFileIsLockedInItsPlace() throws {
    let url = try folder.file("a.pdf", Data("a".utf8))
    guard let lock = try FileLock.acquire(url.path, for: .replacing) else { throw POSIXError(.ENOENT) }
    let old = lock.identity
    // Written under another name and renamed: the lock is that of a file without a name now.
    try Data("b".utf8).write(to: url, options: .atomic)
    guard let next = try FileLock.acquire(url.path, for: .replacing, timeout: 0) else {
      throw POSIXError(.ENOENT)
    }
    let new = next.identity
    #expect(!new.isSameFile(as: old) && new == FileIdentity(path: url.path))
  }

  @Test func aFileThatMayOnlyBeReadCanBeLocked() throws {
    let url = try folder.file("a.pdf", Data("a".utf8))
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: url.path)
    #expect(try acquire(url))
  }

  @Test func whatCameIntoBeingMeanwhileIsLookedAtBeforeItIsReplaced() throws {
    let url = folder.url.appendingPathComponent("a.pdf")
    let file = try AtomicFile(target: url)
    try file.write([1, 2, 3])
    var seen: [Int?] = []
    _ = try file.commit(replacing: { now in
      seen.append(now?.size)
      if now == nil { try Data("other".utf8).write(to: url) }
    })
    #expect(seen == [nil, 5])
    #expect(try Data(contentsOf: url) == Data([1, 2, 3]))
    #expect(folder.names == ["a.pdf"])
  }

  @Test func aRefusedReplacementLeavesNothing() throws {
    let url = try folder.file("a.pdf", Data("a".utf8))
    #expect(throws: PDFError.self) {
      let file = try AtomicFile(target: url)
      try file.write([1, 2, 3])
      _ = try file.commit(replacing: { _ in throw PDFError.changedOnDisk })
    }
    #expect(try Data(contentsOf: url) == Data("a".utf8))
    #expect(folder.names == ["a.pdf"])
  }
}

import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilSystem

struct PrivateFileTests {
  private let folder: TemporaryFolder
  private let file: PrivateFile

  init() throws {
    folder = try TemporaryFolder()
    file = PrivateFile(url: folder.url.appending(path: "inner/settings.json"))
  }

  private func isMissing(_ content: PrivateFile.Content) -> Bool {
    if case .none = content { true } else { false }
  }

  @Test func whatIsWrittenIsRead() throws {
    #expect(isMissing(file.read()))
    try file.locked { try file.write(Data("one".utf8)) }
    guard case .bytes(let bytes) = file.read() else {
      Issue.record("nothing was read")
      return
    }
    #expect(bytes == Data("one".utf8))
    #expect(FileStatus(path: file.url.path)?.mode == S_IFREG | 0o600)
    #expect(FileStatus(path: file.url.deletingLastPathComponent().path)?.mode == S_IFDIR | 0o700)
  }

  @Test func aFileCanBeSetAside() throws {
    try file.locked { try file.write(Data("one".utf8)) }
    try file.setAside()
    #expect(isMissing(file.read()))
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.url.path + ".damaged")) == Data("one".utf8))
    // There is nothing to set aside any more.
    try file.setAside()
  }

  @Test func whatIsNoFileIsNotRead() throws {
    try FileIO.makePrivateFolder(file.url.path)
    guard case .unreadable(EISDIR) = file.read() else {
      Issue.record("a folder was read")
      return
    }
    rmdir(file.url.path)
    #expect(mkfifo(file.url.path, 0o600) == 0)
    guard case .foreign = file.read() else {
      Issue.record("a pipe was read")
      return
    }
  }

  @Test func onlyOneAtATimeIsInside() async throws {
    let file = file
    // A counter in a file: an update is lost if two are inside at once.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<10 {
            try file.locked(patience: 600) {
              let count = if case .bytes(let data) = file.read() { data.count } else { 0 }
              try file.write(Data(repeating: 1, count: count + 1))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    guard case .bytes(let data) = file.read() else {
      Issue.record("nothing was read")
      return
    }
    #expect(data.count == 40)
  }

  @Test func aFolderThatCannotBeMadeIsAnError() throws {
    _ = try folder.file("inner", Data())
    let error = #expect(throws: PDFError.self) { try file.locked {} }
    #expect(error?.code == .cannotWrite && error?.url == file.url)
  }
}

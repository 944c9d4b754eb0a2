import Foundation
import PostilModel
import Testing

@testable import PostilSystem

/// Names of files that are no UTF-8.
@Suite struct SystemPathTests {
  @Test(arguments: [
    Array("/tmp/a b.pdf".utf8), Array("/tmp/é€😀.pdf".utf8), [], [0x2F, 0xFF, 0xFE, 0x61],
    // A sequence that breaks off, one that is too long, a surrogate, and characters that stand for bytes.
    [0xE2, 0x82, 0x61], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x8F, 0xBA, 0x80], [0x61, 0xC3],
  ])
  func eachPathIsItsText(bytes: [UInt8]) {
    let text = SystemPath.text(bytes)
    #expect(SystemPath.bytes(text) == bytes)
    let passed = SystemPath.with(text) { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    #expect(passed == bytes)
  }

  @Test func otherTextsStayAsTheyAre() {
    #expect(SystemPath.text(Array("é😀".utf8)) == "é😀" && SystemPath.shown("é😀") == "é😀")
    #expect(SystemPath.shown(SystemPath.text([0x61, 0xFF, 0x80, 0x62])) == "a\\xFF\\x80b")
  }

  @Test func addressesNameBytes() throws {
    let url = try #require(URL(string: "file:///tmp/caf%E9%20a.pdf"))
    #expect(SystemPath.bytes(url.withPath.path) == Array("/tmp/caf".utf8) + [0xE9] + Array(" a.pdf".utf8))
    #expect(url.withPath.withPath == url.withPath)
    for text in ["file:///tmp/caf%C3%A9.pdf", "https://example.org/%E9", "file:///a%00%E9"] {
      let url = try #require(URL(string: text))
      #expect(url.withPath == url)
    }
  }

  @Test func filesAreFoundWrittenAndRenamed() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = SystemPath.text(Array("caf".utf8) + [0xE9])
    let url = folder.appending(path: name)
    let made = folder.path + "/" + SystemPath.text([0xE8])
    for _ in 0..<2 { try FileIO.makeFolder(made + "/b") }
    #expect(FileStatus(path: made)?.isFolder == true)
    #expect(throws: PDFError.self) { try FileIO.makeFolder("/proc/self/status/x") }
    defer {
      _ = SystemPath.with(url.path) { unlink($0) }
      for path in [made + "/b", made] { _ = SystemPath.with(path) { rmdir($0) } }
      try? FileManager.default.removeItem(at: folder)
    }
    #expect(FileIdentity(url) == nil)
    for text in ["one", "three"] {
      let file = try AtomicFile(target: url)
      try file.write(Data(text.utf8))
      #expect(try file.commit() == FileIdentity(url))
      #expect(try FileIO.contents(of: url) == Data(text.utf8))
    }
    let address = try #require(URL(string: folder.absoluteString + "/caf%E9"))
    #expect(FileIdentity(address) == FileIdentity(url))
    #expect(try FileIO.contents(of: address) == Data("three".utf8))
    #expect(AtomicFile.followed(url.path).hasSuffix(name))
  }
}

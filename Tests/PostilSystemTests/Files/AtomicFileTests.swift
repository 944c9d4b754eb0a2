import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilSystem

struct AtomicFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func mode(of url: URL) throws -> UInt32 { try #require(FileStatus(path: url.path)).mode & 0o7777 }

  private func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

  private let kinds: [AtomicFile.Kind] = [.document, .settings, .cache]

  @Test func theTargetIsAsItWasUntilTheCommit() throws {
    for kind in kinds {
      let url = try folder.file("a.txt", Data("old".utf8))
      let file = try AtomicFile(target: url, kind: kind)
      try file.write(Data("new".utf8))
      #expect(try text(url) == "old")
      let identity = try file.commit()
      #expect(try text(url) == "new")
      #expect(identity == FileIdentity(url) && identity.size == 3)
      #expect(folder.names == ["a.txt"])
    }
  }

  @Test func nothingIsLeftOfAFileThatIsNotCommitted() throws {
    let url = folder.url.appending(path: "a.txt")
    for kind in kinds {
      do {
        let file = try AtomicFile(target: url, kind: kind)
        try file.write([1, 2, 3] as [UInt8])
      }
      #expect(folder.names.isEmpty)
    }
  }

  @Test func aDocumentKeepsItsMode() throws {
    let url = try folder.file("a.txt", Data("old".utf8))
    chmod(url.path, 0o640)
    _ = try AtomicFile(target: url).commit()
    #expect(try mode(of: url) == 0o640)
  }

  @Test func settingsAreForTheirOwnerAlone() throws {
    for kind in [AtomicFile.Kind.settings, .cache] {
      let url = try folder.file("a.txt", Data("old".utf8))
      chmod(url.path, 0o644)
      _ = try AtomicFile(target: url, kind: kind).commit()
      #expect(try mode(of: url) == 0o600)
    }
  }

  @Test func linksAreFollowedAlsoToWhatIsNotThereYet() throws {
    for (name, kind) in [("document", AtomicFile.Kind.document), ("settings", .settings)] {
      let target = folder.url.appending(path: "\(name).txt")
      let link = folder.url.appending(path: "\(name).link")
      // Relative, as people make them.
      #expect(symlink(target.lastPathComponent, link.path) == 0)
      for content in ["one", "two"] {
        let file = try AtomicFile(target: link, kind: kind)
        try file.write(Data(content.utf8))
        _ = try file.commit()
        #expect(try text(target) == content)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "\(name).txt")
      }
    }
  }

  @Test func aLinkInACacheIsReplaced() throws {
    let target = try folder.file("target.txt", Data("old".utf8))
    let link = folder.url.appending(path: "link")
    #expect(symlink(target.path, link.path) == 0)
    let file = try AtomicFile(target: link, kind: .cache)
    try file.write(Data("new".utf8))
    _ = try file.commit()
    #expect(try text(target) == "old" && text(link) == "new")
    #expect(FileStatus(path: link.path, followsLinks: false)?.isRegular == true)
  }

  @Test func foldersAndDevicesAreRefused() throws {
    for path in [folder.url.path, "/dev/null"] {
      let error = #expect(throws: PDFError.self) { try AtomicFile(target: URL(fileURLWithPath: path)) }
      #expect(error?.code == .cannotWrite)
    }
  }

  @Test func aFolderThatIsNotThereIsAnError() throws {
    let url = folder.url.appending(path: "none/a.txt")
    let error = #expect(throws: PDFError.self) { try AtomicFile(target: url) }
    #expect(error?.code == .cannotWrite)
  }

  /// 255 bytes is what a name may have; the temporary one is longer than the file's unless it is cut.
  @Test(arguments: [String(repeating: "a", count: 255), String(repeating: "記", count: 85)])
  func longNames(_ name: String) throws {
    let url = folder.url.appending(path: name)
    for content in ["one", "two"] {
      let file = try AtomicFile(target: url)
      try file.write(Data(content.utf8))
      _ = try file.commit()
      #expect(try text(url) == content)
    }
    #expect(folder.names.count == 1)
  }

  @Test func theBeginningOfAnotherFileIsCopied() throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let source = try folder.file("source", Data(bytes))
    let descriptor = FileIO.open(source.path, O_RDONLY)
    defer { close(descriptor) }
    let url = folder.url.appending(path: "copy")
    let file = try AtomicFile(target: url)
    let count = try file.copy(0..<200_000, from: descriptor)
    #expect(count == 0 || count == 200_000)
    try file.write(bytes[count..<200_000])
    try file.write([1, 2, 3] as [UInt8])
    _ = try file.commit()
    #expect(try Array(Data(contentsOf: url)) == bytes[..<200_000] + [1, 2, 3])
  }

  @Test func temporaryNamesAreToldFromOthers() {
    #expect(AtomicFile.isTemporaryName(".a.pdf.12345678.tmp"))
    for name in ["a.pdf", ".a.pdf", "a.tmp", "1-40-ab.preview"] { #expect(!AtomicFile.isTemporaryName(name)) }
  }

  /// Where files cannot be without a name, nobody else can open one before it is complete.
  @Test func aNamedFileIsForItsOwnerAloneUntilTheCommit() throws {
    let url = try folder.file("a.txt", Data("old".utf8))
    chmod(url.path, 0o640)
    let file = try AtomicFile(target: url, kind: .document, mayBeUnnamed: false)
    let name = try #require(folder.names.first { $0 != "a.txt" })
    #expect(try mode(of: folder.url.appending(path: name)) == 0o600)
    _ = try file.commit()
    #expect(try mode(of: url) == 0o640)
    let other = folder.url.appending(path: "b.txt")
    _ = try AtomicFile(target: other, kind: .document, mayBeUnnamed: false).commit()
    let plain = folder.url.appending(path: "c.txt")
    #expect(FileManager.default.createFile(atPath: plain.path, contents: nil))
    #expect(try mode(of: other) == mode(of: plain))
  }
}

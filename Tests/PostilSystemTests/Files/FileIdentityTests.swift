import Foundation
import PostilTestSupport
import Testing

@testable import PostilSystem

struct FileIdentityTests {
  @Test func aFileThatChangesHasAnother() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a", Data("one".utf8))
    let before = try #require(FileIdentity(url))
    #expect(FileIdentity(url) == before)
    chmod(url.path, 0o600)
    #expect(FileIdentity(url) == before)
    let handle = try FileHandle(forWritingTo: url)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("two".utf8))
    try handle.close()
    let after = try #require(FileIdentity(url))
    #expect(after != before && after.isSameFile(as: before))
    let other = try #require(FileIdentity(try folder.file("b", Data("one".utf8))))
    #expect(!other.isSameFile(as: before))
    #expect(FileIdentity(folder.url.appending(path: "none")) == nil && FileIdentity(descriptor: -1) == nil)
  }

  @Test func aLinkIsWhereItLeads() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a", Data("one".utf8))
    let link = folder.url.appending(path: "link")
    #expect(symlink(url.path, link.path) == 0)
    #expect(FileIdentity(link) == FileIdentity(url))
    #expect(FileStatus(path: link.path, followsLinks: false)?.isRegular == false)
    #expect(FileStatus(path: folder.url.path)?.isFolder == true)
  }
}

import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct FileStoreSavingTests {
  @Test(arguments: [OpenOptions.Access.memory, .mapped])
  func theRewrittenFileIsReadAsTheFirstWas(access: OpenOptions.Access) throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", SampleDocument().data)
    let store = try FileStore(.url(url), password: nil, options: OpenOptions(access: access))
    #expect(store.graph.reader.bytes.isMapped == (access == .mapped))
    _ = try store.save(store.saved, to: nil, options: SaveOptions(strategy: .rewrite))
    #expect(store.graph.reader.bytes.isMapped == (access == .mapped))
  }
}

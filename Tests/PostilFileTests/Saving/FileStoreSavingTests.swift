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
    _ = try store.save(store.saved, to: nil, options: SaveOptions.rewrite())
    #expect(store.graph.reader.bytes.isMapped == (access == .mapped))
  }
}

extension FileStore {
  /// All parts of a save, one after the other.
  @discardableResult func save(_ state: DocumentState, to target: URL?, options: SaveOptions) throws
    -> SaveReport
  {
    let written = try plan(state, to: target, options: options).write()
    adopt(written)
    return written.report
  }

  /// The bytes that a save would write.
  func data(of state: DocumentState) throws -> Data {
    try planData(state, options: SaveOptions()).data()
  }
}

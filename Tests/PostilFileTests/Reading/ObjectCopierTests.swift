import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct ObjectCopierTests {
  /// A file with a stream that cannot be read.
  private final class Damaged: ObjectSource {
    func object(_ id: ObjectID) -> PDFObject { .stream([:], .inFile) }
    func streamData(_ id: ObjectID) throws -> [UInt8] { throw PDFError.unreadableStream(id, "it is damaged") }
    var catalog: PDFDictionary { [:] }
  }

  @Test func whatCannotBeReadIsAboutTheFileThatIsCopiedFrom() throws {
    let store = try FileStore(.data(SampleDocument().data), password: nil, options: OpenOptions())
    let url = URL(fileURLWithPath: "/source.pdf")
    let copier = ObjectCopier(from: Damaged(), to: ObjectChanges(store.graph, nextNumber: 100), url: url)
    let error = #expect(throws: PDFError.self) { try copier.copy(.reference(ObjectID(number: 1))) }
    #expect(error?.url == url)
  }
}

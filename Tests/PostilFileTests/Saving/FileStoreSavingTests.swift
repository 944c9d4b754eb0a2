import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct FileStoreSavingTests {
  /// Found by the fuzzer: a file that refers to a number that no object has got a `/Size` beyond it.
  @Test(arguments: PDFBuilder.Xref.allCases)
  func theSizeIsThatOfTheObjectsThatAreThere(kind: PDFBuilder.Xref) throws {
    let folder = try TemporaryFolder()
    var sample = SampleDocument()
    sample.pageEntries = "/A 77 0 R"
    sample.xref = kind
    let url = try folder.file("a.pdf", sample.data)
    let store = try FileStore(.url(url), password: nil, options: OpenOptions())
    let page = PageID(number: 1)
    let line = Annotation(.line(from: PagePoint(x: 1, y: 1), to: PagePoint(x: 5, y: 5)))
    let edits: [Edit] = [
      .rotatePages([page], by: .clockwise90), .addAnnotation(line, page: page),
      .rotatePages([page], by: .clockwise90),
    ]
    let count = try store.annotations(of: page).count
    for edit in edits {
      var state = store.saved
      try state.apply(edit, in: store)
      #expect(try store.save(state, to: nil, options: SaveOptions()).method == .append)
      let check = try Tool.qpdfCheck(url)
      #expect(check.status == 0, "\(check.output)")
    }
    let reopened = try FileStore(.url(url), password: nil, options: OpenOptions())
    #expect(try reopened.annotations(of: page).count == count + 1)
  }

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

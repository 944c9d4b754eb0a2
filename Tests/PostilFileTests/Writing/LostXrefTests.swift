import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct LostXrefTests {
  private func mended(_ data: Data) -> Data? { data.withUnsafeBytes { LostXref.mended($0) } }

  /// A file whose objects stand on one line, with nothing that says where.
  private let small = Data(
    """
    %PDF-1.0
    1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj \
    3 0 obj<</Type/Page/MediaBox[0 0 3 3]>>endobj trailer<</Size 4/Root 1 0 R>>
    """.utf8)

  @Test func aFileWithoutATableIsOpenedEditedAndSaved() throws {
    let folder = try TemporaryFolder()
    let url = try folder.file("a.pdf", small)
    let store = try FileStore(.url(url), password: nil, options: OpenOptions())
    #expect(store.pageCount == 1 && store.fileSize == small.count && store.warnings.count == 1)
    var state = store.saved
    let line = Annotation(.line(from: PagePoint(x: 1, y: 1), to: PagePoint(x: 2, y: 2)))
    try state.apply(.addAnnotation(line, page: PageID(number: 1)), in: store)
    let refusal = #expect(throws: PDFError.self) {
      try store.save(state, to: nil, options: .incremental())
    }
    #expect(refusal?.code == .cannotAppend)
    #expect(try Data(contentsOf: url) == small)
    let report = try store.save(state, to: nil, options: SaveOptions())
    #expect(report.method == .rewrite && store.warnings.isEmpty)
    let check = try Tool.qpdfCheck(url)
    #expect(check.status == 0, "\(check.output)")
    let reopened = try FileStore(.url(url), password: nil, options: OpenOptions())
    #expect(try reopened.annotations(of: PageID(number: 1)).count == 1)
  }

  /// The catalog is in an object stream, whose members have numbers beyond the others.
  @Test(arguments: [false, true]) func whatIsInObjectStreamsIsFound(isPacked: Bool) throws {
    let members = "11 0 12 38 <</Type/Catalog/Pages 12 0 R/X(abc)>> <</Type/Pages/Kids[3 0 R]/Count 1>>"
    let bytes = Array(members.utf8)
    let data = isPacked ? try #require(Flate.compress(bytes)) : bytes
    var file = Data("%PDF-1.5\n3 0 obj\n<</Type/Page/Parent 12 0 R/MediaBox[0 0 9 9]>>\nendobj\n".utf8)
    let filter = isPacked ? "/Filter/FlateDecode" : ""
    file += Data("7 0 obj\n<</Type/ObjStm/N 2/First 11\(filter)/Length 99999>>\nstream\n".utf8)
    file += Data(data) + Data("\nendstream\nendobj\nstartxref\n17\n%%EOF\n".utf8)
    let store = try FileStore(.data(file), password: nil, options: OpenOptions())
    #expect(store.pageCount == 1)
    #expect(try store.attributes(of: PageID(number: 1)).boxes[.mediaBox]?.width == 9)
  }

  @Test func theLastOfSeveralObjectsCounts() throws {
    var text = String(decoding: small, as: UTF8.self)
    text += "\n3 0 obj<</Type/Page/MediaBox[0 0 7 7]>>endobj\n"
    let store = try FileStore(.data(Data(("junk\n" + text).utf8)), password: nil, options: OpenOptions())
    #expect(try store.attributes(of: PageID(number: 1)).boxes[.mediaBox]?.width == 7)
  }

  @Test(arguments: [
    "", "%PDF-1.7", "%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj", "%PDF-1.7 obj 0 obj 1 0 obj 1 0 objx",
    "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj trailer<</Root 1 0 R/Encrypt 5 0 R>>",
    "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 3 0 obj<</Filter/Standard/V 1/O(a)/U(b)>>endobj",
    "%PDF-1.7\n99999999 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
  ])
  func whereThereIsNoDocumentNothingIsMade(text: String) {
    #expect(mended(Data(text.utf8)) == nil)
  }

  /// Takes no longer for being hostile: a stream without an end is searched once.
  @Test func manyStreamsWithoutAnEndAreNoHarm() {
    let text = "%PDF-1.7\n" + String(repeating: "1 0 obj<</Length 1>>stream\n", count: 20_000)
    let file = text + "2 0 obj<</Type/Catalog/Pages 3 0 R>>"
    #expect(mended(Data(file.utf8))?.count ?? 0 > file.utf8.count)
  }

  /// What damage leaves is either opened or refused.
  @Test func filesThatAreCutShortAreOpenedOrRefused() {
    let data = SampleDocument().data
    var opened = 0
    for length in stride(from: 20, to: data.count, by: 37) {
      let store = try? FileStore(.data(data.prefix(length)), password: nil, options: OpenOptions())
      if let store, store.pageCount > 0 { opened += 1 }
    }
    #expect(opened > 0)
  }
}

import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct IncrementalBaseTests {
  /// Readers know no objects of higher numbers: MuPDF finds no pages then.
  @Test func aFileWhoseNumbersLeaveNoRoomIsWrittenAnew() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>", as: 3)
    var bytes = builder.data()
    let previous = try #require(
      String(decoding: bytes, as: UTF8.self).components(separatedBy: "startxref\n").last?
        .components(separatedBy: "\n").first)
    let object = bytes.count
    bytes += Data("8388606 0 obj\n(far)\nendobj\n".utf8)
    let table = bytes.count
    let offset = String(repeating: "0", count: 10 - "\(object)".count) + "\(object)"
    bytes += Data(
      """
      xref\n8388606 1\n\(offset) 00000 n \ntrailer\n<</Size 8388607/Root 1 0 R/Prev \(previous)>>
      startxref\n\(table)\n%%EOF\n
      """.utf8)
    let folder = try TemporaryFolder()
    let url = try folder.file("far.pdf", bytes)
    let store = try FileStore(.url(url), password: nil, options: OpenOptions())
    var state = store.saved
    let line = Annotation(.line(from: PagePoint(x: 1, y: 1), to: PagePoint(x: 2, y: 2)))
    try state.apply(.addAnnotation(line, page: PageID(number: 1)), in: store)
    let report = try store.save(state, to: nil, options: SaveOptions())
    #expect(report.method == .rewrite)
    let check = try Tool.qpdfCheck(url)
    #expect(check.status == 0, "\(check.output)")
    let written = try Data(contentsOf: url)
    #expect(written.range(of: Data("8388606".utf8)) == nil)
    #expect(try FileStore(.url(url), password: nil, options: OpenOptions()).pageCount == 1)
  }
}

import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct ObjectReaderTests {
  private func reader(_ data: Data) throws -> ObjectReader {
    let bytes = try FileBytes(data: data)
    return try ObjectReader(bytes, password: nil, chain: try? XrefChain(bytes.pointer), mostChecked: 0)
  }

  /// A file that its tables read until the contents of its page are asked for, and that libqpdf refuses: the
  /// entry of that object is none, and a search for objects finds another, empty catalog.
  static var refused: Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots 5 0 R>>", as: 3)
    builder.addStream("\n1 0 obj\nnull\nendobj\n", as: 4)
    builder.add("[]", as: 5)
    let text = String(decoding: builder.data(), as: UTF8.self)
    guard let table = text.range(of: "xref\n0 ") else { return Data() }
    let entries = text[table.lowerBound...].ranges(of: /\d{10} 00000 n/)
    return Data(text.replacingCharacters(in: entries[4], with: "zzzzzzzzzz 00000 n").utf8)
  }

  @Test func aRefusalIsRememberedAndTold() throws {
    let reader = try reader(Self.refused)
    #expect(reader.object(ObjectID(number: 3)).dictionary?["Type"]?.name == "Page")
    #expect(reader.failure == nil)
    #expect(reader.object(ObjectID(number: 5)) == .null)
    let failure = try #require(reader.failure)
    #expect(failure.code == .damaged)
    #expect(throws: PDFError.self) { try reader.requireReadable() }
    #expect(throws: PDFError.self) { try reader.rawStream(ObjectID(number: 5)) }
    // What is plainly right is still read.
    #expect(reader.object(ObjectID(number: 3)).dictionary?["Type"]?.name == "Page")
    #expect(reader.trailer["Root"] != nil)
  }

  @Test func theFileIsNotOpenedAgainAfterARefusal() throws {
    let reader = try reader(Self.refused)
    for _ in 0..<3 { _ = reader.object(ObjectID(number: 5)) }
    #expect(reader.openings == 1)
  }

  @Test func aDocumentThatLibqpdfRefusesIsDamaged() throws {
    var options = OpenOptions()
    options.mostCheckedEntries = 0
    let store = try FileStore(.data(Self.refused), password: nil, options: options)
    let page = PageID(number: 1)
    let error = #expect(throws: PDFError.self) { try store.annotations(of: page) }
    #expect(error?.code == .damaged)
  }

  @Test func aStreamLeavesTheTablesInUse() throws {
    let reader = try reader(SampleDocument().data)
    let stream = try #require((1..<60).first { reader.object(ObjectID(number: $0)).isStream })
    #expect(try !reader.rawStream(ObjectID(number: stream)).isEmpty)
    #expect(reader.isDirect)
  }
}

import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct DirectReaderTests {
  private func reader(_ data: Data) throws -> ObjectReader {
    let bytes = try FileBytes(data: data)
    return try ObjectReader(bytes, password: nil, chain: try? XrefChain(bytes.pointer))
  }

  private func qpdf(_ data: Data) throws -> QPDFReader {
    try QPDFReader(FileBytes(data: data), password: nil)
  }

  /// Dictionaries come in another order from libqpdf, and since version 12 without the entries that lead to nothing.
  private func sorted(_ object: PDFObject, _ reader: ObjectReader) -> PDFObject {
    switch object {
    case .array(let items): return .array(items.map { sorted($0, reader) })
    case .dictionary(let dictionary):
      var result = PDFDictionary()
      for entry in dictionary.entries.sorted(by: { $0.key.description < $1.key.description }) {
        if let id = entry.value.reference, reader.object(id).isNull { continue }
        result.append(entry.key, sorted(entry.value, reader))
      }
      return .dictionary(result)
    case .stream(let dictionary, let body):
      return .stream(sorted(.dictionary(dictionary), reader).dictionary ?? [:], body)
    default: return object
    }
  }

  /// Compares all objects of a file, read both ways.
  private func compare(_ data: Data, _ comment: Comment) throws {
    let (direct, long) = (try reader(data), try qpdf(data))
    #expect(direct.isDirect, comment)
    let size = try data.withUnsafeBytes { try XrefChain($0).size }
    for number in 1..<size + 3 {
      let id = ObjectID(number: number)
      let (found, expected) = (direct.object(id), long.object(id))
      // A cross-reference stream need not list itself.
      if found.isNull, expected.dictionary?["Type"]?.name == "XRef" { continue }
      #expect(sorted(found, direct) == sorted(expected, direct), "\(comment), object \(number)")
      if found.isStream {
        #expect(try direct.rawStream(id) == long.rawStream(id), "\(comment), stream \(number)")
      }
    }
    #expect(direct.isDirect && direct.warnings.isEmpty, comment)
    #expect(direct.headerVersion == long.headerVersion && !long.wasRepaired, comment)
  }

  private static let oddEntries = "/A(x\\(\\101\\n)/B<414>/C[1.5 -.5 3 true null]/D#20E/F#23/G 77 0 R"

  @Test(arguments: PDFBuilder.Xref.allCases)
  func itReadsWhatLibqpdfReads(xref: PDFBuilder.Xref) throws {
    var sample = SampleDocument()
    sample.xref = xref
    sample.builder.junk = "junk\n"
    sample.pageEntries = Self.oddEntries
    try compare(sample.data, "\(xref)")
  }

  @Test(arguments: [false, true])
  func itReadsObjectStreams(isLinearized: Bool) throws {
    var sample = SampleDocument()
    sample.pageCount = 150
    // libqpdf 11.3 does not escape a number sign when it writes a name.
    sample.pageEntries = Self.oddEntries.replacing("#23", with: "#20")
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.pdf")
    let store = try FileStore(.data(sample.data), password: nil, options: OpenOptions())
    let options = SaveOptions.rewrite(RewriteOptions(objectStreams: true, linearize: isLinearized))
    _ = try store.save(store.saved, to: url, options: options)
    try compare(Data(contentsOf: url), "rewritten")
    var state = store.saved
    for round in 1...3 {
      try state.apply(.rotatePages(Array(state.pages.prefix(20 * round)), by: .clockwise90), in: store)
      _ = try store.save(state, to: url, options: SaveOptions.incremental())
      try compare(Data(contentsOf: url), "update \(round)")
    }
  }

  @Test func whatIsNotPlainlyRightIsLeftToLibqpdf() throws {
    let original = String(decoding: SampleDocument().data, as: UTF8.self)
    let table = try #require(original.range(of: "xref\n0 "))
    // Every offset off by one: libqpdf has to search for the objects.
    let broken = original.replacing(/(\d{10}) 00000 n/, subrange: table.lowerBound..<original.endIndex) {
      match in
      let offset = String((Int(match.1) ?? 0) + 1)
      return String(repeating: "0", count: 10 - offset.count) + offset + " 00000 n"
    }
    let found = try reader(Data(broken.utf8))
    #expect(found.object(ObjectID(number: 4)).dictionary?["Type"] == .name("Page"))
    #expect(found.wasRepaired)
  }

  @Test func damageThatShowsLateLeadsToARewrite() throws {
    var text = String(decoding: SampleDocument().data, as: UTF8.self)
    // The page's own entry leads elsewhere; all that is looked at before it is right.
    let table = try #require(text.range(of: "xref\n0 "))
    let entries = text[table.lowerBound...].ranges(of: /\d{10} 00000 n/)
    text.replaceSubrange(entries[4], with: "0000000030 00000 n")
    let options = OpenOptions()
    let store = try FileStore(.data(Data(text.utf8)), password: nil, options: options)
    var state = store.saved
    try state.apply(.rotatePages([PageID(number: 2)], by: .clockwise90), in: store)
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.pdf")
    #expect(try store.save(state, to: url, options: SaveOptions()).method == .rewrite)
    #expect(try Tool.qpdfCheck(url).status == 0)
  }

  /// A file of a catalog, a page tree, a page, an object stream 4 with the members 5 and 6, and a cross-reference stream
  /// 7 with rows that a test may change.
  private func file(
    stream: String = "/Length 11", entries: String = "", change: (inout [[Int]]) -> Void = { _ in }
  ) -> Data {
    var bytes = Array("%PDF-1.7\n".utf8)
    var rows = [[0, 0, 0]]
    for object in [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
      "<</Type/ObjStm/N 2/First 8\(stream)>>\nstream\n5 0 6 2 8\n9\nendstream",
    ] {
      rows.append([1, bytes.count, 0])
      bytes += "\(rows.count - 1) 0 obj\n\(object)\nendobj\n".utf8
    }
    let start = bytes.count
    rows += [[2, 4, 0], [2, 4, 1], [1, start, 0]]
    change(&rows)
    let data = rows.flatMap { [$0[0], $0[1] >> 8, $0[1], $0[2]].map { UInt8(truncatingIfNeeded: $0) } }
    let dictionary = "/Size 8/Root 1 0 R/W[1 2 1]\(entries.replacing("START", with: "\(start)"))"
    bytes += "7 0 obj\n<</Type/XRef\(dictionary)/Length \(data.count)>>\nstream\n".utf8 + data
    return Data(bytes + "\nendstream\nendobj\nstartxref\n\(start)\n%%EOF\n".utf8)
  }

  @Test func objectStreamsOfAFileAreRead() throws {
    let found = try reader(file())
    #expect(found.object(ObjectID(number: 5)) == .integer(8))
    #expect(found.object(ObjectID(number: 6)) == .integer(9))
    #expect(found.object(ObjectID(number: 6, generation: 1)) == .null && found.isDirect == false)
  }

  /// Nothing here must end in a crash, in a loop, or in another answer than libqpdf's.
  @Test(arguments: [
    "", "/Length 9999", "/Length -1", "/Length 5 0 R", "/Length 4 0 R", "/Length 6 0 R/Extends 4 0 R",
    "/Length 11/Filter/FlateDecode", "/Length 11/N 70000", "/Length 11/First 999999", "/Length 11/Type/X",
    "/Length 11/Filter/ASCIIHexDecode",
  ])
  func objectStreamsThatAreNotRightAreLeftToLibqpdf(stream: String) throws {
    let data = file(stream: stream)
    let (found, expected) = (try reader(data), try qpdf(data))
    for number in [6, 5, 4, 1] {
      let id = ObjectID(number: number)
      #expect(sorted(found.object(id), found) == sorted(expected.object(id), found), "object \(number)")
    }
    #expect(!found.isDirect)
  }

  @Test(arguments: [
    (5, [2, 4, 1]), (5, [2, 4, 200]), (5, [2, 5, 0]), (5, [2, 7, 0]), (5, [2, 77, 0]), (4, [2, 4, 0]),
    (4, [2, 5, 0]), (4, [1, 9, 0]), (4, [0, 0, 0]), (3, [1, 60_000, 0]), (3, [1, 0, 0]), (3, [1, 10, 0]),
    (6, [1, 10, 0]),
  ])
  func entriesThatAreNotRightAreLeftToLibqpdf(number: Int, row: [Int]) throws {
    let data = file { $0[number] = row }
    let (found, expected) = (try reader(data), try qpdf(data))
    for number in [6, 5, 4, 3, 1] {
      let id = ObjectID(number: number)
      #expect(sorted(found.object(id), found) == sorted(expected.object(id), found), "object \(number)")
    }
    #expect(!found.isDirect && found.wasRepaired == expected.wasRepaired)
  }

  @Test(arguments: [
    "/Prev START", "/Prev 9", "/Prev/X", "/XRefStm START", "/Index[0 8 3 1]", "/Encrypt null",
  ])
  func sectionsThatAreNotRightAreLeftToLibqpdf(entries: String) throws {
    let data = file(entries: entries)
    let isRight = entries.hasSuffix("null")
    data.withUnsafeBytes { bytes in
      #expect((DirectReader(bytes, try? XrefChain(bytes)) != nil) == isRight)
    }
  }

  @Test func aWrongNumberOfObjectsIsSaid() throws {
    let data = file(entries: "/Index[0 8]/Size 9")
    let found = try reader(data)
    #expect(found.isDirect && found.warnings.count == 1 && found.warnings[0].contains("9 objects"))
  }

  @Test(arguments: ["(a\rb)", "(a\r\nb)", "(a\nb)", "(a\\\r\n\\nb)"])
  func linesEndWithALineFeed(text: String) {
    Array(text.utf8).withUnsafeBytes { bytes in
      var parser = PDFParser(bytes, at: 0)
      #expect(parser.object() == .string(Array("a\nb".utf8)))
    }
  }

  @Test(arguments: ["1e5", "nan", "0x10", "--1", "1.2.3", ".", "abc"])
  func whatIsNoNumberIsNotRead(word: String) {
    Array(word.utf8).withUnsafeBytes { bytes in
      var parser = PDFParser(bytes, at: 0)
      #expect(parser.object() == nil)
    }
  }
}

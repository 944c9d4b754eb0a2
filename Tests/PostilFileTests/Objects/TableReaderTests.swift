import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct TableReaderTests {
  private func reader(_ data: Data) throws -> ObjectReader {
    let bytes = try FileBytes(data: data)
    return try ObjectReader(bytes, password: nil, chain: try? XrefChain(bytes.pointer), smallestTableFile: 0)
  }

  private func qpdf(_ data: Data) throws -> QPDFReader {
    try QPDFReader(FileBytes(data: data), password: nil)
  }

  /// Dictionaries come in another order from libqpdf.
  private func sorted(_ object: PDFObject) -> PDFObject {
    switch object {
    case .array(let items): return .array(items.map(sorted))
    case .dictionary(let dictionary):
      var result = PDFDictionary()
      for entry in dictionary.entries.sorted(by: { $0.key.description < $1.key.description }) {
        result.append(entry.key, sorted(entry.value))
      }
      return .dictionary(result)
    case .stream(let dictionary, let body):
      return .stream(sorted(.dictionary(dictionary)).dictionary ?? [:], body)
    default: return object
    }
  }

  @Test func itReadsWhatLibqpdfReads() throws {
    var sample = SampleDocument()
    sample.builder.junk = "junk\n"
    sample.pageEntries = "/A(x\\(\\101\\n)/B<414>/C[1.5 -.5 +3 true null]/D#20E/F#23/G 77 0 R"
    let data = sample.data
    let (short, long) = (try reader(data), try qpdf(data))
    for number in 1..<40 {
      let id = ObjectID(number: number)
      let expected = sorted(long.object(id))
      // A plus sign says nothing.
      #expect(sorted(short.object(id)) == expected, "object \(number)")
    }
    #expect(short.warnings.isEmpty && short.headerVersion == "1.7")
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
    var options = OpenOptions()
    options.smallestTableFile = 0
    let store = try FileStore(.data(Data(text.utf8)), password: nil, options: options)
    var state = store.saved
    try state.apply(.rotatePages([PageID(number: 2)], by: .clockwise90), in: store)
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.pdf")
    #expect(try store.save(state, to: url, options: SaveOptions()).method == .rewrite)
    #expect(try Tool.qpdfCheck(url).status == 0)
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

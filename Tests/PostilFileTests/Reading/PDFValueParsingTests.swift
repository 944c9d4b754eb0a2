import Foundation
import PostilModel
import Testing

@testable import PostilFile

@Suite struct PDFValueParsingTests {
  @Test(arguments: [
    ("/Name", PDFValue.name("Name")), (" true ", .boolean(true)), ("null", .null), ("-1.50", .real(-1.5)),
    ("(a\\)b)", .string(Data("a)b".utf8))), ("<FFFE>", .string(Data([0xFF, 0xFE]))),
    ("12 0 R", .reference(12)),
    ("[1 [2] /A]", .array([.integer(1), .array([.integer(2)]), .name("A")])),
    ("<</A 1/B<</C 2 0 R>>>>", .dictionary(["A": .integer(1), "B": .dictionary(["C": .reference(2)])])),
    ("(Größe)", .string(Data(TextString.encode("Größe")))),
    (
      "[(a) (ä\\(b) /ä]",
      .array([.string(Data("a".utf8)), .string(Data(TextString.encode("ä(b"))), .name("ä")])
    ),
  ])
  func valuesAreRead(text: String, value: PDFValue) throws {
    #expect(try PDFValue(parsing: text) == value)
    #expect(try PDFValue(parsing: value.description) == value)
  }

  @Test(arguments: [
    "", " ", "<<", "(a", "(ä", "[1 2", "1 2", "12 5 R", "/A /B", "stream", "<</A>>", "1e5", "[12 1 R]",
    String(repeating: "[", count: 10_000), "(", "\u{0}",
  ])
  func othersAreRefused(text: String) {
    #expect(#expect(throws: PDFError.self) { try PDFValue(parsing: text) }?.code == .invalidArgument)
  }
}

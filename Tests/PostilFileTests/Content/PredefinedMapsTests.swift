import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile

/// What fonts say that have a CMap of the standard's, and no map to text.
@Suite struct PredefinedMapsTests {
  private func font(_ map: PDFName, _ ordering: String) throws -> GlyphFont {
    let store = try FileStore(.data(BuiltDocument.empty), password: nil, options: OpenOptions())
    let descendant: PDFDictionary = [
      "Subtype": .name("CIDFontType0"),
      "CIDSystemInfo": .dictionary([
        "Registry": .string(Array("Adobe".utf8)), "Ordering": .string(Array(ordering.utf8)),
      ]),
      "W": .array([.integer(231), .integer(632), .integer(500)]),
    ]
    return GlyphFont(
      [
        "Subtype": .name("Type0"), "Encoding": .name(map),
        "DescendantFonts": .array([.dictionary(descendant)]),
      ], store.graph
    ) { _ in nil }
  }

  private func text(_ map: PDFName, _ ordering: String, _ bytes: [UInt8]) throws -> String {
    let font = try font(map, ordering)
    #expect(font.missingMap == nil && font.hasWidths)
    return font.glyphs(in: bytes).map { font.text(of: $0) }.joined()
  }

  @Test func codesOfManyEncodingsAreRead() throws {
    // "秘密AB" in Shift JIS, EUC-JP without its high bits, UTF-16; "秘密" in GBK, Big5, UHC's hanja are other ones.
    #expect(try text("90ms-RKSJ-H", "Japan1", [0x94, 0xE9, 0x96, 0xA7, 0x41, 0x42]) == "秘密AB")
    #expect(try text("H", "Japan1", [0x48, 0x6B, 0x4C, 0x29]) == "秘密")
    #expect(try text("UniJIS-UTF16-H", "Japan1", [0x79, 0xD8, 0x5B, 0xC6, 0xD8, 0x42, 0xDF, 0x9F]) == "秘密𠮟")
    #expect(try text("GBK-EUC-H", "GB1", [0xC3, 0xD8, 0xC3, 0xDC, 0x41]) == "秘密Ａ")
    #expect(try text("GBK2K-H", "GB1", [0xC3, 0xD8, 0x81, 0x39, 0xEF, 0x30, 0x41]).hasPrefix("秘"))
    #expect(try text("ETen-B5-H", "CNS1", [0xAF, 0xA6, 0xB1, 0x4B]) == "祕密")
    #expect(try text("KSCms-UHC-H", "Korea1", [0xBA, 0xF1, 0xB9, 0xD0]) == "비밀")
  }

  @Test func verticalOnesAreTheOthersWithSomeGlyphs() throws {
    let font = try font("UniJIS-UCS2-V", "Japan1")
    #expect(font.isVertical)
    let glyphs = font.glyphs(in: [0x79, 0xD8, 0x30, 0x01])
    #expect(glyphs.count == 2 && glyphs.allSatisfy { $0.advance == -1 })
    #expect(font.text(of: glyphs[0]) == "秘")
    // The comma has another glyph there.
    #expect(
      font.character(0x3001, length: 2)
        != (try self.font("UniJIS-UCS2-H", "Japan1")).character(0x3001, length: 2))
  }

  @Test func glyphsOfACollectionSaySomethingByTheirNumbers() throws {
    #expect(try text("Identity-H", "Japan1", [0x00, 0x22, 0x0D, 0x9A]).hasPrefix("A"))
    // A font's own numbers say nothing.
    #expect(try text("Identity-H", "Identity", [0x00, 0x22]) == "")
    #expect(PredefinedMaps.text(of: -1, in: "Japan1") == nil)
    #expect(PredefinedMaps.text(of: 1_000_000, in: "Japan1") == nil)
    #expect(PredefinedMaps.text(of: 34, in: "../Japan1") == nil)
  }

  @Test func widthsAreThoseOfTheGlyphs() throws {
    let font = try font("90ms-RKSJ-H", "Japan1")
    #expect(font.glyphs(in: [0x94, 0xE9, 0x41]).map(\.advance) == [1, 0.5])
  }

  @Test func namesThatAreNoneAreTold() throws {
    #expect(try font("UniJIS-UCS9-H", "Japan1").missingMap == "UniJIS-UCS9-H")
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

@Suite struct FontReaderTests {
  /// The fonts of two pages with these contents; `fonts` are the objects from 10 on, F0, F1 and so on.
  private func fonts(
    _ contents: [String], _ fonts: [String], streams: [(String, String)] = []
  ) throws -> [DocumentFont] {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    let names = fonts.indices.map { "/F\($0) \($0 + 10) 0 R" }.joined()
    builder.add(
      "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]/Resources<</Font<<\(names)/D<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>/XObject<</X 20 0 R>>>>>>",
      as: 2)
    for (index, content) in contents.enumerated() {
      builder.add("<</Type/Page/Parent 2 0 R/Contents \(index + 5) 0 R>>", as: index + 3)
      builder.addStream(content, as: index + 5)
    }
    for (index, font) in fonts.enumerated() { builder.add(font, as: index + 10) }
    for (index, stream) in streams.enumerated() {
      builder.addStream(stream.1, dictionary: stream.0, as: index + 20)
    }
    let reader = try FontReader(OpenedFile(data: builder.data(), password: nil))
    for index in contents.indices { try reader.addFonts(ofPage: index, as: PageID(number: index + 1)) {} }
    return reader.fonts
  }

  private func text(_ font: String) -> String { "BT /\(font) 10 Tf (a) Tj ET " }

  @Test func fontsAreThoseThatShowText() throws {
    let helvetica = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
    let found = try fonts(
      [text("F1") + text("F0") + text("F1"), text("F1") + "BT /F2 10 Tf ET"],
      [helvetica, helvetica, helvetica])
    #expect(found.map(\.objectNumber) == [11, 10])
    #expect(found.map { $0.pages.map(\.number) } == [[1, 2], [1]])
    #expect(found[0].name == "Helvetica" && found[0].kind == .type1 && !found[0].isEmbedded)
    #expect(found[0].encoding == "WinAnsiEncoding" && !found[0].hasOwnEncoding && !found[0].hasToUnicode)
  }

  @Test func formsAreRead() throws {
    let found = try fonts(
      ["/X Do", ""],
      [
        "<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Arial/FontDescriptor<</FontFile2 21 0 R>>/ToUnicode 21 0 R>>"
      ],
      streams: [("/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F0 10 0 R>>>>", text("F0")), ("", "x")])
    let font = try #require(found.first)
    #expect(font.kind == .trueType && font.program == .trueType && font.isSubset && font.hasToUnicode)
    #expect(font.name == "ABCDEF+Arial" && font.baseName == "Arial" && font.encoding == nil)
  }

  @Test func compositeFontsAreOfTheirGlyphs() throws {
    let found = try fonts(
      [text("F0") + text("F1"), ""],
      [
        "<</Type/Font/Subtype/Type0/BaseFont/X-H/Encoding/Identity-H/DescendantFonts[<</Subtype/CIDFontType0/BaseFont/X/FontDescriptor<</FontFile3 20 0 R>>>>]>>",
        "<</Type/Font/Subtype/Type0/BaseFont/Y/Encoding 21 0 R/DescendantFonts[<</Subtype/CIDFontType2/BaseFont/Y>>]>>",
      ], streams: [("/Subtype/OpenType", "x"), ("", "x")])
    #expect(found.map(\.kind) == [.cidType0, .cidType2] && found.map(\.program) == [.openType, nil])
    #expect(found.map(\.encoding) == ["Identity-H", nil] && found.map(\.hasOwnEncoding) == [false, true])
  }

  @Test func directFontsAndThoseOfGlyphsAreAmongThem() throws {
    let found = try fonts(
      [text("D") + text("F0"), text("D")],
      [
        "<</Type/Font/Subtype/Type3/FontMatrix[.1 0 0 .1 0 0]/FontBBox[0 0 9 9]/FirstChar 97/LastChar 97/Widths[9]/CharProcs<</a 20 0 R>>/Encoding<</Differences[97/a]>>/Resources<</Font<</F1 11 0 R>>>>>>",
        "<</Type/Font/Subtype/MMType1/BaseFont/Myriad/Encoding<</BaseEncoding/MacRomanEncoding/Differences[97/b]>>>>",
      ], streams: [("", "9 0 d0 " + text("F1"))])
    #expect(found.map(\.objectNumber) == [nil, 10, 11])
    #expect(
      found.map(\.kind) == [.type1, .type3, .multipleMaster] && found[0].pages.map(\.number) == [1, 2])
    #expect(found[1].program == .contentStreams && found[1].name == nil && found[1].isEmbedded)
    #expect(found[2].encoding == "MacRomanEncoding" && found[2].hasOwnEncoding)
  }

  @Test(arguments: [
    ("ABCDE+X", false), ("ABCDEF+X", true), ("abcdef+X", false), ("ABCDEF+", true), ("", false),
  ])
  func subsetsAreToldByTheirNames(_ name: String, _ isSubset: Bool) throws {
    let font = try #require(
      try fonts([text("F0"), ""], ["<</Type/Font/Subtype/Type1/BaseFont/\(name)>>"]).first)
    #expect(font.isSubset == isSubset)
  }
}

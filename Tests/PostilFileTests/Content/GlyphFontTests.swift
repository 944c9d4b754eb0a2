import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct GlyphFontTests {
  private func font(_ text: String) throws -> GlyphFont {
    let store = try FileStore(.data(BuiltDocument.empty), password: nil, options: OpenOptions())
    let bytes = Array(text.utf8)
    let dictionary = bytes.withUnsafeBytes { bytes in
      // As libqpdf hands numbers out, which has no limit but that of 64 bits.
      var parser = PDFParser(bytes)
      return parser.object()?.dictionary
    }
    let huge = try #require(dictionary).entries.reduce(into: PDFDictionary()) {
      $0.append($1.key, $1.value.replacingMarks)
    }
    return GlyphFont(huge, store.graph) { _ in nil }
  }

  @Test func namesOfGlyphsSayWhatTheyShow() throws {
    let font = try font(
      "<</Subtype/Type1/BaseFont/CMSY10/Encoding<</Differences[48/prime 50/element 65/parenleftbig/f_i/Aacute/g12]>>>>"
    )
    let texts = [48, 50, 65, 66, 67, 68].map { font.text(of: $0) }
    #expect(texts == ["′", "∈", "(", "fi", "Á", ""])
  }

  /// Bitmap fonts of TeX name glyphs by their codes; numbers of other kinds say nothing.
  @Test(arguments: [
    ("65/a65/a66/a67", "ABC"), ("65/G41/G42/G4A", "ABJ"), ("65/char41/char42/char43", "ABC"),
    ("65/a66/a67/a68", ""), ("65/g36/g37/g38", ""), ("1/a1/a2/a3", ""),
  ])
  func glyphsThatAreNamedByTheirCodesAreRead(_ differences: String, _ expected: String) throws {
    for kind in ["Type1", "Type3"] {
      let font = try font(
        "<</Subtype/\(kind)/Encoding<</Differences[\(differences.replacing("/G4A", with: " 74/G4A"))]>>>>")
      let codes: [UInt32] =
        expected.isEmpty
        ? differences.hasPrefix("1/") ? [1, 2, 3] : [65, 66, 67] : expected.unicodeScalars.map(\.value)
      #expect(codes.map { font.text(of: $0) }.joined() == expected)
    }
  }

  /// A TrueType program of four glyphs, of which the first and the last have an outline.
  private static let program: [UInt8] = {
    let head = [UInt8](repeating: 0, count: 54)
    let tables: [(String, [UInt8])] = [
      ("head", head), ("loca", [0, 0, 0, 4, 0, 4, 0, 4, 0, 8]), ("maxp", [0, 1, 0, 0, 0, 4]),
    ]
    var (directory, data): ([UInt8], [UInt8]) = ([0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0], [])
    for (name, bytes) in tables {
      let place = 12 + 16 * tables.count + data.count
      directory +=
        Array(name.utf8) + [
          0, 0, 0, 0, 0, 0, UInt8(place >> 8), UInt8(place & 255), 0, 0, 0, UInt8(bytes.count),
        ]
      data += bytes
    }
    return directory + data
  }()

  @Test func wideGlyphsThatDrawNothingAreSpaces() throws {
    let store = try FileStore(.data(BuiltDocument.empty), password: nil, options: OpenOptions())
    let dictionary = Array(
      "<</Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</Subtype/CIDFontType2/W[0[500 300 0 300]]/FontDescriptor<</FontFile2 1 0 R>>>>]>>"
        .utf8
    ).withUnsafeBytes { bytes in
      var parser = PDFParser(bytes)
      return parser.object()?.dictionary
    }
    let font = GlyphFont(try #require(dictionary), store.graph) { $0 == nil ? nil : Self.program }
    // One with an outline, an empty one, one without a width, one with an outline.
    #expect((0..<4).map { font.text(of: $0) } == ["", " ", "", ""])
    // Programs that end too early.
    for count in stride(from: 0, to: Self.program.count, by: 3) {
      let font = GlyphFont(try #require(dictionary), store.graph) {
        $0 == nil ? nil : Array(Self.program.prefix(count))
      }
      #expect((0..<4).allSatisfy { ["", " "].contains(font.text(of: $0)) })
    }
  }

  @Test(arguments: [
    ("Symbol", "", "abc", "αβχ"), ("ABCDEF+SymbolMT", "", "a", "α"),
    ("Symbol,Bold", "/Encoding<</Differences[97/b]>>", "ab", "bβ"),
    ("Symbol", "/Encoding/WinAnsiEncoding", "a", "a"), ("ZapfDingbats", "", "34n", "✓✔■"),
    ("ZapfDingbats", "/Encoding<</Differences[65/a20/a12]>>", "AB", "✔☞"),
    // It has no letters, whatever is said of it.
    ("Wingdings", "/Encoding/WinAnsiEncoding", "ln", "●■"), ("Wingdings-Regular", "", "x", "⌧"),
    ("Helvetica", "", "abc", "abc"),
  ]) func fontsOfSymbolsHaveTheirOwnCodes(_ name: String, _ entries: String, _ codes: String, _ shown: String)
    throws
  {
    let font = try font("<</Subtype/Type1/BaseFont/\(name)\(entries)>>")
    #expect(codes.utf8.map { font.text(of: UInt32($0)) }.joined() == shown)
  }

  @Test func widthsOfFontsOfSymbolsAreKnown() throws {
    let font = try font("<</Subtype/Type1/BaseFont/Symbol>>")
    #expect(font.hasWidths && font.glyphs(in: Array("ac".utf8)).map(\.advance) == [0.631, 0.549])
    let dingbats = try self.font("<</Subtype/Type1/BaseFont/ZapfDingbats>>")
    #expect(dingbats.glyphs(in: Array("3".utf8)).map(\.advance) == [0.755])
    #expect(try !self.font("<</Subtype/TrueType/BaseFont/Wingdings>>").hasWidths)
  }

  @Test func codesForPrivateUseAreSymbols() throws {
    let store = try FileStore(.data(BuiltDocument.empty), password: nil, options: OpenOptions())
    for (name, shown) in [("Symbol", "αβ"), ("Wingdings", "✌b"), ("Arial", "\u{F061}\u{F062}")] {
      var font: PDFDictionary = ["Subtype": .name("TrueType"), "ToUnicode": .integer(1)]
      font.append("BaseFont", .name(PDFName(name)))
      let glyphs = GlyphFont(font, store.graph) { object in
        object == .integer(1)
          ? Array(
            "1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfchar <01> <\(name == "Wingdings" ? "F041" : "F061")> <02> <\(name == "Wingdings" ? "0062" : "F062")> endbfchar"
              .utf8) : nil
      }
      #expect((1...2).map { glyphs.text(of: $0) }.joined() == shown, "\(name)")
    }
  }

  @Test func macintoshCodesHaveTheSignsOfTrueTypeFonts() throws {
    let font = try font("<</Subtype/TrueType/BaseFont/X/Encoding/MacRomanEncoding>>")
    #expect([0xAD, 0xB2, 0xC5, 0x8E].map { font.text(of: $0) } == ["≠", "≤", "≈", "é"])
  }

  /// A TrueType program whose table of characters says that glyph 1 is "(" and glyph 2 is ")".
  private static let brackets: [UInt8] = {
    func two(_ values: Int...) -> [UInt8] { values.flatMap { [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)] } }
    let segments = two(4, 32, 0, 4, 4, 1, 0, 0x29, 0xFFFF, 0, 0x28, 0xFFFF, 0x10000 - 0x27, 1, 0, 0)
    let table = two(0, 1, 3, 1, 0, 12) + segments
    return two(0, 1, 1, 16, 0, 0) + Array("cmap".utf8) + two(0, 0, 0, 28, 0, table.count)
      + table
  }()

  /// WeasyPrint maps the glyph of a bracket to what it meant where it came first, in a text from the right the other one.
  @Test func mirroredBracketsSayWhatTheyLookLike() throws {
    let store = try FileStore(.data(BuiltDocument.empty), password: nil, options: OpenOptions())
    let dictionary = Array(
      "<</Subtype/Type0/Encoding/Identity-H/ToUnicode 2 0 R/DescendantFonts[<</Subtype/CIDFontType2/FontDescriptor<</FontFile2 1 0 R>>>>]>>"
        .utf8
    ).withUnsafeBytes { bytes in
      var parser = PDFParser(bytes)
      return parser.object()?.dictionary
    }
    for (map, shown) in [
      ("<0001> <0029> <0002> <0028> <0003> <05D0>", "()"),
      ("<0001> <0028> <0002> <0028> <0003> <05D0>", "()"),
      ("<0001> <0061> <0002> <005B> <0003> <05D0>", "a["),
      ("<0001> <0029> <0002> <0028> <0003> <0061>", ")("),
    ] {
      let text = Array(
        "1 begincodespacerange <0000> <FFFF> endcodespacerange 3 beginbfchar \(map) endbfchar".utf8)
      let font = GlyphFont(try #require(dictionary), store.graph) { object in
        guard case .reference(let id)? = object else { return nil }
        return id.number == 1 ? Self.brackets : text
      }
      #expect((1...2).map { font.text(of: $0) }.joined() == shown, "\(map)")
    }
  }

  /// Fonts with numbers that nothing can have.
  @Test func hugeCodesAndWidthsDoNotOverflow() throws {
    for text in [
      "<</Subtype/Type1/BaseFont/X/FirstChar -99/Widths[500 600]>>",
      "<</Subtype/Type1/BaseFont/X/FirstChar 99/Widths[500 600]>>",
      "<</Subtype/Type3/FirstChar -99/Widths[500 600]>>",
      "<</Subtype/Type1/BaseFont/X/Encoding<</Differences[-99/A/B 99/C/D]>>>>",
      "<</Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</W[0 99 500 1 2 99]/DW -99/W2[0 99 1 2 3]>>]>>",
      "<</Subtype/Type0/Encoding/Identity-V/DescendantFonts[<</W[99[1 2 3]]/W2[-99 99 1 2 3]>>]>>",
    ] {
      let glyphs = try font(text).glyphs(in: [0, 1, 65, 66, 255, 255])
      #expect(!glyphs.isEmpty && glyphs.allSatisfy { $0.advance.isFinite }, "\(text)")
    }
  }
}

extension PDFObject {
  /// The largest numbers where ±99 stands.
  fileprivate var replacingMarks: PDFObject {
    switch self {
    case .integer(99): .integer(.max)
    case .integer(-99): .integer(.min)
    case .array(let items): .array(items.map(\.replacingMarks))
    case .dictionary(let dictionary):
      .dictionary(dictionary.entries.reduce(into: [:]) { $0.append($1.key, $1.value.replacingMarks) })
    default: self
    }
  }
}

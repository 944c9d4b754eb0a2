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

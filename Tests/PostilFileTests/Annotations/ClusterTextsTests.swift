import Foundation
import PostilTestSupport
import Testing

@testable import PostilFile
@testable import PostilModel

/// Clusters of several glyphs for several characters, whose fonts know the text of some of the glyphs.
@Suite struct ClusterTextsTests {
  private static let font = ObjectID(number: 4)

  private static func graph(_ map: String) throws -> ObjectGraph {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Resources<</Font<</F 4 0 R>>>>>>", as: 3)
    builder.add(
      "<</Type/Font/Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</Type/Font>>]/ToUnicode 5 0 R>>",
      as: 4)
    builder.addStream(map, as: 5)
    return try FileStore(.data(builder.data()), password: nil, options: OpenOptions()).graph
  }

  /// The map of the font once it has read a cluster.
  private func map(_ entries: [String], _ text: String, _ glyphs: String) throws -> String? {
    let graph = try Self.graph(
      "1 begincodespacerange <0000> <ffff> endcodespacerange \(entries.count) beginbfchar\n"
        + entries.joined(separator: "\n") + "\nendbfchar\n")
    let actual = TextString.encode(text).map { String($0, radix: 16).leftPadded }.joined()
    var clusters = ClusterTexts(graph)
    clusters.read(
      Array("BT /F 1 Tf /Span<</ActualText<\(actual)>>>BDC \(glyphs) EMC ET".utf8),
      resources: .dictionary(["Font": .dictionary(["F": .reference(Self.font)])]))
    return clusters.maps.first.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  private static let ta = "<0002> <0924>"
  private static let vowel = "<0003> <0947>"

  @Test func aGlyphWithoutATextHasWhatTheOthersLeave() throws {
    let map = try #require(try map(["<0001> <fffd>", Self.ta, Self.vowel], "स्ते", "[<00010002>8<0003>]TJ"))
    #expect(map.contains("<0001> <0938094d>") && map.contains(Self.ta) && map.contains(Self.vowel))
  }

  @Test func severalLettersWithoutTheirVowelAreDivided() throws {
    let map = try #require(try map(["<0001> <fffd>", "<0004> <fffd>", Self.ta], "स्न्त", "<000100040002>Tj"))
    #expect(map.contains("<0001> <0938094d>") && map.contains("<0004> <0928094d>"))
  }

  /// र्ते: the mark for the letter that is said first stands at the end.
  @Test func anotherOrderThanThatOfTheGlyphsDoesNotEndAsTheTextDoes() throws {
    let map = try #require(try map([Self.ta, "<0005> <fffd>"], "र्ते", "<00020005>Tj"))
    #expect(map.contains("<0005> <09470930094d>"))
  }

  @Test(arguments: [
    // All are known; the glyphs say something else; another font; no cluster.
    (["<0001> <0938>", ta], "स्त", "<00010002>Tj"), (["<0001> <fffd>", "<0002> <0041>"], "स्त", "<00010002>Tj"),
    (["<0001> <fffd>"], "स्त", "/G 1 Tf <0001>Tj"), (["<0001> <fffd>"], "स्त", "EMC <0001>Tj"),
  ])
  func othersStayAsTheyAre(entries: [String], text: String, glyphs: String) throws {
    #expect(try map(entries, text, glyphs) == nil)
  }

  @Test func damagedContentIsReadAsFarAsItGoes() throws {
    for glyphs in ["<0001>Tj", "[[<00010002>]", "(", "<< /A", "EMC EMC", "Tf Tj", "BDC"] {
      _ = try map(["<0001> <fffd>", Self.ta], "स्त", glyphs)
    }
  }
}

extension String {
  fileprivate var leftPadded: String { count < 2 ? "0" + self : self }
}

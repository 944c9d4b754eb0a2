import Testing

@testable import PostilFile

@Suite struct GlyphNamesTests {
  @Test(arguments: [
    ("A", "A"), ("adieresis", "ä"), ("Euro", "€"),
    // The Adobe Glyph List.
    ("element", "∈"), ("afii10017", "А"), ("alef", "א"), ("dalethatafpatah", "ד\u{05B2}"), ("ff", "ﬀ"),
    // Mathematical fonts of TeX.
    ("prime", "′"), ("parenleftbig", "("), ("summationdisplay", "∑"), ("mapsto", "↦"),
    ("tildewide", "\u{0303}"),
    ("parenlefttp", "⎛"), ("union", "∪"),
    // Variants, and ligatures of letters with names.
    ("a.sc", "a"), ("f_i", "fi"), ("f_f_i.alt", "ffi"), ("oneoldstyle", "1"),
    // Numbers.
    ("uni00E4", "ä"), ("uni00660069", "fi"), ("u1F600", "😀"), ("u00E4", "ä"), ("uni00E4.alt", "ä"),
  ])
  func whatNamesSay(_ name: String, _ text: String) {
    #expect(GlyphNames.text(name) == text)
  }

  @Test(arguments: [
    "", ".notdef", "g12", "uni", "uniD800", "uni00E", "uni00E40", "u110000", "u123", "uniXYZW", "_",
    "f_", "f_g12x",
    "nosuchname", "uni-041", "u+0041",
  ])
  func whatNobodyKnows(_ name: String) {
    // A letter and a mark that divides nothing are the letter.
    #expect(GlyphNames.text(name) == (name == "f_" ? "f" : ""))
  }

  @Test func aVariantIsNotTheLetterItself() {
    #expect(GlyphNames.scalar("a.sc") == "a")
    #expect(GlyphNames.scalar(exactly: "a.sc") == nil)
    #expect(GlyphNames.scalar(exactly: "element") == "∈")
    #expect(GlyphNames.scalar("uni00660069") == nil)
  }
}

import PostilGraphics
import Testing

@testable import PostilFile
@testable import PostilModel

/// What fonts of texts that are written say of their glyphs.
@Suite struct EmbeddedFontTests {
  /// What a text is written as, and the map to text of its font.
  private func written(
    _ text: String, listsGlyphs: Bool = false
  ) throws -> (content: String, maps: [String], changes: ObjectChanges) {
    let changes = try BuiltDocument().changes()
    let texts = TextForms(changes, EmbeddedFonts(changes, listsGlyphs: listsGlyphs))
    var resources = ResourceBuilder(changes)
    let content = try texts.content(
      of: TextBlock(Appearance.Text(text, font: TextFont("DejaVu Sans", size: 10)), width: nil), &resources)
    try texts.finish()
    let fonts = resources.dictionary["Font"]?.dictionary?.entries ?? []
    let maps = try fonts.map { font in
      let map = try #require(changes.resolve(font.value).dictionary?["ToUnicode"]?.reference)
      return String(decoding: try changes.decodedStream(map, limit: 1 << 20), as: UTF8.self)
    }
    return (String(decoding: content, as: UTF8.self), maps, changes)
  }

  @Test func lettersSayThemselves() throws {
    let (content, maps, _) = try written("abc")
    #expect(!content.contains("ActualText") && content.contains("]TJ"))
    #expect(
      maps.count == 1
        && "abc".unicodeScalars.allSatisfy { maps[0].contains("<00\(String($0.value, radix: 16))>") })
  }

  @Test func equalTextsShareAForm() throws {
    let changes = try BuiltDocument().changes()
    let texts = TextForms(changes, EmbeddedFonts(changes))
    let block = TextBlock(Appearance.Text("a b"), width: nil)
    #expect(try texts.form(of: block) == texts.form(of: block))
    #expect(try texts.form(of: block) != texts.form(of: TextBlock(Appearance.Text("a b"), width: 10)))
    try texts.finish()
  }

  /// Each glyph of a letter says a part of it, and the content all of it.
  @Test(arguments: ["स्ते", "र्ते", "कि"]) func glyphsOfAClusterShareItsText(text: String) throws {
    let (content, maps, _) = try written(text)
    #expect(content.contains("/ActualText"))
    let map = try #require(maps.first)
    #expect(!map.contains("<FFFD>") && !map.contains("<200B>"))
    for scalar in text.unicodeScalars {
      #expect(map.contains(String(scalar.value, radix: 16, uppercase: true)))
    }
  }

  @Test func subsetsAreListedIfAskedFor() throws {
    for lists in [false, true] {
      let changes = try written("abc", listsGlyphs: lists).changes
      let descriptors = changes.objects.values.compactMap(\.dictionary)
        .filter { $0["Type"]?.name == "FontDescriptor" }
      #expect(descriptors.count == 1 && (descriptors[0]["CIDSet"] != nil) == lists)
    }
  }

  @Test func picturesAreTextToo() throws {
    let changes = try BuiltDocument().changes()
    let loan = try FontMap.Loan()
    let spans = [StyledSpan("ab", font: TextFont("DejaVu Sans"))]
    let program = try ShapedText(spans, width: nil, loan.fonts).lines[0].runs[0].program
    let glyphs = ["a", "b"].map { program.glyph(of: $0) }
    let picture = try #require(program.picture(of: glyphs[0]))
    #expect((400...900).contains(picture.frame.width) && picture.image.alpha.contains(255))
    #expect(!program.hasPicture(glyphs[0]) && program.hasOutlines)
    var font = PictureFont(changes)
    #expect(glyphs.map { font.add($0, width: 600) } == [0, 1])
    font.write(program) { $0 == glyphs[0] ? "a" : "b" }
    let dictionary = try #require(changes.object(font.object).dictionary)
    #expect(dictionary["Subtype"]?.name == "Type3" && dictionary["CharProcs"]?.dictionary?.entries.count == 2)
    let map = try #require(dictionary["ToUnicode"]?.reference)
    let bytes = String(decoding: try changes.decodedStream(map, limit: 1 << 20), as: UTF8.self)
    #expect(bytes.contains("<00> <0061>") && bytes.contains("<01> <0062>"))
    withExtendedLifetime(loan) {}
  }

  /// Where a font of pictures is installed.
  @Test func emojiAreImagesAndText() throws {
    guard let (content, maps, changes) = try? written("a😀") else { return }
    let images = changes.objects.values.compactMap { object -> PDFDictionary? in
      if case .stream(let dictionary, _) = object { dictionary } else { nil }
    }.filter { $0["Subtype"]?.name == "Image" }
    // Fonts of outlines have them too.
    guard !images.isEmpty else { return }
    #expect(images.contains { $0["SMask"] != nil } && content.contains(" Do\n"))
    #expect(maps.contains { $0.contains("D83DDE00") })
  }
}

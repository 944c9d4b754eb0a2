import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct UsedByContentTests {
  @Test func codesOfAnyLengthAreToldOnce() throws {
    let map = """
      1 begincodespacerange <00> <7F> endcodespacerange
      1 begincodespacerange <8000> <FFFF> endcodespacerange
      1 begincidrange <00> <7F> 0 endcidrange
      1 begincidrange <8000> <FFFF> 128 endcidrange
      """
    let font: PDFDictionary = [
      "Subtype": .name("Type0"), "Encoding": .stream([:], .encoded(Array(map.utf8))),
      "DescendantFonts": .array([.dictionary(["Subtype": .name("CIDFontType2")])]),
    ]
    let store = try FileStore(.data(BuiltDocument.empty), password: nil, options: OpenOptions())
    let glyphs = GlyphFont(font, store.graph) { object in
      guard case .stream(_, .encoded(let data))? = object else { return nil }
      return data
    }
    glyphs.id = ObjectID(number: 9)
    var state = ContentState()
    state.font = glyphs
    func codes(_ strings: [[UInt8]]) -> UsedByContent {
      var matrix = Affine.identity
      var used = UsedByContent()
      used.show(ShownText(strings.map { .string($0) }, state, substitute: nil, &matrix))
      return used
    }
    var used = codes([[0x41, 0x80, 0x41, 0x42], [0xFF, 0xFE, 0x41, 0x80, 0x41]])
    used.formUnion(codes([[0x41, 0x80, 0x40]]), in: [ObjectID(number: 9)])
    used.formUnion(codes([[0x70]]), in: [])
    let all = try #require(used.codes[ObjectID(number: 9)]?.all)
    #expect(
      all == [
        .init(value: 0x41, length: 1), .init(value: 0x42, length: 1), .init(value: 0x8041, length: 2),
        .init(value: 0x8040, length: 2), .init(value: 0xFFFE, length: 2),
      ])
  }
}

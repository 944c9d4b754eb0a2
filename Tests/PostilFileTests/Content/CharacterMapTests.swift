import Testing

@testable import PostilFile

@Suite struct CharacterMapTests {
  @Test func codesHaveTheLengthsOfTheirSpaces() throws {
    let map = try #require(
      CharacterMap(
        Array(
          "2 begincodespacerange <00> <7F> <8000> <FFFF> endcodespacerange 1 begincidrange <8001> <8010> 500 endcidrange 1 begincidchar <41> 7 endcidchar"
            .utf8)))
    let codes = map.codes(in: [0x41, 0x80, 0x03, 0x42, 0x90])
    #expect(codes.map(\.code) == [0x41, 0x8003, 0x42, 0x90])
    #expect(codes.map(\.length) == [1, 2, 1, 1])
    #expect(map.character(0x8003, length: 2) == 502 && map.character(0x41, length: 1) == 7)
    #expect(map.character(0x42, length: 1) == 0)
  }

  @Test func textsAreReadFromRangesAndLists() throws {
    let map = try #require(
      CharacterMap(
        Array(
          "1 beginbfrange <01> <03> <0041> <05> <06> [<00660069> <D83DDE00>] endbfrange 1 beginbfchar <09> <00DF> endbfchar"
            .utf8)))
    #expect([1, 3, 5, 6, 9, 4].map { map.text($0) } == ["A", "C", "fi", "😀", "ß", nil])
  }

  @Test func theLargestNumbersDoNotOverflow() throws {
    let codes = "1 begincodespacerange <0000> <FFFF> endcodespacerange "
    let map = try #require(
      CharacterMap(Array("\(codes)1 begincidrange <0000> <FFFF> 4294967295 endcidrange".utf8)))
    #expect(map.character(1, length: 2) == 1 << 32)
    let texts = try #require(
      CharacterMap(
        Array(
          "2 beginbfrange <FFFFFFFF> <FFFFFFFF> [<0041> <0042>] <00000000> <FFFFFFFE> <FFFF> endbfrange".utf8),
        isText: true))
    #expect(texts.text(.max) == "A" && texts.text(2) == "\u{1}")
  }

  @Test func aMapThatIsBasedOnOneWhichIsNotThereIsNone() {
    #expect(CharacterMap(Array("/UniGB-UCS9-H usecmap".utf8)) == nil)
    #expect(CharacterMap(Array("/../../../etc/passwd usecmap".utf8)) == nil)
    #expect(CharacterMap(Array("/Identity-V usecmap".utf8))?.isVertical == true)
  }

  /// Each code is looked for in all of them.
  @Test func rangesThatBeginAlikeHaveALimit() throws {
    let more = (0..<5_000).map { _ in "<81308130> <FE39FE39>" }.joined(separator: " ")
    let map = try #require(
      CharacterMap(
        Array("9 begincodespacerange <00> <7F> <8140> <FEFE> \(more) endcodespacerange".utf8)))
    #expect(map.codes(in: [0x41, 0x81, 0x41, 0x81, 0x35, 0x81, 0x35]).map(\.length) == [1, 2, 4])
  }

  /// GB 18030 has codes of two and of four bytes that begin alike.
  @Test func theSecondByteMayTellHowLongACodeIs() throws {
    for order in ["<8140> <FEFE> <81308130> <FE39FE39>", "<81308130> <FE39FE39> <8140> <FEFE>"] {
      let map = try #require(
        CharacterMap(Array("3 begincodespacerange <00> <7F> \(order) endcodespacerange".utf8)))
      let codes = map.codes(in: [0x41, 0x81, 0x41, 0x81, 0x35, 0x81, 0x35, 0x42, 0xFE, 0xFE, 0x81])
      #expect(codes.map(\.length) == [1, 2, 4, 1, 2, 1])
      for (code, length) in codes.dropLast() { #expect(map.length(of: code) == length) }
    }
  }
}

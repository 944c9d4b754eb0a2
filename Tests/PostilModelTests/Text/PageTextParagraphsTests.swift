import Testing

@testable import PostilModel

@Suite struct PageTextParagraphsTests {
  /// Lines with letters of 6 × 10 points, each from its own place.
  private func text(_ lines: [(x: Float, y: Float, text: String)]) -> PageText {
    var (characters, boxes): ([Unicode.Scalar], [SIMD4<Float>]) = ([], [])
    for line in lines {
      if !characters.isEmpty { (characters, boxes) = (characters + ["\n"], boxes + [.zero]) }
      for (index, scalar) in line.text.unicodeScalars.enumerated() {
        characters.append(scalar)
        let x = line.x + Float(index) * 6
        boxes.append(SIMD4(x, line.y, x + 6, line.y + 10))
      }
    }
    return PageText(characters: characters, boxes: boxes)
  }

  @Test func paragraphsEndWhereThereIsAGap() {
    let text = text([(20, 100, "one"), (20, 88, "two"), (20, 60, "three"), (120, 100, "four")])
    let paragraphs = text.paragraphs
    #expect(paragraphs.map(\.string) == ["one\ntwo", "three", "four"])
    #expect(paragraphs.map(\.range) == [0..<7, 8..<13, 14..<18])
    #expect(paragraphs[0].bounds == PageRect(x: 20, y: 88, width: 18, height: 22))
  }

  @Test(arguments: [
    (["exam-", "ple text"], "example\ntext"), (["half-", "Time"], "half-Time"),
    (["soft\u{AD}", "Ware"], "softWare"),
    (["1-", "2"], "1-2"), (["a -", "b"], "a -\nb"), (["end-", "", "next"], "end-\nnext"),
    (["-", "a"], "-\na"),
    (["one-", "two-", "three"], "onetwothree"),
  ]) func wordsAtTheEndsOfLinesAreWhole(_ lines: [String], _ expected: String) {
    let placed = lines.enumerated().filter { !$0.element.isEmpty }.map {
      (Float(20), 100 - Float($0.offset) * 12, $0.element)
    }
    #expect(text(placed).paragraphs.map(\.string).joined(separator: "\n") == expected)
  }

  @Test func thePartOfAnnotationsIsKnown() {
    let characters = Array("page\nnote".unicodeScalars)
    let text = PageText(
      characters: characters, boxes: characters.map { _ in SIMD4(0, 0, 1, 1) }, contentCount: 4)
    #expect(text.annotationRange == 5..<9 && text.withoutAnnotations.string == "page")
    let note = PageText(
      characters: Array("note".unicodeScalars), boxes: [SIMD4](repeating: SIMD4(0, 0, 1, 1), count: 4),
      contentCount: 0)
    #expect(note.annotationRange == 0..<4 && note.withoutAnnotations.isEmpty)
    #expect(PageText(characters: characters, boxes: []).annotationRange.isEmpty)
  }
}

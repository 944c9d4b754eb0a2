import Testing

@testable import PostilModel
import PostilTestSupport

@Suite struct PageTextTests {
  @Test func anEmptyPage() {
    let text = PageText(characters: [], boxes: [])
    #expect(text.isEmpty && text.string.isEmpty && text.words.isEmpty && text.lines.isEmpty)
    #expect(text.word(at: PagePoint(x: 1, y: 1)) == nil)
    #expect(text.selection(from: .zero, to: PagePoint(x: 9, y: 9)) == nil)
    #expect(text.selection(of: 0..<5) == nil)
  }

  @Test func wordsAndLinesHaveTheirRectangles() {
    let text = PageText(layout: "one two,\n\nthree ")
    #expect(text.string == "one two,\n\nthree ")
    #expect(text.words.map(\.string) == ["one", "two,", "three"])
    #expect(text.words.map(\.range) == [0..<3, 4..<8, 10..<15])
    #expect(text.words[1].bounds == layoutRect(line: 0, 4..<8))
    #expect(text.lines.map(\.string) == ["one two,", "three "])
    #expect(text.lines[1].bounds == layoutRect(line: 2, 0..<6))
  }

  @Test func theWordUnderAPoint() {
    let text = PageText(layout: "one two\nthree")
    #expect(text.word(at: PagePoint(x: 55, y: 985))?.string == "two")
    #expect(text.word(at: PagePoint(x: 25, y: 970))?.string == "three")
    #expect(text.word(at: PagePoint(x: 35, y: 985)) == nil, "a space")
    #expect(text.word(at: PagePoint(x: 25, y: 978)) == nil, "between the lines")
    #expect(text.word(at: PagePoint(x: .nan, y: .infinity)) == nil)
  }

  @Test(arguments: [
    // Within a line, over the middles of characters; backwards; over lines; from outside the text.
    (PagePoint(x: 14, y: 985), PagePoint(x: 36, y: 990), "eco"),
    (PagePoint(x: 36, y: 990), PagePoint(x: 14, y: 985), "eco"),
    (PagePoint(x: 31, y: 985), PagePoint(x: 21, y: 962), "ond\nli"),
    (PagePoint(x: -500, y: 5000), PagePoint(x: 5000, y: -500), "second\nline"),
    (PagePoint(x: -500, y: 968), PagePoint(x: 5000, y: 968), "line"),
  ])
  func selections(from start: PagePoint, to end: PagePoint, expected: String) throws {
    let text = PageText(layout: "second\nline")
    let selection = try #require(text.selection(from: start, to: end))
    #expect(selection.string == expected)
    #expect(selection.rects.count == expected.split(separator: "\n").count)
  }

  /// A title over two columns: what is beside a column means its lines.
  @Test func pointsBesideColumns() throws {
    let words = ["title", "ab", "cd", "ef", "gh"]
    let corners: [(Float, Float)] = [(0, 900), (0, 800), (0, 780), (300, 800), (300, 700)]
    var characters: [Unicode.Scalar] = []
    var boxes: [SIMD4<Float>] = []
    for (word, (x, y)) in zip(words, corners) {
      for (index, letter) in (word + "\n").unicodeScalars.enumerated() {
        let left = x + Float(index) * (word == "title" ? 68 : 20)
        characters.append(letter)
        boxes.append(SIMD4(left, y, left + (word == "title" ? 68 : 20), y + 16))
      }
    }
    let text = PageText(characters: characters, boxes: boxes)
    let start = PagePoint(x: -5, y: 790)
    #expect(
      text.selection(from: start, to: PagePoint(x: 90, y: 600))?.string == "cd", "below the first column")
    #expect(text.selection(from: start, to: PagePoint(x: 500, y: 790))?.string == "cd\nef")
    #expect(text.selection(from: start, to: PagePoint(x: 500, y: 805))?.string == "cd\nef")
    #expect(text.selection(from: start, to: PagePoint(x: 500, y: 710))?.string == "cd\nef\ngh")
  }

  @Test func aSelectionHasARectangleForEachLine() throws {
    let text = PageText(layout: "first\nsecond\nthird")
    let selection = try #require(text.selection(from: PagePoint(x: 20, y: 990), to: PagePoint(x: 30, y: 945)))
    #expect(selection.string == "rst\nsecond\nthi")
    #expect(
      selection.rects == [layoutRect(line: 0, 2..<5), layoutRect(line: 1, 0..<6), layoutRect(line: 2, 0..<3)])
    #expect(selection.range == 2..<16)
    #expect(text.selection(of: selection.range) == selection)
  }

  /// Letters 10 points long and 16 high, one after the other in a direction.
  private func line(_ text: String, along way: SIMD2<Float>, from start: SIMD2<Float> = .zero) -> [SIMD4<
    Float
  >] {
    let half = SIMD2<Float>(way.x == 0 ? 8 : 5, way.y == 0 ? 8 : 5)
    return text.unicodeScalars.indices.enumerated().map { index, _ in
      let middle = start + way * 10 * Float(index)
      return SIMD4(lowHalf: middle - half, highHalf: middle + half)
    }
  }

  @Test(arguments: [
    // Text to the right, up, to the left (turned by 180 degrees) and down; Hebrew, upright and turned.
    ("abc", SIMD2<Float>(1, 0), PagePoint(x: -5, y: 8)), ("abc", SIMD2(0, 1), PagePoint(x: -8, y: -5)),
    ("abc", SIMD2(-1, 0), PagePoint(x: 5, y: -8)), ("abc", SIMD2(0, -1), PagePoint(x: 8, y: 5)),
    ("אבג", SIMD2(-1, 0), PagePoint(x: -25, y: 8)), ("אבג", SIMD2(0, 1), PagePoint(x: 8, y: 25)),
  ])
  func quadsHaveTheDirectionOfTheText(string: String, way: SIMD2<Float>, upperLeft: PagePoint) throws {
    let text = PageText(characters: Array(string.unicodeScalars), boxes: line(string, along: way))
    let quad = try #require(text.selection(of: 0..<3)?.quads.first)
    #expect(quad.upperLeft == upperLeft)
    #expect(quad.upperLeft.distance(to: quad.upperRight) == 30)
    // A part of a line has the direction of the line.
    let part = try #require(text.selection(of: 1..<2)?.quads.first)
    #expect(part.upperLeft.distance(to: part.lowerLeft) == 16 && part.area == 160)
    #expect(part.upperLeft.distance(to: part.upperRight) == 10)
  }

  @Test func aLineOfOneLetterStandsAsTheOthers() throws {
    let boxes = line("abc", along: SIMD2(0, 1)) + [.zero] + line("7", along: SIMD2(0, 1), from: SIMD2(100, 0))
    let text = PageText(characters: Array("abc\n7".unicodeScalars), boxes: boxes)
    #expect(text.selection(of: 4..<5)?.quads.first?.upperLeft == PagePoint(x: 92, y: -5))
  }

  @Test func nothingBetweenIsNoSelection() {
    let text = PageText(layout: "ab\ncd")
    #expect(text.selection(from: PagePoint(x: 11, y: 985), to: PagePoint(x: 12, y: 986)) == nil)
    #expect(text.selection(of: 2..<3) == nil, "the end of a line shows nothing")
    #expect(text.selection(of: 90..<99) == nil)
    #expect(text.selection(from: PagePoint(x: .nan, y: 0), to: PagePoint(x: 5, y: 5)) == nil)
  }

  @Test func linesThatRunUpTheirPageOrToTheLeft() {
    // Each character above the one before.
    let up = PageText(
      characters: Array("abc".unicodeScalars),
      boxes: (0..<3).map { SIMD4(0, Float($0) * 10, 16, Float($0) * 10 + 10) })
    #expect(up.selection(from: PagePoint(x: 8, y: 9), to: PagePoint(x: 8, y: 50))?.string == "bc")
    let left = PageText(
      characters: Array("אבג".unicodeScalars),
      boxes: (0..<3).map { SIMD4(20 - Float($0) * 10, 0, 30 - Float($0) * 10, 16) })
    #expect(left.selection(from: PagePoint(x: 21, y: 5), to: PagePoint(x: -5, y: 5))?.string == "בג")
  }

  @Test func rectanglesShowNoDigitsOfTheConversion() {
    let text = PageText(characters: ["x"], boxes: [SIMD4(56.692, 700.1, 60.3, 712.7)])
    #expect(
      text.words.first?.bounds
        == PageRect(corner: PagePoint(x: 56.692, y: 700.1), corner: PagePoint(x: 60.3, y: 712.7)))
  }

  @Test func excerptsEndWithWords() {
    let text = PageText(
      layout: "Far away, behind the word mountains, far from\nthe countries Vokalia and Consonantia")
    let place = text.string.unicodeScalars.count - "Vokalia and Consonantia".unicodeScalars.count
    #expect(text.excerpt(before: place) == "word mountains, far from the countries ")
    #expect(text.excerpt(after: place) == "Vokalia and Consonantia")
    #expect(text.excerpt(after: 0) == "Far away, behind the word mountains,")
    #expect(text.excerpt(before: 0).isEmpty)
  }
}

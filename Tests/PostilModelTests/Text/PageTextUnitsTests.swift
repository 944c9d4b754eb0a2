import Testing

@testable import PostilModel
import PostilTestSupport

/// Selections by words and lines.
@Suite struct PageTextUnitsTests {
  private let text = PageText(layout: "one two, three\nfour")

  private func string(_ a: (Double, Double), _ b: (Double, Double), _ unit: TextUnit) -> String? {
    text.selection(from: PagePoint(x: a.0, y: a.1), to: PagePoint(x: b.0, y: b.1), by: unit)?.string
  }

  @Test func wordsAreTakenWhole() {
    #expect(string((55, 985), (55, 985), .word) == "two,")
    // On the right half of the last letter too, and from the last word of a line.
    #expect(string((28, 985), (28, 985), .word) == "one")
    #expect(string((139, 985), (139, 985), .word) == "three")
    #expect(string((55, 985), (5, 965), .word) == "two, three\nfour")
    #expect(string((5, 965), (55, 985), .word) == "two, three\nfour")
  }

  @Test func linesAreTakenWhole() {
    #expect(string((55, 985), (56, 986), .line) == "one two, three")
    #expect(string((500, 965), (500, 965), .line) == "four")
    #expect(string((55, 985), (5, 965), .line) == text.string)
  }

  @Test func charactersAreThoseBetween() {
    #expect(string((1, 985), (31, 985), .character) == "one")
    #expect(string((1, 985), (1, 985), .character) == nil)
  }

  @Test func whereTextIs() {
    #expect(text.isLine(at: PagePoint(x: 35, y: 985)) && !text.isLine(at: PagePoint(x: 300, y: 985)))
    #expect(!text.isLine(at: PagePoint(x: .nan, y: 985)))
    let none = PageText(characters: [], boxes: [])
    for unit in TextUnit.allCases {
      #expect(none.selection(from: .zero, to: PagePoint(x: 9, y: 9), by: unit) == nil)
    }
  }
}

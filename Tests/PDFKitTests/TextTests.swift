import Foundation
import PDFKit
import PostilTestSupport
import Testing

@Suite("PDFSelection") struct PDFKitTextTests {
  private let document: PDFDocument

  init() throws {
    // The second character needs two UTF-16 units.
    let sample = TextDocument([
      [.init(72, 700, "A𝄞 quick fox"), .init(72, 680, "and a Fox")], [.init(72, 700, "Dogs")],
      [.init(72, 700, "foxes run")],
    ])
    document = try #require(PDFDocument(data: sample.data))
  }

  @Test func theTextOfPagesIsRead() throws {
    #expect(text(of: document) == ["A𝄞 quick fox\nand a Fox", "Dogs", "foxes run"])
    let page = try #require(document.page(at: 0))
    #expect(page.numberOfCharacters == page.string?.utf16.count)
    #expect(document.selectionForEntireDocument?.pages.count == 3)
  }

  @Test func charactersAreCountedAsNSStringDoes() throws {
    let page = try #require(document.page(at: 0))
    let string = try #require(page.string) as NSString
    let range = string.range(of: "quick")
    #expect(page.selection(for: range)?.string == "quick")
    let bounds = page.characterBounds(at: range.location)
    #expect(abs(bounds.minX - (72 + 3 * 7.2)) < 0.5)
    #expect(page.characterIndex(at: CGPoint(x: bounds.midX, y: bounds.midY)) == range.location)
    #expect(page.characterIndex(at: CGPoint(x: 500, y: 500)) == -1)
    #expect(page.selection(for: NSRange(location: 900, length: 5)) == nil)
    #expect(page.selection(for: NSRange(location: NSNotFound, length: 0)) == nil)
    #expect(page.characterBounds(at: -1) == .zero)
  }

  @Test func whatIsAtAPointIsFound() throws {
    let page = try #require(document.page(at: 0))
    let found = whatIsAt(CGPoint(x: 100, y: 704), on: page)
    #expect(found.word == "quick" && found.line == "A𝄞 quick fox" && found.character > 0)
    #expect(whatIsAt(CGPoint(x: 400, y: 100), on: page).word == nil)
    #expect(
      page.selection(for: CGRect(x: 70, y: 675, width: 40, height: 20))?.string?.contains("and") == true)
  }

  @Test func findNextGoesThroughTheDocumentInBothDirections() {
    #expect(places(of: "fox", in: document) == ["1:10", "1:20", "3:0"])
    #expect(places(of: "fox", in: document, backwards: true) == ["3:0", "1:20", "1:10"])
    #expect(document.findString("Fox").count == 1 && document.findString("").isEmpty)
  }

  @Test func aDelegateIsTold() {
    let finder = Finder()
    finder.find("fox", in: document)
    #expect(finder.found.map(\.string) == ["fox", "Fox", "fox"] && finder.hasEnded && !document.isFinding)
  }

  @Test func aSelectionGoesOverPagesAndIsTakenApart() throws {
    let passage = passage(of: document)
    #expect(passage.text == "A𝄞 quick fox\nand a Fox\nDogs\nfoxes" && passage.lines == 4)
    let page = try #require(document.page(at: 0))
    let selection = try #require(page.selection(for: NSRange(location: 0, length: 3)))
    selection.add(try #require(page.selection(for: NSRange(location: 10, length: 3))))
    #expect(selection.numberOfTextRanges(on: page) == 2 && selection.string == "A𝄞\nfox")
    selection.extend(atEnd: .max)
    selection.extend(atStart: .max)
    selection.extend(atEnd: .min)
    #expect(selection.numberOfTextRanges(on: page) == 2)
    let copy = try #require(selection.copy() as? PDFSelection)
    #expect(copy !== selection && copy.string == selection.string)
  }

  @Test func manyThreadsMayWaitForTextAtOnce() async throws {
    let data = try #require(document.dataRepresentation())
    let texts = await withTaskGroup(of: String?.self, returning: [String?].self) { group in
      for _ in 0..<16 { group.addTask { PDFDocument(data: data)?.page(at: 1)?.string } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts == Array(repeating: "Dogs", count: 16))
  }
}

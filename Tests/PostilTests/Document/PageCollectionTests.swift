import Foundation
import PostilTestSupport
import Testing

@testable import Postil

@Suite struct PageCollectionTests {
  private func document(_ count: Int = 4) throws -> PDFDocument {
    var sample = PageDocument(pageCount: count)
    sample.pages[1].rotation = 90
    sample.pageLabels = "0 << /S /r >>"
    return try PDFDocument(data: sample.data)
  }

  @Test func itIsACollectionOfPagesInTheirOrder() throws {
    let document = try document()
    #expect(document.pages.count == 4 && document.pages.map(\.index) == [0, 1, 2, 3])
    #expect(document.pages.map(\.label) == ["i", "ii", "iii", "iv"])
    #expect(document.pages.first { $0.width > $0.height }?.id == document.pageIDs[1])
    #expect(document.pages.reversed().map(\.id) == document.pageIDs.reversed())
    #expect(document.pages[1...2].map(\.id) == Array(document.pageIDs[1...2]))
    #expect(try document.pages[2] == document.page(at: 2))
    #expect(document.pages.allSatisfy { $0.error == nil })
    let last = document.pageIDs[3]
    #expect(document.pages[last]?.index == 3 && document.pages.index(of: last) == 3)
    #expect(document.pages[PageID(number: 9)] == nil)
  }

  @Test func itIsASnapshot() throws {
    let document = try document()
    let before = document.pages
    let first = before.ids[0]
    try document.movePages([first], to: 3)
    try document.rotatePages([first], by: .clockwise90)
    try document.add(Annotation(.rectangle(PageRect(x: 9, y: 9, width: 9, height: 9))), to: first)
    #expect(before[0].id == first && before[0].rotation == .none && before[0].annotations.isEmpty)
    let after = document.pages
    #expect(after[3].id == first && after[3].rotation == .clockwise90 && after[3].annotations.count == 1)
    #expect(after.index(of: first) == 3 && before.index(of: first) == 0)
  }

  @Test(arguments: [-1, 4, Int.max, Int.min]) func anIndexOutOfRangeIsAnError(index: Int) throws {
    let document = try document()
    #expect(throws: PDFError.self) { try document.pages.page(at: index) }
    let error = #expect(throws: PDFError.self) { try document.page(at: index) }
    #expect(error?.code == .pageOutOfRange)
    #expect(!document.pages.indices.contains(index))
  }

  /// The file says that it has more pages than are in it.
  @Test func aPageThatCannotBeReadHasAnError() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    // So many objects that the count is taken for true at first.
    let pages = (3...2200).map { "\($0) 0 R" }.joined(separator: " ")
    builder.add("<</Type/Pages/Count 2199/Kids[\(pages)]/MediaBox[0 0 9 9]>>", as: 2)
    for number in 3...2200 { builder.add("<</Type/Page/Parent 2 0 R>>", as: number) }
    let document = try PDFDocument(data: builder.data())
    #expect(document.pages.count == 2199)
    let page = document.pages[5]
    #expect(page.error?.code == .damaged && page.index == 5 && page.id == document.pageIDs[5])
    #expect(page.width == 0 && page.bounds(for: .mediaBox) == .zero)
    let note = Annotation(.rectangle(PageRect(x: 9, y: 9, width: 9, height: 9)))
    #expect(throws: PDFError.self) { try document.add(note, to: page.id) }
    let error = #expect(throws: PDFError.self) { try document.page(at: 5) }
    #expect(error?.code == .damaged)
  }

  @Test func aTransactionSeesItsOwnEditsAndNotesWhatItLookedAt() throws {
    let document = try document()
    let ids = document.pageIDs
    let note = Annotation(.rectangle(PageRect(x: 9, y: 9, width: 9, height: 9)))
    try document.edit { edit in
      try edit.movePages([ids[0]], to: 3)
      try edit.add(note, to: ids[0])
      #expect(edit.pages[3].annotations == [note] && edit.pageIDs[3] == ids[0] && edit.pageCount == 4)
      #expect(document.pages[3].annotations.isEmpty)
    }
    let error = #expect(throws: PDFError.self) {
      try document.edit { edit in
        _ = edit.pages[3]
        try edit.rotatePages([ids[1]], by: .clockwise90)
        try document.remove(note.id, from: ids[0])
      }
    }
    #expect(error?.code == .editConflict)
  }

  @Test func whatIsPrintedIsShort() throws {
    let document = try document()
    let id = document.pageIDs[0]
    try document.add(Annotation(.rectangle(PageRect(x: 9, y: 9, width: 9, height: 9)), id: "box"), to: id)
    #expect("\(document)" == "4 pages" && "\(document.pages)" == "4 pages")
    #expect("\(document.pages[0])" == "page 1 (i): 612.0 × 792.0 points, 1 annotations")
    let match = try #require(try document.annotationAndWait(named: "box"))
    #expect("\(match)" == "page 1: box: rectangle (9, 9, 9 × 9)")
    #expect("\(Edit.rotatePages([id], by: .clockwise90))" == "Rotate: page 1")
  }

  /// Both documents have a page 1.
  @Test func pagesOfAnotherDocumentAreRefused() async throws {
    let document = try PDFDocument(data: PageDocument(pageCount: 2).data)
    let other = try PDFDocument(data: PageDocument(pageCount: 2).data)
    let (own, foreign) = (document.pageIDs[0], other.pageIDs[0])
    #expect(own != foreign && document.index(of: foreign) == nil && document.pages[foreign] == nil)
    func refused(_ body: () throws -> Void) {
      let error = #expect(throws: PDFError.self) { try body() }
      #expect(error?.code == .pageOutOfRange && error?.description.contains("another document") == true)
    }
    let mark = Annotation(.rectangle(PageRect(x: 1, y: 1, width: 9, height: 9)))
    refused { try document.add(mark, to: foreign) }
    refused { try document.rotatePages([own, foreign], by: .clockwise90) }
    refused { try document.removePages([foreign]) }
    refused { try document.edit { try $0.add(mark, to: foreign) } }
    refused { _ = try document.page(foreign) }
    refused { _ = try other.extractPagesAndWait([own]) }
    #expect(!document.canUndo)
    // A script names pages by their numbers, whatever document it was made of.
    let data = try JSONEncoder().encode(EditScript([.edit(.rotatePages([foreign], by: .clockwise90))]))
    try document.apply(JSONDecoder().decode(EditScript.self, from: data))
    #expect(document.state.rotation(of: own) == .clockwise90 && document.pageIDs.allSatisfy { $0 != foreign })
  }
}

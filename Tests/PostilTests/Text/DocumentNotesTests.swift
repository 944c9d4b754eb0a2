import PostilTestSupport
import Testing

@testable import Postil

/// Comments for text that is read without its pages.
@Suite struct DocumentNotesTests {
  @Test func theyHaveTheTextThatTheyMark() async throws {
    let document = try PDFDocument(
      data: TextDocument([
        [TextDocument.Line(72, 700, "The first line"), TextDocument.Line(72, 400, "The second")]
      ]).data)
    let page = document.pageIDs[0]
    for try await match in try document.search("first line") {
      try document.add(Annotation(.highlight(match.quads), contents: "Is it?", author: "Ann"), to: page)
    }
    try document.add(
      Annotation(.rectangle(PageRect(x: 300, y: 100, width: 50, height: 50)), contents: " "), to: page)
    try document.add(
      Annotation(.rectangle(PageRect(x: 70, y: 395, width: 50, height: 50)), contents: "Here"), to: page)
    let notes = try await document.notes()
    #expect(notes.map(\.markedText) == ["first line", nil] && notes.map(\.text) == ["Is it?", "Here"])
    #expect(
      notes.map(\.annotation)
        == (try document.page(page).annotations.filter { ["Is it?", "Here"].contains($0.contents) }.map(\.id))
    )
    #expect(notes.map(\.pageNumber) == [1, 1] && notes.map(\.author) == ["Ann", nil])
    #expect(
      try await document.structure().markdown(with: notes) == """
        The first line

        > *Highlight, Ann:* “first line” – Is it?

        The second

        > *Square:* Here

        """)
    #expect(try await document.notes(on: []).isEmpty)
    await #expect(throws: PDFError.self) { try await document.notes(on: [PageID(number: 99)]) }
  }
}

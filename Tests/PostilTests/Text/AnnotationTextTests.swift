import PostilTestSupport
import Testing

@testable import Postil

/// What annotations and fields show is a part of a page's text, as edits left them.
@Suite struct AnnotationTextTests {
  private func document() throws -> PDFDocument {
    try PDFDocument(data: TextDocument([[.init(72, 700, "content")]]).data)
  }

  private func pages(_ document: PDFDocument, _ text: String, _ options: SearchOptions = []) async throws
    -> [Int]
  {
    var pages: [Int] = []
    for try await match in try document.search(text, options: options) { pages.append(match.pageIndex) }
    return pages
  }

  @Test func textsAreFoundAsEditsLeftThem() async throws {
    let document = try document()
    let page = document.pageIDs[0]
    #expect(try await document.text(of: page).annotationRange.isEmpty)
    let note = Annotation(.freeText("marginal", in: PageRect(x: 100, y: 100, width: 200, height: 40)))
    try document.add(note, to: page)
    let text = try await document.text(of: page)
    #expect(text.string == "content\nmarginal" && text.annotationRange == 8..<16)
    #expect(text.withoutAnnotations.string == "content")
    let match = try #require(text.matches(of: "marginal").first)
    #expect(note.bounds.contains(match.quads[0].bounds))
    #expect(try await pages(document, "marginal") == [0])
    #expect(try await pages(document, "marginal", .excludingAnnotations) == [])
    try document.undo()
    #expect(try await pages(document, "marginal") == [])
    try document.redo()
    try document.flatten([note.id], on: page)
    #expect(try await pages(document, "marginal", .excludingAnnotations) == [0])
    #expect(try await document.text(of: page).annotationRange.isEmpty)
  }

  @Test func savedTextsAreFound() async throws {
    let document = try document()
    try document.add(
      Annotation(.freeText("marginal", in: PageRect(x: 100, y: 100, width: 200, height: 40))),
      to: document.pageIDs[0])
    let saved = try PDFDocument(data: try await document.dataRepresentation())
    #expect(try await pages(saved, "marginal") == [0])
  }

  @Test func valuesAreFoundWhenTheyAreFilledIn() async throws {
    let document = try PDFDocument(data: FormDocument().data)
    #expect(try await pages(document, "Clara Schumann") == [])
    try document.fill(["name": .text("Clara Schumann")])
    #expect(try await pages(document, "Clara Schumann") == [0])
    #expect(try await pages(document, "Clara Schumann", .excludingAnnotations) == [])
    try document.undo()
    #expect(try await pages(document, "Clara Schumann") == [])
  }

  /// What an annotation shows is removed with it; what stands under it stays.
  @Test func aRedactionTakesAnnotationsAndLeavesWhatIsUnderThem() async throws {
    let document = try document()
    try document.add(
      Annotation(.freeText("secret", in: PageRect(x: 72, y: 690, width: 200, height: 40))),
      to: document.pageIDs[0])
    let redaction = try await document.redaction(of: "secret")
    #expect(redaction.areas.isEmpty)
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "redacted.pdf")
    try await document.redact(redaction, to: url)
    let redacted = try await PDFDocument.open(url)
    let text = try await redacted.text(of: redacted.pageIDs[0])
    #expect(text.string == "content\n[redacted]")
  }
}

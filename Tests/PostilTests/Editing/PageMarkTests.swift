import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

/// Page numbers, headers, footers and watermarks.
@Suite struct PageMarkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Pages of 400 × 300 points with a blue square.
  private func document(
    pages count: Int = 3, rotation: Int = 0, cropBox: [Double]? = nil
  ) throws -> PDFDocument {
    var pages = PageDocument(pageCount: count)
    for index in pages.pages.indices {
      pages.pages[index].mediaBox = [0, 0, 400, 300]
      pages.pages[index].content = "0 0 1 rg 100 100 100 100 re f"
      pages.pages[index].rotation = rotation
      pages.pages[index].cropBox = cropBox
    }
    return try PDFDocument.openAndWait(try folder.file("in.pdf", pages.data))
  }

  private func printed(_ document: PDFDocument) throws -> [String] {
    let url = try #require(document.url)
    return try Tool.run("pdftotext", ["-layout", url.path, "-"]).output.split(separator: "\u{C}")
      .map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
  }

  private func contents(_ document: PDFDocument) throws -> [PDFObject] {
    let store = try FileStore(
      .url(try #require(document.url)), password: nil, options: OpenOptions())
    return try (0..<store.pageCount).map { index in
      store.graph.resolve(try store.page(PageID(number: index + 1)).dictionary["Contents"])
    }
  }

  @Test func fieldsAreFilledIn() throws {
    let document = try document()
    try document.setMark(PageMark("{page} of {pages} {{x}"), on: document.pageIDs)
    try document.setMark(
      PageMark("A-{number}", at: .topRight, firstNumber: 9, digits: 4), on: document.pageIDs.reversed())
    #expect(document.undoName == "Mark Pages")
    try document.saveAndWait()
    #expect(try document.markNames(of: document.pageIDs[0]) == ["bottomCenter", "topRight"])
    let pages = try printed(document)
    #expect(pages.count == 3 && pages[0].contains("A-0011") && pages[0].contains("1 of 3 {x}"))
    #expect(pages[2].contains("A-0009") && pages[2].contains("3 of 3 {x}"))
  }

  @Test func allPagesAreMarkedWithoutNamingThem() throws {
    let document = try document()
    try document.setMark(PageMark("{page}"))
    #expect(try document.pageIDs.allSatisfy { try !document.markNames(of: $0).isEmpty })
    #expect(try document.removeMarks() == 3 && document.undoName == "Remove Marks")
  }

  @Test(arguments: ["{what}", "{page", "{}"]) func fieldsThatThereAreNotAreRefused(text: String) throws {
    let document = try document()
    #expect(throws: PDFError.self) { try document.setMark(PageMark(text), on: document.pageIDs) }
    #expect(!document.canUndo)
  }

  @Test(arguments: [
    PageMark("a", name: ""), PageMark("a", opacity: 2), PageMark("a", margin: .nan),
    PageMark("a", angle: .infinity),
    PageMark("a", digits: 0), PageMark("a", margin: 200), PageMark("{number}", firstNumber: .max),
  ])
  func marksThatCannotBeAreRefused(mark: PageMark) throws {
    let document = try document()
    #expect(throws: PDFError.self) { try document.setMark(mark, on: document.pageIDs) }
  }

  @Test func aSecondRunReplacesTheFirst() throws {
    let document = try document()
    try document.setMark(PageMark("first {page}"), on: document.pageIDs)
    try document.saveAndWait()
    let saved = try PDFDocument.openAndWait(try #require(document.url))
    try saved.setMark(PageMark("second {page}"), on: saved.pageIDs)
    try saved.saveAndWait()
    #expect(try printed(saved) == ["second 1", "second 2", "second 3"])
    try saved.undo()
    try saved.saveAndWait()
    #expect(try printed(saved) == ["first 1", "first 2", "first 3"])
    try saved.saveAndWait(.rewrite())
    try saved.redo()
    try saved.saveAndWait()
    #expect(try printed(saved) == ["second 1", "second 2", "second 3"])
    try saved.undo()
    try saved.saveAndWait()
    #expect(try printed(saved) == ["first 1", "first 2", "first 3"])
  }

  @Test func whatIsTakenAwayLeavesTheContentAsItWas() throws {
    let document = try document()
    let before = try contents(document)
    for mark in [PageMark("{page}"), PageMark("Draft", at: .center, angle: 45, isUnderlay: true)] {
      try document.setMark(mark, on: document.pageIDs)
    }
    try document.saveAndWait()
    #expect(try contents(document).allSatisfy { $0.array?.count == 3 })
    let saved = try PDFDocument.openAndWait(try #require(document.url))
    #expect(try saved.removeMarks(named: "center", from: [saved.pageIDs[0]]) == 1)
    #expect(try saved.markNames(of: saved.pageIDs[0]) == ["bottomCenter"])
    #expect(try saved.removeMarks(from: saved.pageIDs) == 5)
    #expect(try saved.removeMarks(from: saved.pageIDs) == 0)
    try saved.saveAndWait()
    #expect(try contents(saved) == before)
    let page = try FileStore(.url(try #require(saved.url)), password: nil, options: OpenOptions())
      .page(PageID(number: 1))
    #expect(page.dictionary["Resources"]?.dictionary?["XObject"] == nil)
    #expect(try printed(saved) == [])
  }

  @Test(arguments: [0, 90, 180, 270]) func marksStandUprightAtTheEdges(rotation: Int) async throws {
    let document = try document(pages: 1, rotation: rotation, cropBox: [50, 50, 350, 250])
    let page = document.pageIDs[0]
    try document.setMark(PageMark("HHHH", at: .bottomRight, font: TextFont(size: 20), margin: 10), on: [page])
    func dark(_ document: PDFDocument) async throws -> PageRect? {
      let image = try await PageRenderer(document, options: .forTests).image(
        of: document.pageIDs[0], scale: 1)
      let pixels = Pixels(image)
      var box: PageRect?
      for y in 0..<image.height {
        for x in 0..<image.width where pixels[x, y] == 0xFF00_0000 {
          let one = PageRect(x: Double(x), y: Double(y), width: 1, height: 1)
          box = box?.union(one) ?? one
        }
      }
      return box
    }
    let isSideways = rotation % 180 == 90
    let (width, height) = isSideways ? (200.0, 300.0) : (300.0, 200.0)
    let box = try #require(try await dark(document))
    // Wider than high, and in the lower right corner.
    #expect(box.width > 2 * box.height && box.width > 30)
    #expect(abs(width - 10 - box.maxX) < 4 && height - 10 - box.maxY < 10 && box.maxY < height - 9)
    try document.saveAndWait()
    let saved = try PDFDocument.openAndWait(try #require(document.url))
    #expect(try await dark(saved) == box)
  }

  @Test func longTextsAreSmaller() async throws {
    let document = try document(pages: 1)
    let text = String(repeating: "word ", count: 60)
    try document.setMark(PageMark(text, font: TextFont(size: 20)), on: document.pageIDs)
    try document.saveAndWait()
    #expect(try printed(document)[0].contains("word word"))
    let lines = try await document.text(of: document.pageIDs[0]).lines
    let right = lines.map(\.bounds.maxX).max() ?? 0
    #expect(lines.count == 1 && right > 300 && right < 380)
  }

  @Test func taggedDocumentsSayThatTheyAreArtifacts() async throws {
    let url = try folder.file("tagged.pdf", ConformingDocument().data)
    let document = try PDFDocument.openAndWait(url)
    try document.setMark(PageMark("Head", at: .topLeft), on: document.pageIDs)
    try document.setMark(PageMark("{page}"), on: document.pageIDs)
    try document.setMark(PageMark("Draft", at: .center), on: document.pageIDs)
    #expect(try document.saveAndWait().warnings == [])
    let structure = try await PDFDocument.openAndWait(url).structure(from: .tags)
    #expect(structure.untagged.isEmpty)
    let kinds = structure.artifacts.compactMap(\.artifactKind)
    #expect(Set(kinds).count == 3, "\(kinds)")
  }

  @Test func marksOfHostileFilesAreReadAsFarAsTheyGo() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents[5 0 R 6 0 R]/Resources<</XObject<</A 7 0 R>>>>>>", as: 3)
    builder.addStream("0 0 9 9 re f", as: 5)
    builder.addStream(
      "",
      dictionary:
        "/XXPostil<</Marks[1 <<>> <</Name(x)>> <</Name(y)/Form/B>> <</Name(z)/Form/A/Kind/Other/Matrix[1 2]>>]>>",
      as: 6)
    builder.add("<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 0>>\nstream\n\nendstream", as: 7)
    let document = try PDFDocument.openAndWait(try folder.file("hostile.pdf", builder.data()))
    let page = document.pageIDs[0]
    #expect(try document.markNames(of: page) == ["z"])
    try document.setMark(PageMark("a"), on: [page])
    #expect(try document.removeMarks(from: [page]) == 2)
    try document.saveAndWait()
    let saved = try PDFDocument.openAndWait(try #require(document.url))
    #expect(try saved.markNames(of: saved.pageIDs[0]) == [])
  }

  @Test func marksAreEditsOfScriptsAndJournals() throws {
    let document = try document()
    try document.setMark(PageMark("{page}", angle: 30), on: document.pageIDs)
    let state = document.state
    let edit = Edit.setMarks(
      ["a": state.page(document.pageIDs[0]).marks?["bottomCenter"], "b": nil, "c": MarkChange(nil)],
      page: document.pageIDs[0])
    let data = try JSONEncoder().encode(edit)
    #expect(try JSONDecoder().decode(Edit.self, from: data) == edit)
    let states = try JSONEncoder().encode(state.page(document.pageIDs[0]))
    #expect(try JSONDecoder().decode(PageState.self, from: states) == state.page(document.pageIDs[0]))
  }

  @Test func marksGoAlongWithPages() throws {
    let document = try document(pages: 2)
    try document.setMark(PageMark("{page}"), on: document.pageIDs)
    try document.saveAndWait()
    try document.duplicatePages([document.pageIDs[0]])
    try document.resizePagesAndWait(document.pageIDs, to: .a5)
    try document.saveAndWait()
    let saved = try PDFDocument.openAndWait(try #require(document.url))
    #expect(try printed(saved) == ["1", "1", "2"])
    #expect(try saved.removeMarks(from: saved.pageIDs) == 3)
    try saved.saveAndWait()
    #expect(try printed(saved) == [])
  }
}

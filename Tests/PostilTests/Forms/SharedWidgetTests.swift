import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Fields whose widget several pages list, as some programs make them of pages that were copied.
@Suite struct SharedWidgetTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Three pages; a text and a check box on the first two, and a text on the third alone.
  private var data: Data {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R 11 0 R 12 0 R]/DA(/Helv 12 Tf 0 g)"
        + "/DR<</Font<</Helv 5 0 R>>>>>>>>", as: 1)
    builder.add("<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 6 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[10 0 R 11 0 R]>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[10 0 R 11 0 R 10 0 R]>>", as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", as: 5)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[12 0 R]>>", as: 6)
    let widget = "/Type/Annot/Subtype/Widget/F 4"
    builder.add("<<\(widget)/FT/Tx/T(shared)/Rect[20 20 180 40]>>", as: 10)
    builder.add("<<\(widget)/FT/Btn/T(check)/Rect[20 60 40 80]/AS/Off>>", as: 11)
    builder.add("<<\(widget)/FT/Tx/T(own)/Rect[20 20 180 40]>>", as: 12)
    return builder.data()
  }

  private func opened() throws -> PDFDocument { try PDFDocument(data: data) }

  private func texts(_ data: Data) throws -> [String] {
    let file = try folder.file("text.pdf", data)
    return try Tool.run("pdftotext", [file.path, "-"]).output.split(
      separator: "\u{C}", omittingEmptySubsequences: false
    ).prefix(3).map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  @Test func theFieldIsOnAllPagesThatShowIt() throws {
    let document = try opened()
    let fields = try #require(try document.form).fields
    #expect(fields.map(\.name) == ["shared", "check", "own"])
    #expect(fields[0].widgets.map(\.page) == Array(document.pageIDs.prefix(2)))
    #expect(fields[1].widgets.map(\.page) == Array(document.pageIDs.prefix(2)))
    #expect(fields.flatMap(\.widgets).map(\.tabIndex).sorted() == Array(0..<5))
  }

  @Test func aValueShowsOnAllOfThem() async throws {
    let document = try opened()
    let renderer = PageRenderer(document, options: .forTests)
    let second = document.pageIDs[1]
    let before = Pixels(try await renderer.image(of: second, scale: 1))
    try document.fill(["shared": "twice"])
    #expect(Pixels(try await renderer.image(of: second, scale: 1)) != before)
    let saved = try document.dataRepresentationAndWait()
    #expect(try texts(saved) == ["twice", "twice", ""])
    try document.undo()
    #expect(Pixels(try await renderer.image(of: second, scale: 1)) == before)
    #expect(try document.dataRepresentationAndWait() == data)
  }

  @Test(arguments: [SaveOptions(), .rewrite()]) func flatteningReachesAllOfThem(options: SaveOptions) throws {
    let document = try opened()
    try document.fill(["shared": "twice", "own": "once"])
    try document.flattenFormAndWait()
    let saved = try PDFDocument(data: document.dataRepresentationAndWait(options))
    #expect(try saved.form?.fields ?? [] == [])
    #expect(try texts(document.dataRepresentationAndWait(options)) == ["twice", "twice", "once"])
  }

  @Test func itStaysUntilTheLastPageLosesIt() throws {
    let document = try opened()
    let shared = try #require(try document.form?["shared"])
    try document.remove(shared.widgets[0].annotation, from: shared.widgets[0].page)
    #expect(try document.form?["shared"]?.widgets.map(\.page) == [document.pageIDs[1]])
    var saved = try PDFDocument(data: document.dataRepresentationAndWait())
    #expect(try saved.form?["shared"]?.widgets.map(\.page) == [saved.pageIDs[1]])
    try document.removePages([document.pageIDs[1]])
    #expect(try document.form?["shared"] == nil)
    saved = try PDFDocument(data: document.dataRepresentationAndWait())
    // The check box is on the first page still.
    #expect(try saved.form?.fields.map(\.name) == ["check", "own"])
    #expect(try saved.form?["check"]?.widgets.map(\.page) == [saved.pageIDs[0]])
    while try document.undo() {}
    #expect(try document.dataRepresentationAndWait() == data)
  }

  @Test func aPageThatGoesLeavesItToTheOther() throws {
    let url = try folder.file("a.pdf", data)
    let document = try PDFDocument.openAndWait(url)
    let first = document.pageIDs[0]
    try document.removePages([first])
    try document.saveAndWait()
    #expect(try PDFDocument.openAndWait(url).form?.fields.map(\.name) == ["shared", "check", "own"])
    try document.undo()
    try document.saveAndWait()
    let again = try PDFDocument.openAndWait(url)
    #expect(try again.form?["shared"]?.widgets.map(\.page) == Array(again.pageIDs.prefix(2)))
  }

  @Test func removingTheFieldTakesItOffAllPages() throws {
    let document = try opened()
    try document.removeFieldAndWait(named: "shared")
    let saved = try PDFDocument(data: document.dataRepresentationAndWait())
    #expect(try saved.form?.fields.map(\.name) == ["check", "own"])
    #expect(try saved.pageIDs.map { try saved.page($0).annotations.count } == [1, 1, 1])
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

@Suite struct FormFlatteningTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func document(_ form: FormDocument = FormDocument()) throws -> PDFDocument {
    try PDFDocument.openAndWait(folder.file("form.pdf", form.data))
  }

  private func text(_ document: PDFDocument) throws -> String {
    try Tool.run("pdftotext", ["-layout", try #require(document.url).path, "-"]).output
  }

  private func pixels(_ document: PDFDocument) async throws -> Pixels {
    let renderer = PageRenderer(document, options: .forTests)
    return Pixels(try await renderer.image(of: document.pageIDs[0], scale: 2))
  }

  @Test(arguments: [SaveOptions(), .rewrite()]) func fieldsBecomeContent(options: SaveOptions) async throws {
    let document = try document()
    try document.fill(["name": "Ada Lovelace", "member": true, "color": "red", "tags": ["two"]])
    let filled = try await pixels(document)
    let names = try document.flattenFormAndWait()
    #expect(names.count == 14)
    #expect(try document.form?.fields == [])
    let flattened = try await pixels(document)
    let saved = try saveAndReopen(document, options)
    #expect(try await pixels(saved) == flattened)
    #expect(try saved.form?.fields == [])
    #expect(try saved.page(at: 0).annotations.isEmpty)
    let text = try text(saved)
    // The second was there before, without an appearance.
    for shown in ["Ada Lovelace", "stays", "English", "two"] { #expect(text.contains(shown), "\(shown)") }
    // Each field is where it was: what the field had no appearance of is drawn now.
    let differing = zip(filled.values, flattened.values).count { $0 != $1 }
    #expect(differing < filled.values.count / 20, "\(differing)")
  }

  /// Readers draw such a button by what it says of its look (ISO 32000-2, table 192).
  @Test func aButtonWithoutAnAppearanceIsDrawn() throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/DA(/Helv 10 Tf)>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Annots[4 0 R]>>", as: 3)
    builder.add(
      """
      <</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(push)/F 4/Rect[10 10 90 40]/P 3 0 R
      /MK<</CA(Press)/BC[0]/BG[0.9]>>>>
      """, as: 4)
    let document = try PDFDocument.openAndWait(folder.file("button.pdf", builder.data()))
    #expect(try document.flattenFormAndWait() == ["push"])
    #expect(try text(saveAndReopen(document)).contains("Press"))
  }

  @Test func someFieldsAreFlattenedAndOthersStay() throws {
    let document = try document()
    try document.fill(["name": "Ada", "code": "123"])
    #expect(try document.flattenFormAndWait(["name", "color"]) == ["name", "color"])
    var saved = try saveAndReopen(document)
    #expect(try saved.form?["name"] == nil)
    #expect(try saved.form?["color"] == nil)
    #expect(try saved.form?["code"]?.value == "123")
    #expect(try saved.form?.fields.count == 12)
    try document.fill(["tax": "5"])
    try document.flattenFormAndWait(["tax"])
    saved = try saveAndReopen(document)
    let text = try text(saved).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for shown in ["Ada", "1 2 3", "5"] { #expect(text.contains(shown), "\(shown)") }
    #expect(try saved.form?.fields.count == 11)
  }

  @Test func undoBeforeTheSaveLeavesTheFile() throws {
    let form = FormDocument()
    let document = try document(form)
    let before = document.state
    try document.flattenFormAndWait()
    #expect(document.undoName == "Flatten Form")
    try document.undo()
    #expect(document.state == before)
    try document.saveAndWait()
    #expect(try Data(contentsOf: try #require(document.url)) == form.data)
  }

  @Test(arguments: [SaveOptions(), .rewrite()]) func undoAfterTheSaveBringsFieldsBack(options: SaveOptions)
    async throws
  {
    let document = try document()
    let values = try #require(try document.form).values
    let empty = try await pixels(document)
    try document.fill(["name": "Ada"])
    try document.flattenFormAndWait()
    _ = try saveAndReopen(document, options)
    try document.undo()
    try document.undo()
    let saved = try saveAndReopen(document, options)
    #expect(try saved.form?.values == values)
    #expect(try saved.form?.fields.count == 14)
    #expect(try await pixels(saved) == empty)
    try document.redo()
    try document.redo()
    let again = try saveAndReopen(document, options)
    #expect(try again.form?.fields == [])
    #expect(try text(again).contains("Ada"))
  }

  @Test func otherAnnotationsAndTheContentStay() async throws {
    let document = try document()
    let page = document.pageIDs[0]
    try document.add(Annotation(.rectangle(PageRect(x: 250, y: 50, width: 100, height: 50))), to: page)
    try document.flattenFormAndWait()
    let saved = try saveAndReopen(document)
    #expect(try saved.page(at: 0).annotations.map(\.subtype) == ["Square"])
    let image = Pixels(
      try await PageRenderer(saved, options: .forTests).image(of: saved.pageIDs[0], scale: 1))
    // The red frame of the page's own content.
    #expect(image[5, 200] & 0xFFFFFF == 0xFF0000 || image[4, 200] & 0xFFFFFF != 0xFFFFFF)
  }

  @Test func whatCannotBeFlattenedIsRefused() throws {
    let document = try document()
    let before = document.state
    #expect(throws: PDFError.self) { try document.flattenFormAndWait(["nothing"]) }
    #expect(document.state == before)
    let error = #expect(throws: PDFError.self) {
      try PDFDocument(data: PageDocument(pageCount: 1).data).flattenFormAndWait()
    }
    #expect(error?.code == .noSuchField)
    // Only what was flattened comes back.
    let edit =
      #"{"edit": "restoreFlattened", "page": 1, "annotations": [{"kind": "line", "from": [1, 1], "to": [9, 9]}]}"#
    let restore = try JSONDecoder().decode(Edit.self, from: Data(edit.utf8))
    #expect(throws: PDFError.self) { try document.apply(restore) }
  }
}

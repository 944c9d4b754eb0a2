import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

/// Fields that no page shows, which are removed all the same.
@Suite struct HiddenFieldTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A text on a page, one that no page shows, and another below a group of its own; both are in the order of calculation.
  private static var data: Data {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R 11 0 R 12 0 R]/CO[11 0 R 13 0 R]"
        + "/DA(/Helv 12 Tf 0 g)>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[10 0 R]>>", as: 3)
    builder.add("<</Type/Annot/Subtype/Widget/F 4/FT/Tx/T(shown)/Rect[20 20 180 40]>>", as: 10)
    builder.add("<</FT/Tx/T(ghost)/V(old)>>", as: 11)
    builder.add("<</T(group)/FT/Tx/Kids[13 0 R]>>", as: 12)
    builder.add("<</T(hidden)/Parent 12 0 R/V(deep)>>", as: 13)
    return builder.data()
  }

  private func opened() throws -> PDFDocument {
    try PDFDocument.openAndWait(try folder.file("a.pdf", Self.data))
  }

  private func reopened(_ document: PDFDocument) throws -> [String: FormValue] {
    let form = try PDFDocument.openAndWait(try #require(document.url)).form
    return (form?.fields ?? []).reduce(into: [:]) { $0[$1.name] = $1.value }
  }

  @Test(arguments: ["ghost", "group.hidden"]) func itIsRemovedAndComesBack(name: String) throws {
    let document = try opened()
    let other = name == "ghost" ? "group.hidden" : "ghost"
    try document.removeFieldAndWait(named: name)
    #expect(Set(try #require(try document.form).fields.map(\.name)) == ["shown", other])
    #expect(document.undoName == "Delete Form Field")
    try document.saveAndWait()
    #expect(Set(try reopened(document).keys) == ["shown", other])
    let catalog = try graph(document).catalog
    let form = try #require(try graph(document).resolve(catalog["AcroForm"]).dictionary)
    #expect(try graph(document).resolve(form["Fields"]).array?.count == 2)
    #expect(try graph(document).resolve(form["CO"]).array?.count == 1)
    try document.undo()
    #expect(try document.form?[name]?.value == (name == "ghost" ? "old" : "deep"))
    try document.saveAndWait()
    #expect(try reopened(document) == ["shown": "", "ghost": "old", "group.hidden": "deep"])
    try document.redo()
    try document.saveAndWait()
    #expect(Set(try reopened(document).keys) == ["shown", other])
  }

  private func graph(_ document: PDFDocument) throws -> ObjectGraph {
    try PDFDocument.openAndWait(try #require(document.url)).store.withLock { $0.graph }
  }

  @Test func undoLeavesTheFileAsItWas() throws {
    let document = try opened()
    try document.fill(["ghost": "new"])
    try document.removeFieldAndWait(named: "ghost")
    #expect(document.state.parts.formValues.isEmpty)
    try document.undo()
    #expect(try document.form?["ghost"]?.value == "new")
    try document.undo()
    #expect(!document.hasUnsavedChanges)
    #expect(try document.dataRepresentationAndWait() == Self.data)
  }

  @Test(arguments: ["ghost", "group.hidden"]) func itComesBackAfterARewrite(name: String) throws {
    let document = try opened()
    try document.removeFieldAndWait(named: name)
    try document.saveAndWait(.rewrite())
    #expect(try reopened(document)[name] == nil)
    try document.undo()
    #expect(try document.form?[name] != nil)
    try document.saveAndWait()
    #expect(try reopened(document) == ["shown": "", "ghost": "old", "group.hidden": "deep"])
  }

  @Test func anotherFieldMayHaveItsName() throws {
    let document = try opened()
    try document.removeFieldAndWait(named: "ghost")
    try document.addField(
      NewFormField(
        .text, named: "ghost", on: document.pageIDs[0], in: PageRect(x: 20, y: 60, width: 100, height: 20),
        value: "seen"))
    #expect(try document.form?["ghost"]?.widgets.count == 1)
    try document.saveAndWait()
    #expect(try reopened(document)["ghost"] == "seen")
    try document.removeFieldAndWait(named: "ghost")
    try document.saveAndWait()
    #expect(try reopened(document)["ghost"] == nil)
    while try document.undo() {}
    try document.saveAndWait()
    #expect(try reopened(document) == ["shown": "", "ghost": "old", "group.hidden": "deep"])
  }

  @Test func theEditIsWrittenAndReadAgain() throws {
    let document = try opened()
    let edits = try document.edits(removingFieldNamed: "ghost", from: document.state)
    let data = try JSONEncoder().encode(edits)
    #expect(try JSONDecoder().decode([Edit].self, from: data) == edits)
    try document.apply(edits, named: nil)
    #expect(try document.form?["ghost"] == nil)
  }
}

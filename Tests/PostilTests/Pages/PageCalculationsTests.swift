import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

/// What form fields of inserted pages calculate: in which order, and from which fields.
@Suite struct PageCalculationsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Page 1 has the numbers "n1" and "n2", and "sum" of both; page 2 "twice", which adds the sum to itself, before it in the order,
  /// and "own" with a script that is not understood. "hidden" is on no page.
  private static let data: Data = {
    var builder = PDFBuilder()
    let widget = "/Type/Annot/Subtype/Widget/FT/Tx/DA(/Helv 9 Tf)/Rect[9 9 50 20]"
    func calculation(_ script: String) -> String { "/AA<</C<</S/JavaScript/JS(\(script))>>>>" }
    builder.add(
      """
      <</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R 11 0 R 12 0 R 13 0 R 14 0 R 15 0 R]\
      /CO[15 0 R 13 0 R 12 0 R 14 0 R]>>>>
      """, as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[10 0 R 11 0 R 12 0 R]>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[13 0 R 14 0 R]>>", as: 4)
    builder.add("<<\(widget)/T(n1)/V(1)/P 3 0 R>>", as: 10)
    builder.add("<<\(widget)/T(n2)/V(2)/P 3 0 R>>", as: 11)
    builder.add("<<\(widget)/T(sum)/AA 20 0 R/P 3 0 R>>", as: 12)
    builder.add(
      "<<\(widget)/T(twice)\(calculation("AFSimple_Calculate\\(\"SUM\", \"sum, sum\"\\)"))/P 4 0 R>>", as: 13)
    builder.add(
      "<<\(widget)/T(own)\(calculation("event.value = this.getField\\('n1'\\).value"))/P 4 0 R>>", as: 14)
    builder.add("<</FT/Tx/T(hidden)\(calculation("AFSimple_Calculate\\(\"SUM\", \"n1\"\\)"))>>", as: 15)
    builder.add(
      "<</C<</S/JavaScript/JS(AFSimple_Calculate\\(\"SUM\", new Array \\(\"n1\", \"n2\"\\)\\);)>>>>", as: 20)
    return builder.data()
  }()

  private func reopened(_ document: PDFDocument) throws -> PDFDocument {
    #expect(try Tool.qpdfCheck(try #require(document.url)).status == 0)
    return try PDFDocument.openAndWait(try #require(document.url))
  }

  private func value(_ name: String, _ document: PDFDocument) throws -> FormValue? {
    try document.form?[name]?.value
  }

  @Test func aFormThatIsTakenWholeCalculatesAsBefore() throws {
    let document = try PDFDocument()
    let inserted = try document.insertPagesAndWait(of: try PDFDocument(data: Self.data), at: 0)
    // Only what no page shows stays behind.
    #expect(inserted.leftBehind.map(\.description) == ["1 calculated field (hidden)"])
    #expect(try document.saveAndWait(to: folder.url.appending(path: "a.pdf")).warnings == [])
    let copy = try reopened(document)
    #expect(try copy.form?.calculationOrder == ["twice", "sum", "own"])
    try copy.fill(["n1": "5"])
    #expect(try value("sum", copy) == "7")
    #expect(try copy.form?.fieldsNotCalculated == ["own"])
  }

  /// Scripts name fields, and those of a second form are called otherwise.
  @Test(arguments: [false, true]) func eachFormCalculatesFromItsOwnFields(isOneSource: Bool) throws {
    let document = try PDFDocument.openAndWait(folder.file("a.pdf", Self.data))
    let other = try PDFDocument(data: Self.data)
    for source in [other, isOneSource ? other : try PDFDocument(data: Self.data)] {
      try document.insertPagesAndWait(of: source, at: document.pageCount)
    }
    let report = try document.saveAndWait()
    #expect(
      report.warnings == [
        "a script of the field 'own_2' names the field 'n1', which is called 'n1_2' now: it was left as it is",
        "a script of the field 'own_3' names the field 'n1', which is called 'n1_3' now: it was left as it is",
      ])
    let merged = try reopened(document)
    #expect(
      try merged.form?.calculationOrder == [
        "hidden", "twice", "sum", "own", "twice_2", "sum_2", "own_2", "twice_3", "sum_3", "own_3",
      ])
    try merged.fill(["n1_2": "10", "n2_3": "20"])
    #expect(try value("sum_2", merged) == "12")
    #expect(try value("sum_3", merged) == "21")
    #expect(try value("sum", merged)?.isEmpty == true)
  }

  @Test func duplicatesCalculateFromTheirOwnFields() throws {
    let document = try PDFDocument.openAndWait(folder.file("a.pdf", Self.data))
    try document.duplicatePages([document.pageIDs[0]])
    try document.saveAndWait()
    let copy = try reopened(document)
    #expect(try copy.form?.calculationOrder == ["hidden", "twice", "sum", "own", "sum_2"])
    try copy.fill(["n1_2": "10"])
    #expect(try value("sum_2", copy) == "12")
  }

  @Test(arguments: [SaveOptions.incremental(), .rewrite()])
  func fieldsThatAreBackHaveTheirPlaceInTheOrder(options: SaveOptions) throws {
    let document = try PDFDocument.openAndWait(folder.file("a.pdf", Self.data))
    try document.removePages([document.pageIDs[1]])
    try document.saveAndWait(options)
    #expect(try reopened(document).form?.calculationOrder == ["hidden", "sum"])
    try document.undo()
    try document.saveAndWait(options)
    #expect(try reopened(document).form?.calculationOrder == ["hidden", "twice", "sum", "own"])
  }
}

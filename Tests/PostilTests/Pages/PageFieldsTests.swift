import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

/// The form fields of pages that are inserted, duplicated, removed and brought back: every widget is of one field and on one
/// page.
@Suite struct PageFieldsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Two pages: "person" has "first" on page 1 and "last" with widgets on both; "kind" are two radio buttons on page 1;
  /// "lone" is a field and its widget, on page 2; "seal" is signed.
  ///
  /// - Parameter isNamed: Whether the widgets of "kind" name their field.
  private func data(helvetica: String = "Helv", isNamed: Bool = true) -> Data {
    var builder = PDFBuilder()
    let widget = "/Type/Annot/Subtype/Widget/Rect"
    builder.add(
      """
      <</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R 20 0 R 30 0 R 40 0 R]/DA(/\(helvetica) 9 Tf 0 g)\
      /DR<</Font<</\(helvetica) 50 0 R>>>>>>/Names<</Dests<</Names[(second)[4 0 R/Fit]]>>>>>>
      """, as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[11 0 R 13 0 R 21 0 R 22 0 R 60 0 R]>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[14 0 R 30 0 R 40 0 R]>>", as: 4)
    builder.add("<</T(person)/Kids[11 0 R 12 0 R]>>", as: 10)
    builder.add("<<\(widget)[10 10 60 30]/FT/Tx/T(first)/V(Ada)/Parent 10 0 R/P 3 0 R>>", as: 11)
    builder.add("<</FT/Tx/T(last)/V(Byron)/Parent 10 0 R/Kids[13 0 R 14 0 R]>>", as: 12)
    builder.add("<<\(widget)[10 40 60 60]/Parent 12 0 R/P 3 0 R>>", as: 13)
    builder.add("<<\(widget)[10 40 60 60]/Parent 12 0 R/P 4 0 R>>", as: 14)
    builder.add("<</FT/Btn/Ff 32768/T(kind)/V/A/Kids[21 0 R 22 0 R]>>", as: 20)
    let parent = isNamed ? "/Parent 20 0 R" : ""
    builder.add("<<\(widget)[70 10 80 20]\(parent)/AS/A>>", as: 21)
    builder.add("<<\(widget)[90 10 99 20]\(parent)/AS/Off>>", as: 22)
    builder.add("<<\(widget)[10 70 60 90]/FT/Tx/T(lone)/V(x)/P 4 0 R>>", as: 30)
    builder.add("<<\(widget)[10 99 60 120]/FT/Sig/T(seal)/V 41 0 R/P 4 0 R>>", as: 40)
    builder.add("<</Type/Sig/Filter/Adobe.PPKLite/Contents<00>>>", as: 41)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", as: 50)
    builder.add("<</Type/Annot/Subtype/Link/Rect[1 1 9 9]/Dest(second)>>", as: 60)
    return builder.data()
  }

  private func document(_ name: String = "a.pdf") throws -> PDFDocument {
    try PDFDocument.openAndWait(folder.file(name, data()))
  }

  /// The fields of a saved document by full name, each with the pages of its widgets, from 1. Each widget must be listed once,
  /// and on the page that it names.
  private func fields(_ document: PDFDocument) throws -> [String: [Int]] {
    let store = try FileStore(.url(#require(document.url)), password: nil, options: OpenOptions())
    let graph = store.graph
    var pages: [ObjectID: Int] = [:]
    for index in 0..<store.pageCount {
      let page = try store.page(PageID(number: index + 1))
      for element in graph.resolve(page.dictionary["Annots"]).array ?? [] {
        guard graph.resolve(element).dictionary?["Subtype"]?.name == "Widget" else { continue }
        let id = try #require(element.reference)
        #expect(pages.updateValue(index + 1, forKey: id) == nil, "a widget of two pages")
        if let named = graph.object(id).dictionary?["P"]?.reference { #expect(named == page.object) }
      }
    }
    var result: [String: [Int]] = [:]
    var seen: Set<ObjectID> = []
    func walk(_ element: PDFObject, _ above: String, parent: ObjectID?) throws {
      let id = try #require(element.reference)
      #expect(seen.insert(id).inserted, "a field that is listed twice")
      let field = try #require(graph.object(id).dictionary)
      #expect(field["Parent"]?.reference == parent)
      let own = graph.text(field["T"])
      let name = own.map { above.isEmpty ? $0 : above + "." + $0 } ?? above
      if own != nil, field["FT"] != nil { #expect(result[name] == nil, "two fields of one name") }
      if let page = pages[id] { result[name, default: []].append(page) }
      for kid in graph.resolve(field["Kids"]).array ?? [] { try walk(kid, name, parent: id) }
    }
    let form = graph.resolve(graph.catalog["AcroForm"]).dictionary
    for field in graph.resolve(form?["Fields"]).array ?? [] { try walk(field, "", parent: nil) }
    #expect(seen.isSuperset(of: pages.keys), "a widget of no field")
    return result.mapValues { $0.sorted() }
  }

  private func saved(_ document: PDFDocument, _ options: SaveOptions = SaveOptions()) throws -> [String:
    [Int]]
  {
    try document.saveAndWait(to: document.url ?? folder.url.appending(path: "new.pdf"), options)
    let check = try Tool.qpdfCheck(try #require(document.url))
    #expect(check.status == 0, "\(check.output)")
    return try fields(document)
  }

  private static let original = [
    "person.first": [1], "person.last": [1, 2], "kind": [1, 1], "lone": [2], "seal": [2],
  ]

  @Test(arguments: [SaveOptions(), .rewrite()]) func aCopyHasFieldsOfItsOwn(options: SaveOptions) throws {
    let document = try document()
    try document.duplicatePages([document.pageIDs[0]])
    let with = [
      "person.first": [1], "person.last": [1, 3], "kind": [1, 1], "lone": [3], "seal": [3],
      "person_2.first": [2],
      "person_2.last": [2], "kind_2": [2, 2],
    ]
    #expect(try saved(document, options.allowing(breakingSignatures: true)) == with)
    try document.undo()
    #expect(try saved(document, options.allowing(breakingSignatures: true)) == Self.original)
    try document.redo()
    #expect(try saved(document, options.allowing(breakingSignatures: true)) == with)
  }

  @Test(arguments: [SaveOptions(), .rewrite()]) func fieldsOfAnotherDocument(options: SaveOptions) throws {
    let (document, other) = (try document(), try document("b.pdf"))
    try document.insertPagesAndWait(of: other, at: 2)
    let with = Self.original.merging([
      "person_2.first": [3], "person_2.last": [3, 4], "kind_2": [3, 3], "lone_2": [4], "seal_2": [4],
    ]) { $1 }
    let allowing = options.allowing(breakingSignatures: true)
    #expect(try saved(document, allowing) == with)
    // The link leads to the page that came along, not to the place of that name here.
    let reopened = try PDFDocument.openAndWait(try #require(document.url))
    let link = try #require(try reopened.page(at: 2).annotations.first { $0.content.link != nil })
    #expect(link.content.link?.target == .place(PageDestination(reopened.pageIDs[3], view: .page)))
    try document.undo()
    #expect(try saved(document, allowing) == Self.original)
    try document.redo()
    #expect(try saved(document, allowing) == with)
  }

  @Test func widgetsThatTheirFieldAloneListsComeWithIt() throws {
    let source = try PDFDocument(data: data(isNamed: false))
    let document = try document()
    try document.insertPagesAndWait(of: source, at: 2)
    let fields = try saved(document)
    #expect(fields["kind_2"] == [3, 3], "\(fields)")
    let part = try PDFDocument(
      data: source.extractPagesAndWait([source.pageIDs[0]]).dataRepresentationAndWait())
    #expect(try part.form?["kind"]?.widgets.count == 2)
  }

  @Test func aDocumentWithoutAFormGetsOne() throws {
    let document = try PDFDocument()
    try document.insertPagesAndWait(of: self.document(), at: 0)
    #expect(try saved(document) == Self.original)
    let store = try FileStore(.url(#require(document.url)), password: nil, options: OpenOptions())
    let graph = store.graph
    let form = try #require(graph.resolve(graph.catalog["AcroForm"]).dictionary)
    let fonts = graph.resolve(graph.resolve(form["DR"]).dictionary?["Font"]).dictionary
    #expect(graph.resolve(fonts?["Helv"]).dictionary?["BaseFont"]?.name == "Helvetica")
    for field in graph.resolve(form["Fields"]).array ?? [] {
      let dictionary = try #require(graph.resolve(field).dictionary)
      #expect(dictionary["DA"]?.string == Array("/Helv 9 Tf 0 g".utf8))
      // The signature covers another file.
      if graph.text(dictionary["T"]) == "seal" { #expect(dictionary["V"] == nil) }
      if graph.text(dictionary["T"]) == "kind" { #expect(dictionary["V"]?.name == "A") }
    }
  }

  @Test(arguments: [SaveOptions(), .rewrite()]) func fieldsGoAndComeBackWithTheirPages(options: SaveOptions)
    throws
  {
    let allowing = options.allowing(breakingSignatures: true)
    let document = try document()
    try document.removePages([document.pageIDs[0]])
    #expect(try saved(document, allowing) == ["person.last": [1], "lone": [1], "seal": [1]])
    try document.undo()
    #expect(try saved(document, allowing) == Self.original)
    try document.redo()
    #expect(try saved(document, allowing) == ["person.last": [1], "lone": [1], "seal": [1]])
    try document.undo()
    #expect(try saved(document, allowing) == Self.original)
  }

  @Test func pagesAreExtractedWithTheirFields() throws {
    let document = try document()
    #expect(
      try saved(document.extractPagesAndWait([document.pageIDs[1]])) == [
        "person.last": [1], "lone": [1], "seal": [1],
      ])
  }
}

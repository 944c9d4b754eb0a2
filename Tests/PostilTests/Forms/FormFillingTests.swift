import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

/// Forms that are filled in: what the file has then, what other programs find in it, and what is shown before it is saved.
@Suite struct FormFillingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let values: [String: FormValue] = [
    "name": "Ada Lovelace", "story": "Words that take more than one line, so that they have to be broken",
    "code": "123456", "person.secret": "hunter", "language": "de", "tags": ["two", "seven"], "member": true,
    "color": "green", "price": "1234.5", "tax": "10", "born": "2026-05-04", "turned": "up",
  ]

  private func document(_ form: FormDocument = FormDocument()) throws -> PDFDocument {
    try PDFDocument.openAndWait(folder.file("form.pdf", form.data))
  }

  private func save(_ document: PDFDocument, _ options: SaveOptions = SaveOptions()) throws -> ObjectGraph {
    try document.saveAndWait(options)
    let url = try #require(document.url)
    let check = try Tool.qpdfCheck(url)
    #expect(check.status == 0, "\(check.output)")
    return try FileStore(.url(url), password: nil, options: OpenOptions()).graph
  }

  private func reopened(_ document: PDFDocument) throws -> PDFDocument {
    try PDFDocument.openAndWait(try #require(document.url))
  }

  private func tree(_ graph: ObjectGraph) -> FormTree { FormTree(graph, pages: []) }

  private func dictionary(_ name: String, _ graph: ObjectGraph, widget: Int? = nil) throws -> PDFDictionary {
    let field = try #require(tree(graph)[name])
    let object = widget.map { field.widgets[$0].object } ?? field.objects[0]
    return try #require(graph.object(object).dictionary)
  }

  @Test func readsEveryKind() throws {
    let form = try #require(try document().form)
    #expect(
      form.fields.map(\.name) == [
        "name", "story", "code", "person.secret", "language", "tags", "member", "color", "price", "tax",
        "total", "born",
        "fixed", "turned",
      ])
    #expect(
      form.fields.map(\.kind) == [
        .text, .text, .text, .text, .comboBox, .listBox, .checkBox, .radioButtons, .text, .text, .text, .text,
        .text, .text,
      ])
    #expect(form["name"]?.alternateName == "Your name")
    #expect(form["name"]?.value == "Grace")
    #expect(form["code"]?.maximumLength == 6)
    #expect(form["person.secret"]?.flags == .password)
    #expect(form["language"]?.options == [.init("de", label: "Deutsch"), .init("en", label: "English")])
    #expect(form["member"]?.buttonValues == ["Ja"])
    #expect(form["color"]?.buttonValues == ["red", "green"])
    #expect(form["color"]?.widgets.map(\.tabIndex) == [7, 8, 9])
    #expect(form["name"]?.widgets.first?.rect == PageRect(x: 20, y: 350, width: 160, height: 20))
    #expect(form.calculationOrder == ["total"])
    #expect(form.missingFields == [])
  }

  /// As programs leave them that copy pages without the form.
  @Test(arguments: [true, false]) func fieldsThatNoFormListsAreListedOnceFilledIn(hasForm: Bool) throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R\(hasForm ? "/AcroForm<</Fields[12 0 R]>>" : "")>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[11 0 R 12 0 R 13 0 R]>>", as: 3)
    builder.add("<</T(group)/Kids[11 0 R 13 0 R]>>", as: 10)
    let widget = "/Type/Annot/Subtype/Widget/F 4/FT/Tx/DA(/Helv 12 Tf 0 g)"
    builder.add("<<\(widget)/Rect[20 20 180 40]/T(a)/Parent 10 0 R>>", as: 11)
    builder.add("<<\(widget)/Rect[20 60 180 80]/T(b)>>", as: 12)
    builder.add("<<\(widget)/Rect[20 90 180 110]/T(c)/Parent 10 0 R>>", as: 13)
    let document = try PDFDocument.openAndWait(folder.file("widgets.pdf", builder.data()))
    let names = try #require(try document.form).fields.map(\.name)
    #expect(names.sorted() == ["b", "group.a", "group.c"])
    try document.fill(["group.a": "one", "group.c": "three"])
    try document.undo()
    #expect(!document.hasUnsavedChanges)
    try document.redo()
    let graph = try save(document)
    let form = try #require(graph.resolve(graph.catalog["AcroForm"]).dictionary)
    let listed = (graph.resolve(form["Fields"]).array ?? []).compactMap { $0.reference?.number }
    #expect(listed == (hasForm ? [12, 10] : [10]))
    #expect(tree(graph)["group.a"] != nil && tree(graph)["group.c"] != nil)
    #expect(try reopened(document).form?["group.a"]?.value == "one")
  }

  /// MuPDF shows nothing of widgets that do not name their field, if it is to draw fields itself.
  @Test func aWidgetIsGivenTheFieldThatListsIt() throws {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R 12 0 R]/DA(/Helv 12 Tf 0 g)/NeedAppearances true>>>>",
      as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[11 0 R 12 0 R]>>", as: 3)
    builder.add("<</FT/Tx/T(a)/Kids[11 0 R]>>", as: 10)
    builder.add("<</Type/Annot/Subtype/Widget/F 4/Rect[20 20 180 40]>>", as: 11)
    builder.add("<</Type/Annot/Subtype/Widget/F 4/Rect[20 60 180 80]/FT/Tx/T(b)>>", as: 12)
    let document = try PDFDocument.openAndWait(folder.file("widgets.pdf", builder.data()))
    try document.fill(["a": "Wert"])
    let graph = try save(document)
    #expect(try dictionary("a", graph, widget: 0)["Parent"]?.reference == ObjectID(number: 10))
    #expect(try dictionary("b", graph, widget: 0)["Parent"] == nil)
    let text = try Tool.run("mutool", ["draw", "-F", "txt", try #require(document.url).path, "1"])
    #expect(text.output.contains("Wert"), "\(text.output)")
  }

  @Test func whatIsLargerThanItsFieldIsTold() throws {
    var builder = PDFBuilder()
    let names = ["wide", "low", "lines", "fitting", "any", "secret"]
    let kids = names.indices.map { "\(10 + $0) 0 R " }.joined()
    builder.add("<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[\(kids)]/DA(/Helv 11 Tf 0 g)>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[\(kids)]>>", as: 3)
    let looks = [
      "/Rect[20 20 60 36]", "/Rect[20 40 180 44]", "/Rect[20 60 60 90]/Ff 4096", "/Rect[20 100 180 116]",
      "/Rect[20 120 180 136]/DA(/Helv 0 Tf 0 g)", "/Rect[20 140 180 156]/Ff 8192",
    ]
    for (index, name) in names.enumerated() {
      builder.add("<</Type/Annot/Subtype/Widget/F 4/FT/Tx/T(\(name))\(looks[index])>>", as: 10 + index)
    }
    let document = try PDFDocument(data: builder.data())
    try document.fill([
      "wide": "Grace Brewster Hopper", "low": "Łukasiewicz", "lines": "one two three four five six seven",
      "fitting": "Ada Lovelace", "any": "A text that is made to fit the field",
      "secret": "open sesame",
    ])
    let report = try document.writeAndWait(to: folder.url.appending(path: "large.pdf"))
    #expect(
      report.warnings == [
        "what was filled in is larger than its field, and seen in part: 'lines', 'low', 'wide'",
        "what was filled in for a password is in the file, for all who open it: 'secret'",
      ])
  }

  /// pdfTeX's check boxes name the states, and have dictionaries in place of their appearances.
  private static func undrawnBox(_ state: String) throws -> Data {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[11 0 R 12 0 R]/DA(/Helv 12 Tf 0 g)/NeedAppearances true>>>>",
      as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Annots[11 0 R 12 0 R]>>", as: 3)
    builder.add(
      "<</Type/Annot/Subtype/Widget/F 4/Rect[20 20 40 40]/FT/Btn/T(box)/V/\(state)/AS/\(state)/AP<</N<</Yes<<>>>>>>>>",
      as: 11)
    builder.add("<</Type/Annot/Subtype/Widget/F 4/Rect[20 60 180 80]/FT/Tx/T(name)/V(Ada)>>", as: 12)
    return builder.data()
  }

  /// The appearance that a state of the box has, and whether readers are asked to draw fields.
  private func appearance(_ state: PDFName, _ graph: ObjectGraph) throws -> (object: PDFObject, asked: Bool) {
    let widget = try dictionary("box", graph, widget: 0)
    let states = graph.resolve(graph.resolve(widget["AP"]).dictionary?["N"]).dictionary
    let asked = graph.resolve(graph.form?["NeedAppearances"]).boolean ?? false
    return (graph.resolve(states?[state]), asked)
  }

  @Test func readersDrawFieldsAsLongAsOneHasNoAppearance() throws {
    let document = try PDFDocument.openAndWait(folder.file("box.pdf", Self.undrawnBox("Yes")))
    try document.fill(["name": "Grace"])
    let asked = try appearance("Yes", save(document))
    #expect(!asked.object.isStream && asked.asked)
    try document.fill(["box": false])
    let drawn = try appearance("Yes", save(document))
    #expect(drawn.object.isStream && !drawn.asked)
  }

  /// The form that pages come into does not ask readers to draw fields.
  @Test func fieldsThatComeWithPagesHaveAppearances() async throws {
    let source = try PDFDocument(data: Self.undrawnBox("Yes"))
    let target = TextDocument([[.init(72, 700, "one")]]).data
    let document = try PDFDocument.openAndWait(folder.file("target.pdf", target))
    try await document.insertPages(of: source, at: 0)
    let graph = try save(document)
    let box = try appearance("Yes", graph)
    #expect(box.object.isStream && !box.asked)
    let text = try dictionary("name", graph, widget: 0)
    let drawn = graph.resolve(graph.resolve(text["AP"]).dictionary?["N"])
    #expect(drawn.isStream)
    #expect(try document.form?["name"]?.value == "Ada")
    #expect(try document.form?["box"]?.value == true)
  }

  @Test(arguments: [SaveOptions(), .rewrite()]) func writesValues(options: SaveOptions) throws {
    let document = try document()
    try document.fill(Self.values)
    #expect(try document.form?["total"]?.value == "1244.5")
    let graph = try save(document, options)
    for (name, value) in Self.values { #expect(try document.form?[name]?.value == value, "\(name)") }
    #expect(graph.text(try dictionary("name", graph)["V"]) == "Ada Lovelace")
    #expect(try dictionary("member", graph)["V"] == .name("Ja"))
    #expect(try dictionary("member", graph)["AS"] == .name("Ja"))
    // The values of these buttons are in /Opt, so that their states are numbers.
    #expect(try dictionary("color", graph)["V"] == .name("1"))
    #expect(
      try (0..<3).map { try dictionary("color", graph, widget: $0)["AS"]?.name } == ["Off", "1", "Off"])
    #expect(try dictionary("tags", graph)["I"] == .array([.integer(1), .integer(6)]))
    #expect(try dictionary("tags", graph)["V"]?.array?.count == 2)
    #expect(graph.text(try dictionary("total", graph)["V"]) == "1244.5")
    let fresh = try reopened(document)
    #expect(try fresh.form?.values == document.form?.values)
    let text = try Tool.run("pdftotext", ["-layout", try #require(document.url).path, "-"]).output
    for shown in [
      "Ada Lovelace", "Deutsch", "$1,234.50", "1.244,50", "4 May 2026", "stays", "******", "five",
    ] {
      #expect(text.contains(shown), "\(shown)")
    }
  }

  @Test(arguments: ["€ uro", "Жар-птица и", "中文", "שלום", "مرحبا", "naïve €"]) func writesEveryScript(
    text: String
  )
    throws
  {
    let document = try document()
    try document.fill(["name": .text(text), "story": .text(text)])
    let graph = try save(document)
    #expect(graph.text(try dictionary("name", graph)["V"]) == text)
    let found = try Tool.run("pdftotext", [try #require(document.url).path, "-"]).output
    // Marks of direction are pdftotext's.
    let plain = String(
      found.unicodeScalars.filter { !(0x202A...0x202E).contains($0.value) }.map(Character.init))
    #expect(plain.components(separatedBy: text).count == 3, "\(plain)")
  }

  @Test func undoBeforeTheSaveLeavesTheFile() throws {
    let form = FormDocument()
    let document = try document(form)
    let before = document.state
    try document.fill(Self.values)
    #expect(document.hasUnsavedChanges)
    try document.undo()
    #expect(document.state == before)
    #expect(try document.form?["name"]?.value == "Grace")
    try document.saveAndWait()
    #expect(try Data(contentsOf: try #require(document.url)) == form.data)
  }

  @Test(arguments: [SaveOptions(), .rewrite()]) func undoAfterTheSaveBringsValuesBack(options: SaveOptions)
    throws
  {
    let document = try document()
    let original = try #require(try document.form).values
    try document.fill(Self.values)
    _ = try save(document, options)
    try document.undo()
    #expect(try document.form?.values == original)
    let graph = try save(document, options)
    let fresh = try reopened(document)
    #expect(try fresh.form?.values == original)
    #expect(try dictionary("name", graph)["AP"] == nil)
    #expect(try dictionary("member", graph)["AS"] == .name("Off"))
    try document.redo()
    _ = try save(document, options)
    #expect(try reopened(document).form?["name"]?.value == "Ada Lovelace")
  }

  @Test func valuesStayThroughLaterSaves() throws {
    let document = try document()
    try document.fill(["name": "Ada"])
    _ = try save(document)
    let first = try Data(contentsOf: try #require(document.url))
    try document.fill(["tax": "3"])
    _ = try save(document)
    let second = try Data(contentsOf: try #require(document.url))
    #expect(second.starts(with: first))
    _ = try save(document, .rewrite())
    try document.fill(["code": "7"])
    _ = try save(document)
    let values = try reopened(document).form?.values ?? [:]
    #expect(values["name"] == "Ada")
    #expect(values["tax"] == "3")
    #expect(values["code"] == "7")
  }

  @Test(arguments: [
    ["nothing": "x"] as [String: FormValue], ["code": "1234567"], ["language": "fr"], ["fixed": "x"],
    ["color": "blue"],
    ["name": "a", "tags": ["eight"]], ["member": "maybe"], ["name": "\u{10FFFD}"],
  ])
  func whatDoesNotFitChangesNothing(values: [String: FormValue]) throws {
    let document = try document()
    let before = document.state
    #expect(throws: PDFError.self) { try document.fill(values) }
    #expect(document.state == before)
    #expect(!document.hasUnsavedChanges)
  }

  @Test func aDocumentWithoutAFormSaysSo() throws {
    let document = try PDFDocument(data: PageDocument(pageCount: 1).data)
    #expect(try document.form == nil)
    let error = #expect(throws: PDFError.self) { try document.fill(["name": "x"]) }
    #expect(error?.code == .noSuchField)
  }

  @Test func editsAreJSON() throws {
    let edit = Edit.setFormValues(["name": "Ada", "member": true, "tags": ["one"], "tax": nil])
    let json = try JSONEncoder().encode(edit)
    #expect(try JSONDecoder().decode(Edit.self, from: json) == edit)
    let document = try document()
    let script = #"[{"edit": "setFormValues", "values": {"name": "Ada", "tax": 4, "member": true}}]"#
    _ = try document.apply(EditScript(json: Data(script.utf8)))
    #expect(try document.form?["name"]?.value == "Ada")
    #expect(try document.form?["tax"]?.value == "4")
  }

  @Test func transactionsSeeEachOthersFields() throws {
    let document = try document()
    let error = #expect(throws: PDFError.self) {
      try document.edit { edit in
        try edit.fill(["name": "One"])
        try document.fill(["name": "Two"])
      }
    }
    #expect(error?.code == .editConflict)
    try document.edit { edit in
      try edit.fill(["tax": "1"])
      try document.fill(["code": "2"])
    }
    #expect(try document.form?["tax"]?.value == "1")
    #expect(try document.form?["code"]?.value == "2")
  }

  @Test func hybridFormsLoseTheirXFAUntilTheFillingIsUndone() throws {
    var form = FormDocument()
    form.form = "/XFA[(template)4 0 R]/NeedAppearances true"
    let document = try document(form)
    #expect(try document.form?.xfa == .hybrid)
    try document.fill(["name": "Ada"])
    #expect(try document.form?.xfa == nil)
    let report = try document.writeAndWait(to: folder.url.appending(path: "copy.pdf"))
    #expect(report.warnings.contains { $0.contains("XFA") })
    let graph = try save(document)
    let entries = try #require(graph.resolve(graph.catalog["AcroForm"]).dictionary)
    #expect(entries["XFA"] == nil)
    // Other fields still have no appearance.
    #expect(entries["NeedAppearances"] == .boolean(true))
    try document.undo()
    let again = try save(document)
    #expect(again.resolve(again.catalog["AcroForm"]).dictionary?["XFA"] != nil)
  }

  @Test func whatIsShownIsWhatIsSaved() async throws {
    let document = try document()
    let page = document.pageIDs[0]
    let renderer = PageRenderer(document, options: .forTests)
    let empty = Pixels(try await renderer.image(of: page, scale: 2))
    try document.fill(Self.values)
    let live = Pixels(try await renderer.image(of: page, scale: 2))
    #expect(live != empty)
    _ = try save(document)
    let saved = try reopened(document)
    #expect(
      Pixels(try await PageRenderer(saved, options: .forTests).image(of: saved.pageIDs[0], scale: 2)) == live)
    #expect(Pixels(try await renderer.image(of: page, scale: 2)) == live)
    try document.undo()
    #expect(Pixels(try await renderer.image(of: page, scale: 2)) == empty)
  }
}

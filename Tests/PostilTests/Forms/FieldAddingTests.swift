import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

/// Form fields that are added to a document and removed: what the file has then, what other programs find in it, and what is
/// shown before it is saved.
@Suite struct FieldAddingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let look = FormFieldLook(
    size: 12, color: .blue, background: Color(red: 1, green: 1, blue: 0.9), border: .init(color: .gray))

  /// A field of each kind on a page, named with a prefix.
  private static func fields(_ prefix: String, on page: PageID) -> [NewFormField] {
    func rect(_ x: Double, _ y: Double, _ width: Double = 160, _ height: Double = 20) -> PageRect {
      PageRect(x: 40 + x, y: 40 + y, width: width, height: height)
    }
    var name = NewFormField(
      .text, named: "\(prefix).name", on: page, in: rect(0, 170), value: "Ada Lovelace", flags: .required,
      maximumLength: 40, look: look)
    name.alternateName = "Your name"
    name.defaultValue = "nobody"
    return [
      name,
      NewFormField(
        .text, named: "\(prefix).story", on: page, in: rect(0, 120, 160, 45), flags: .multiline, look: look),
      NewFormField(
        .text, named: "\(prefix).code", on: page, in: rect(0, 95), value: "123", flags: .comb,
        maximumLength: 6,
        look: FormFieldLook(font: .courierBold, alignment: .center, border: .init(style: .dashed))),
      NewFormField(
        .checkBox, named: "\(prefix).member", on: page, in: rect(0, 70, 16, 16), value: true,
        look: FormFieldLook(border: .init(style: .beveled), mark: .cross)),
      NewFormField(
        .radioButtons, named: "\(prefix).color",
        widgets: [
          .init(on: page, in: rect(40, 70, 16, 16), value: "red"),
          .init(on: page, in: rect(60, 70, 16, 16), value: "grün"),
          .init(on: page, in: rect(80, 70, 16, 16), value: "0"),
        ], value: "grün", flags: .noToggleToOff, look: FormFieldLook(border: .init())),
      NewFormField(
        .comboBox, named: "\(prefix).country", on: page, in: rect(0, 45),
        options: [.init("de", label: "Germany"), .init("France")], value: "de",
        look: FormFieldLook(font: .timesItalic, border: .init(style: .underline))),
      NewFormField(
        .listBox, named: "\(prefix).tags", on: page, in: rect(110, 45, 50, 45),
        options: [.init("one"), .init("two"), .init("three")], value: ["one", "three"], flags: .multiSelect,
        look: FormFieldLook(size: 9, border: .init(style: .inset))),
      NewFormField(.signature, named: "\(prefix).sign", on: page, in: rect(0, 0, 160, 40), look: look),
    ]
  }

  /// Four pages, each turned by another angle.
  private func turned(xref: PDFBuilder.Xref = .table) throws -> PDFDocument {
    var sample = PageDocument(pageCount: 4)
    sample.xref = xref
    for (index, rotation) in [0, 90, 180, 270].enumerated() {
      sample.pages[index].mediaBox = [0, 0, 300, 300]
      sample.pages[index].rotation = rotation
      sample.pages[index].content = "0.95 g 20 20 260 260 re f"
    }
    return try PDFDocument.openAndWait(folder.file("turned.pdf", sample.data))
  }

  private func plain(_ name: String = "plain.pdf", pageCount: Int = 1) throws -> PDFDocument {
    try PDFDocument.openAndWait(folder.file(name, PageDocument(pageCount: pageCount).data))
  }

  private func form(_ form: FormDocument = FormDocument()) throws -> PDFDocument {
    try PDFDocument.openAndWait(folder.file("form.pdf", form.data))
  }

  private static func text(_ name: String, on page: PageID, y: Double = 100) -> NewFormField {
    NewFormField(
      .text, named: name, on: page, in: PageRect(x: 20, y: y, width: 150, height: 20),
      look: FormFieldLook(border: .init()))
  }

  private func graph(_ document: PDFDocument) throws -> ObjectGraph {
    try FileStore(.url(#require(document.url)), password: nil, options: OpenOptions()).graph
  }

  /// What a field is, apart from the names of its annotations.
  private func said(_ form: PDFForm?) -> [String] {
    (form?.fields ?? []).map { field in
      let places = field.widgets.map { "\($0.page) \($0.rect) \($0.value ?? "-") \($0.tabIndex)" }
      return "\(field) \(field.flags.rawValue) \(field.options) \(field.maximumLength ?? 0) "
        + "\(field.alternateName ?? "") \(field.defaultValue.map { "\($0)" } ?? "") \(places)"
    }
  }

  // MARK: - Every kind

  @Test(arguments: PDFBuilder.Xref.allCases) func everyKindOnTurnedPages(xref: PDFBuilder.Xref) async throws {
    let document = try turned(xref: xref)
    let original = try Data(contentsOf: try #require(document.url))
    for (index, page) in document.pageIDs.enumerated() {
      try document.addFields(Self.fields("p\(index)", on: page))
    }
    let live = try #require(try document.form)
    #expect(live.fields.count == 32)
    #expect(live["p1.name"]?.kind == .text && live["p1.name"]?.value == "Ada Lovelace")
    #expect(live["p1.name"]?.flags == .required && live["p1.name"]?.maximumLength == 40)
    #expect(live["p1.name"]?.alternateName == "Your name" && live["p1.name"]?.defaultValue == "nobody")
    #expect(live["p2.member"]?.value == true && live["p2.member"]?.buttonValues == ["Yes"])
    #expect(live["p3.color"]?.value == "grün")
    #expect(live["p3.color"]?.buttonValues == ["red", "grün", "0"])
    #expect(live["p0.country"]?.options == [.init("de", label: "Germany"), .init("France")])
    #expect(live["p0.tags"]?.value == ["one", "three"])
    #expect(live["p0.sign"]?.kind == .signature)
    #expect(
      live.fields.map { $0.widgets.first?.tabIndex ?? -1 }
        == live.fields.map { $0.widgets[0].tabIndex }.sorted())
    #expect(try await SavedPicture(document).largestDifference() == 0)

    let saved = try saveAndReopen(document)
    #expect(try Data(contentsOf: try #require(document.url)).starts(with: original))
    #expect(said(try saved.form) == said(live))
    #expect(said(try document.form) == said(live))
    #expect(try await SavedPicture(document).largestDifference() == 0)
    // Below one parent for each page.
    let graph = try graph(document)
    let entries = try #require(graph.resolve(graph.catalog["AcroForm"]).dictionary)
    #expect(graph.resolve(entries["Fields"]).array?.count == 4)
    #expect(entries["SigFlags"]?.integer == 1)
    let text = try Tool.run("pdftotext", [try #require(document.url).path, "-"]).output
    #expect(text.components(separatedBy: "Ada Lovelace").count == 5, "\(text)")
    #expect(text.components(separatedBy: "Germany").count == 5)
  }

  /// What stands upright on a turned page looks as on one that is not, turned.
  @Test func fieldsAreUprightAsThePageIsShown() async throws {
    let document = try turned()
    for page in document.pageIDs {
      try document.addField(
        NewFormField(
          .text, named: "t\(page.number)", on: page, in: PageRect(x: 100, y: 100, width: 100, height: 100),
          value: "Upright", look: FormFieldLook(size: 20, border: .init())))
    }
    let saved = try saveAndReopen(document)
    let renderer = PageRenderer(saved, options: .forTests)
    let first = Pixels(try await renderer.image(of: saved.pageIDs[0], scale: 1))
    for page in saved.pageIDs.dropFirst() {
      #expect(Pixels(try await renderer.image(of: page, scale: 1)).difference(from: first) < 0.002)
    }
  }

  @Test(arguments: [SaveOptions(), .rewrite()]) func fillingInBeforeAndAfterASave(options: SaveOptions)
    async throws
  {
    let document = try turned()
    for (index, page) in document.pageIDs.enumerated() {
      try document.addFields(Self.fields("p\(index)", on: page))
    }
    let values: [String: FormValue] = [
      "p0.name": "Grace", "p1.story": "Two lines\nof text", "p2.member": false, "p3.color": "0",
      "p0.country": "France", "p1.tags": ["two"],
    ]
    try document.fill(values)
    func expect(_ form: PDFForm?) {
      for (name, value) in values { #expect(form?[name]?.value == value, "\(name)") }
    }
    expect(try document.form)
    #expect(try await SavedPicture(document).largestDifference() == 0)
    expect(try saveAndReopen(document, options).form)
    try document.fill(["p0.name": "Later", "p3.color": "red"])
    #expect(try await SavedPicture(document).largestDifference() == 0)
    let again = try saveAndReopen(document, options)
    #expect(try again.form?["p0.name"]?.value == "Later")
    #expect(try again.form?["p3.color"]?.value == "red")
    // Back to what they were added with.
    try document.undo()
    try document.undo()
    #expect(try document.form?["p0.name"]?.value == "Ada Lovelace")
    #expect(try document.form?["p3.color"]?.value == "grün")
    #expect(try await SavedPicture(document).largestDifference() == 0)
    let first = try saveAndReopen(document, options)
    #expect(try first.form?["p0.name"]?.value == "Ada Lovelace")
    #expect(try first.form?["p1.story"]?.value == "")
    #expect(try first.form?["p2.member"]?.value == true)
    #expect(try first.form?["p3.color"]?.value == "grün")
    #expect(try first.form?["p1.tags"]?.value == ["one", "three"])
    // The file that was saved is filled in as any other.
    try first.fill(values)
    expect(try saveAndReopen(first).form)
  }

  @Test func aNewDocumentGetsAForm() throws {
    let document = try PDFDocument()
    let page = try document.insertBlankPage(width: 300, height: 300, at: 0)
    try document.addFields(Self.fields("a", on: page))
    try document.fill(["a.name": "New"])
    let url = folder.url.appending(path: "new.pdf")
    try document.saveAndWait(to: url)
    #expect(try Tool.qpdfCheck(url).status == 0)
    let saved = try PDFDocument.openAndWait(url)
    #expect(said(try saved.form) == said(try document.form))
    #expect(try saved.form?["a.name"]?.value == "New")
  }

  @Test func anEncryptedDocumentTakesFields() throws {
    let encryption = RewriteOptions.Encryption.aes256(userPassword: "", ownerPassword: "o")
    let data = try plain().dataRepresentationAndWait(.rewrite(RewriteOptions(encryption: encryption)))
    let document = try PDFDocument.openAndWait(folder.file("encrypted.pdf", data))
    try document.addFields(Self.fields("a", on: document.pageIDs[0]))
    let saved = try saveAndReopen(document)
    #expect(try Data(contentsOf: try #require(document.url)).starts(with: data))
    #expect(said(try saved.form) == said(try document.form))
  }

  /// Buttons of one value show the same; nothing depends on which page is drawn.
  @Test func radioButtonsInUnisonOnSeveralPages() async throws {
    let document = try turned()
    let widgets = document.pageIDs.enumerated().map { index, page in
      NewFormField.Widget(on: page, in: PageRect(x: 50, y: 50, width: 30, height: 30), value: "v\(index % 2)")
    }
    try document.addField(
      NewFormField(
        .radioButtons, named: "a", widgets: widgets, value: "v1", flags: .radiosInUnison,
        look: FormFieldLook(border: .init())))
    #expect(try await SavedPicture(document).largestDifference() == 0)
    try document.fill(["a": "v0"])
    #expect(try await SavedPicture(document).largestDifference() == 0)
    _ = try saveAndReopen(document)
    let form = try form(in: graph(document))
    let kids = try graph(document).fieldNodes(of: form).filter { !$0.hasOwnName }
    #expect(kids.map { $0.dictionary["AS"]?.name } == ["v0", "Off", "v0", "Off"])
  }

  // MARK: - Undo

  @Test func undoBeforeTheSaveLeavesTheFile() throws {
    let document = try plain()
    let url = try #require(document.url)
    let original = try Data(contentsOf: url)
    let before = document.state
    let page = document.pageIDs[0]
    try document.addFields(Self.fields("a", on: page))
    #expect(document.undoName == "Add Form Fields")
    try document.fill(["a.name": "x"])
    try document.removeFieldAndWait(named: "a.color")
    #expect(document.undoName == "Delete Form Field")
    #expect(try document.form?["a.color"] == nil)
    for _ in 0..<3 { try document.undo() }
    #expect(document.state == before && !document.canUndo)
    #expect(try document.form == nil)
    try document.saveAndWait()
    #expect(try Data(contentsOf: url) == original)
    for _ in 0..<3 { try document.redo() }
    #expect(try document.form?["a.name"]?.value == "x")
    #expect(try document.form?.fields.count == 7)
  }

  @Test(arguments: [SaveOptions(), .rewrite()]) func undoAndRedoAcrossSaves(options: SaveOptions) async throws
  {
    let document = try turned()
    let (first, second) = (document.pageIDs[0], document.pageIDs[1])
    try document.addField(
      NewFormField(
        .text, named: "both",
        widgets: [first, second].map { .init(on: $0, in: PageRect(x: 30, y: 30, width: 90, height: 20)) },
        value: "twice"))
    try document.addField(Self.text("a.b.c", on: second))
    let with = said(try document.form)
    #expect(said(try saveAndReopen(document, options).form) == with)
    try document.undo()
    try document.undo()
    #expect(try document.form?.fields ?? [] == [])
    #expect(try saveAndReopen(document, options).form?.fields ?? [] == [])
    try document.redo()
    try document.redo()
    #expect(said(try document.form) == with)
    #expect(try await SavedPicture(document).largestDifference() == 0)
    #expect(said(try saveAndReopen(document, options).form) == with)
  }

  /// A widget that a rewrite left out joins those of its field that stayed.
  @Test func aPlaceThatComesBackAfterARewriteIsOfItsField() throws {
    let document = try turned()
    let places = document.pageIDs.prefix(2).map {
      NewFormField.Widget(on: $0, in: PageRect(x: 30, y: 30, width: 90, height: 20))
    }
    try document.addField(NewFormField(.text, named: "a.both", widgets: places, value: "twice"))
    let with = said(try document.form)
    _ = try saveAndReopen(document)
    let widget = try #require(try document.form?["a.both"]?.widgets.first)
    try document.remove(widget.annotation, from: widget.page)
    #expect(try saveAndReopen(document, .rewrite()).form?["a.both"]?.widgets.count == 1)
    try document.undo()
    #expect(said(try document.form) == with)
    #expect(said(try saveAndReopen(document).form) == with)
    #expect(try graph(document).fieldNodes(of: form(in: graph(document))).count == 4)
  }

  private func form(in graph: ObjectGraph) throws -> PDFDictionary? {
    graph.resolve(graph.catalog["AcroForm"]).dictionary
  }

  // MARK: - The tree

  @Test func parentsThatAreThereAreUsed() throws {
    let document = try form()
    let page = document.pageIDs[0]
    try document.addField(Self.text("person.age", on: page, y: 30))
    try document.addField(Self.text("person.home.city", on: page, y: 60))
    try document.addField(Self.text("person.home.street", on: page, y: 90))
    let saved = try saveAndReopen(document)
    let graph = try graph(document)
    let nodes = graph.fieldNodes(of: try form(in: graph))
    #expect(nodes.filter { $0.hasOwnName && $0.name == "person" }.count == 1)
    #expect(nodes.filter { $0.hasOwnName && $0.name == "person.home" }.count == 1)
    // The field above says that texts are passwords.
    #expect(try saved.form?["person.age"]?.flags == [])
    #expect(try saved.form?["person.secret"]?.flags == .password)
    #expect(try saved.form?["person.home.city"]?.kind == .text)
    #expect(try saved.form?.fields.count == 17)
  }

  @Test func removingTakesFieldsOutOfTheTree() async throws {
    let document = try form()
    let original = try Data(contentsOf: try #require(document.url))
    try document.fill(["name": "Ada", "tax": "2"])
    for name in ["name", "color", "person.secret", "total"] { try document.removeFieldAndWait(named: name) }
    #expect(try document.form?.fields.count == 10)
    #expect(try document.form?.calculationOrder == [])
    #expect(try await SavedPicture(document).largestDifference() == 0)
    let saved = try saveAndReopen(document)
    #expect(try Data(contentsOf: try #require(document.url)).starts(with: original))
    #expect(try saved.form?.fields.count == 10)
    #expect(try saved.page(at: 0).annotations.count == 10)
    let graph = try graph(document)
    let entries = try #require(try form(in: graph))
    #expect(graph.resolve(entries["Fields"]).array?.count == 10)
    #expect(graph.resolve(entries["CO"]).array?.isEmpty ?? true)
    for _ in 0..<5 { try document.undo() }
    let values = try #require(try saveAndReopen(document).form)
    #expect(values.fields.count == 14 && values["name"]?.value == "Grace")
    #expect(values.calculationOrder == ["total"])
  }

  /// Nothing of the field that had the name before is left in the new one.
  @Test(arguments: [false, true]) func aRemovedFieldsNameIsFree(isSavedBetween: Bool) async throws {
    let document = try form()
    let page = document.pageIDs[0]
    try document.fill(["name": "Ada"])
    if isSavedBetween { _ = try saveAndReopen(document) }
    try document.removeFieldAndWait(named: "name")
    if isSavedBetween { _ = try saveAndReopen(document) }
    try document.addField(Self.text("name", on: page, y: 40))
    #expect(try document.form?["name"]?.value == "")
    #expect(try await SavedPicture(document).largestDifference() == 0)
    let saved = try saveAndReopen(document)
    #expect(try saved.form?["name"]?.value == "" && saved.form?["name"]?.widgets.count == 1)
    #expect(try saved.form?.fields.count == 14 && saved.form?["name_2"] == nil)
    try document.undo()
    try document.undo()
    #expect(try document.form?["name"]?.value == "Ada")
    #expect(try saveAndReopen(document).form?["name"]?.value == "Ada")
    #expect(try await SavedPicture(document).largestDifference() == 0)
  }

  @Test func aCopyOfAPageHasFieldsOfItsOwn() async throws {
    let document = try form()
    let page = document.pageIDs[0]
    try document.addField(Self.text("person.age", on: page, y: 30))
    try document.addField(Self.text("alone", on: page, y: 60))
    let copy = try document.duplicatePages([page])[0]
    let added = try #require(try document.form?.fields.filter { $0.widgets.contains { $0.page == copy } })
    #expect(added.map(\.name).sorted() == ["alone_2", "person_2.age"])
    try document.fill(["alone_2": "copy"])
    #expect(try await SavedPicture(document).largestDifference() == 0)
    let saved = try #require(try saveAndReopen(document).form)
    #expect(saved["alone"]?.value == "" && saved["alone_2"]?.value == "copy")
    #expect(saved["person_2.age"]?.widgets.count == 1)
    // Those of the file get other names.
    #expect(saved["name_2"] != nil && saved.fields.filter { $0.name.hasSuffix(".secret") }.count == 2)
    #expect(Set(saved.fields.map(\.name)).count == 32 && saved.fields.count == 32)
    try document.duplicatePages([page])
    let names = Set(try #require(try document.form).fields.map(\.name))
    // The copies of the file's fields are below another one.
    #expect(names.contains("alone_3") && names.contains("person_3.secret") && names.contains("person_4.age"))
    #expect(try saveAndReopen(document).form?.fields.count == 48)
  }

  @Test func fieldsGoWithTheirPages() throws {
    let document = try turned()
    for page in document.pageIDs { try document.addField(Self.text("f\(page.number)", on: page)) }
    try document.removePages([document.pageIDs[1]])
    #expect(try document.form?.fields.map(\.name) == ["f1", "f3", "f4"])
    #expect(try saveAndReopen(document).form?.fields.map(\.name) == ["f1", "f3", "f4"])
    try document.undo()
    #expect(try document.form?.fields.map(\.name) == ["f1", "f2", "f3", "f4"])
    #expect(try saveAndReopen(document, .rewrite()).form?.fields.map(\.name) == ["f1", "f2", "f3", "f4"])
    let extracted = try document.extractPagesAndWait([document.pageIDs[2]])
    #expect(try PDFDocument(data: extracted.dataRepresentationAndWait()).form?.fields.map(\.name) == ["f3"])
  }

  @Test(arguments: [false, true]) func addedFieldsAreFlattened(isSavedBefore: Bool) async throws {
    let document = try turned()
    let page = document.pageIDs[1]
    try document.addFields(Self.fields("a", on: page))
    try document.fill(["a.name": "Flat", "a.color": "red"])
    if isSavedBefore { _ = try saveAndReopen(document) }
    let renderer = PageRenderer(document, options: .forTests)
    let before = Pixels(try await renderer.image(of: page, scale: 2))
    #expect(try document.flattenFormAndWait().count == 7)
    #expect(Pixels(try await renderer.image(of: page, scale: 2)).difference(from: before) < 0.001)
    #expect(try await SavedPicture(document).largestDifference() == 0)
    let saved = try saveAndReopen(document)
    #expect(try saved.form?.fields.map(\.name) == ["a.sign"])
    #expect(try Tool.run("pdftotext", [try #require(document.url).path, "-"]).output.contains("Flat"))
    try document.undo()
    #expect(try document.form?["a.name"]?.value == "Flat")
    #expect(Pixels(try await renderer.image(of: page, scale: 2)) == before)
    #expect(try saveAndReopen(document).form?["a.color"]?.value == "red")
  }

  // MARK: - What is refused

  @Test func whatCannotBeAddedChangesNothing() throws {
    let document = try form()
    let page = document.pageIDs[0]
    let before = document.state
    func refuse(
      _ code: PDFError.Code, _ word: String, _ field: NewFormField,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let error = #expect(throws: PDFError.self, sourceLocation: sourceLocation) {
        try document.addFields([Self.text("fine", on: page), field])
      }
      #expect(error?.code == code, "\(String(describing: error))", sourceLocation: sourceLocation)
      #expect(
        error?.message.contains(word) == true, "\(String(describing: error))", sourceLocation: sourceLocation)
      #expect(document.state == before, sourceLocation: sourceLocation)
    }
    let rect = PageRect(x: 20, y: 20, width: 50, height: 20)
    for name in ["", ".", "a.", ".a", "a..b", "a\nb"] {
      refuse(.invalidArgument, "name", Self.text(name, on: page))
    }
    refuse(.invalidArgument, "'name'", Self.text("name", on: page))
    refuse(.invalidArgument, "'fine'", Self.text("fine", on: page))
    refuse(.invalidArgument, "'person.secret'", Self.text("person.secret.more", on: page))
    refuse(.invalidArgument, "'person'", Self.text("person", on: page))
    refuse(.pageOutOfRange, "page", Self.text("a", on: PageID(number: 9)))
    let rects = [
      PageRect(x: 0, y: 0, width: 0, height: 20), PageRect(x: 0, y: 0, width: 20, height: 0),
      PageRect(x: .nan, y: 0, width: 20, height: 20), PageRect(x: 0, y: 0, width: .infinity, height: 20),
      PageRect(x: 2e6, y: 0, width: 20, height: 20),
    ]
    for rect in rects { refuse(.invalidGeometry, "'a'", NewFormField(.text, named: "a", on: page, in: rect)) }
    for kind in [FormField.Kind.pushButton, .unknown] {
      refuse(.unsupported, "cannot be added", NewFormField(kind, named: "a", on: page, in: rect))
    }
    refuse(.invalidArgument, "no place", NewFormField(.text, named: "a", widgets: []))
    refuse(.invalidArgument, "value", NewFormField(.radioButtons, named: "a", on: page, in: rect))
    refuse(
      .invalidArgument, "Off",
      NewFormField(.radioButtons, named: "a", widgets: [.init(on: page, in: rect, value: "Off")]))
    let same = [NewFormField.Widget(on: page, in: rect, value: "x"), .init(on: page, in: rect, value: "x")]
    refuse(.invalidArgument, "one value", NewFormField(.radioButtons, named: "a", widgets: same))
    refuse(.invalidArgument, "options", NewFormField(.listBox, named: "a", on: page, in: rect))
    refuse(
      .invalidArgument, "two options",
      NewFormField(.listBox, named: "a", on: page, in: rect, options: [.init("x"), .init("x", label: "y")]))
    refuse(
      .invalidArgument, "'y'",
      NewFormField(.comboBox, named: "a", on: page, in: rect, options: [.init("x")], value: "y"))
    refuse(
      .invalidArgument, "combo boxes",
      NewFormField(.text, named: "a", on: page, in: rect, options: [.init("x")]))
    refuse(
      .invalidArgument, "shorten",
      NewFormField(.text, named: "a", on: page, in: rect, value: "abc", maximumLength: 2))
    refuse(.invalidArgument, "comb", NewFormField(.text, named: "a", on: page, in: rect, flags: .comb))
    refuse(
      .invalidArgument, "multiSelect",
      NewFormField(.comboBox, named: "a", on: page, in: rect, options: [.init("x")], flags: .multiSelect))
    refuse(
      .invalidArgument, "size",
      NewFormField(.text, named: "a", on: page, in: rect, look: FormFieldLook(size: -3)))
    refuse(.invalidArgument, "sign it", NewFormField(.signature, named: "a", on: page, in: rect, value: "x"))
    refuse(
      .missingGlyphs, "character", NewFormField(.text, named: "a", on: page, in: rect, value: "\u{10FFFD}"))
  }

  @Test func whatCannotBeRemovedStays() throws {
    let document = try form()
    let before = document.state
    #expect(throws: PDFError.self) { try document.removeFieldAndWait(named: "nothing") }
    let none = #expect(throws: PDFError.self) { try plain().removeFieldAndWait(named: "a") }
    #expect(none?.code == .noSuchField)
    #expect(document.state == before)
  }

  @Test func aFormInXFAAloneIsLeftAlone() throws {
    var sample = FormDocument()
    sample.form = "/XFA[(template)4 0 R]"
    let hybrid = try form(sample)
    let page = hybrid.pageIDs[0]
    #expect(try hybrid.form?.xfa == .hybrid)
    try hybrid.addField(Self.text("new", on: page))
    #expect(try hybrid.form?.xfa == nil)
    _ = try saveAndReopen(hybrid)
    #expect(try form(in: graph(hybrid))?["XFA"] == nil)
    try hybrid.undo()
    _ = try saveAndReopen(hybrid)
    #expect(try form(in: graph(hybrid))?["XFA"] != nil)
    try hybrid.removeFieldAndWait(named: "fixed")
    _ = try saveAndReopen(hybrid)
    #expect(try form(in: graph(hybrid))?["XFA"] == nil)

    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/NeedsRendering true/AcroForm<</XFA[(template)4 0 R]/Fields[]>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R>>", as: 3)
    builder.addStream("<x/>", as: 4)
    let dynamic = try PDFDocument(data: builder.data())
    let error = #expect(throws: PDFError.self) {
      try dynamic.addField(Self.text("a", on: dynamic.pageIDs[0]))
    }
    #expect(error?.code == .unsupported)
  }

  // MARK: - Transactions and scripts

  @Test func transactionsAddAndFillInAsOneStep() throws {
    let document = try plain()
    let page = document.pageIDs[0]
    try document.edit("Make Form") { edit in
      try edit.addField(Self.text("a", on: page))
      try edit.fill(["a": "filled"])
      try edit.addField(Self.text("b", on: page, y: 60))
      try edit.removeField(named: "b")
      #expect(throws: PDFError.self) { try edit.addField(Self.text("a", on: page)) }
    }
    #expect(try document.form?.fields.map(\.name) == ["a"])
    #expect(try document.form?["a"]?.value == "filled")
    #expect(try saveAndReopen(document).form?["a"]?.value == "filled")
    try document.undo()
    #expect(try document.form?.fields ?? [] == [])
  }

  @Test func twoCannotTakeOneName() throws {
    let document = try plain()
    let page = document.pageIDs[0]
    let error = #expect(throws: PDFError.self) {
      try document.edit { edit in
        try edit.addField(Self.text("a", on: page))
        try document.addField(Self.text("a", on: page))
      }
    }
    #expect(error?.code == .editConflict)
    try document.edit { edit in
      try edit.addField(Self.text("b", on: page))
      try document.addField(Self.text("c", on: page))
    }
    #expect(try document.form?.fields.map(\.name).sorted() == ["a", "b", "c"])
  }

  @Test func anotherFieldCannotTakeAnAnnotationsPlace() throws {
    let document = try plain()
    let page = document.pageIDs[0]
    try document.addField(Self.text("a", on: page))
    var widget = try #require(try document.page(page).annotations.first)
    widget.dictionary = widget.dictionary?.renamingField("b")
    let error = #expect(throws: PDFError.self) { try document.replace(widget, on: page) }
    #expect(error?.code == .notEditable)
    // What a field is shown by may be moved.
    widget = try #require(try document.page(page).annotations.first)
    widget.content = widget.content.offset(dx: 10, dy: 5)
    try document.replace(widget, on: page)
    #expect(try document.form?["a"]?.widgets.first?.rect == PageRect(x: 30, y: 105, width: 150, height: 20))
    #expect(
      try saveAndReopen(document).form?["a"]?.widgets.first?.rect
        == PageRect(x: 30, y: 105, width: 150, height: 20))
  }

  @Test func aJournalBringsAddedFieldsBack() throws {
    let url = try folder.file("journal.pdf", FormDocument().data)
    let journals = folder.url.appending(path: "journals")
    let document = try PDFDocument.openAndWait(url, options: OpenOptions(journalFolder: journals))
    let page = document.pageIDs[0]
    try document.fill(["tax": "4"])
    try document.removeFieldAndWait(named: "tax")
    try document.edit("Both") { edit in
      try edit.addFields(Self.fields("new", on: page))
      try edit.fill(["new.name": "Recovered", "new.color": "red"])
    }
    try document.addField(Self.text("tax", on: page, y: 300))
    let copies = folder.url.appending(path: "copies")
    try FileManager.default.copyItem(at: journals, to: copies)
    let found = PDFDocument.recoverable(url, in: copies)
    try #require(found.count == 1)
    let recovered = try found[0].recoverAndWait()
    #expect(recovered.state == document.state)
    #expect(said(try recovered.form) == said(try document.form))
    #expect(try recovered.form?["new.name"]?.value == "Recovered")
    #expect(try recovered.form?["tax"]?.value == "")
    for _ in 0..<4 { try recovered.undo() }
    #expect(try recovered.form?.fields.count == 14)
    #expect(try recovered.form?["tax"]?.value == "")
  }

  // MARK: - Many

  @Test(arguments: [true, false]) func aThousandFields(isAtOnce: Bool) throws {
    let document = try plain()
    let page = document.pageIDs[0]
    let fields = (0..<1_000).map { index in
      NewFormField(
        .text, named: "group.f\(index)", on: page,
        in: PageRect(x: Double(index % 20) * 30, y: Double(index / 20) * 15, width: 28, height: 14),
        value: "x")
    }
    if isAtOnce {
      try document.addFields(fields)
    } else {
      for field in fields { try document.addField(field) }
    }
    #expect(try document.form?.fields.count == 1_000)
    let saved = try saveAndReopen(document)
    #expect(try saved.form?.fields.map(\.name) == fields.map(\.name))
    // One parent, one font for all.
    let graph = try graph(document)
    let entries = try #require(try form(in: graph))
    #expect(graph.resolve(entries["Fields"]).array?.count == 1)
    #expect(try Data(contentsOf: try #require(document.url)).count < 1_200_000)
  }
}

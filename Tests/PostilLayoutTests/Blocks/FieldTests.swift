import Foundation
import Postil
import PostilLayout
import PostilTestSupport
import Testing

@Suite struct FieldTests {
  private static let form = LayoutDocument(title: "A form", language: "en") {
    Heading("A form")
    Field.text("person.name", label: "Name").value("Ada").required()
    Field.text("person.number", label: "Number").cells(6).width(120).toolTip("Number of the contract")
    Box { Field.text("remarks", label: "Remarks", lines: 3).value("one\ntwo") }
    Columns(2) {
      Field.comboBox("country", [FormField.Option("de", label: "Germany"), "France"], label: "Country")
        .value("de").labelled(.beside(60))
      Field.listBox("days", ["Mon", "Tue", "Wed"], label: "Days").flags(.multiSelect).value(["Mon", "Wed"])
    }
    Field.radioButtons("color", ["red", "green"], label: "Color").value("green")
    Field.checkBox("terms", label: "I agree.").value(true)
    Field.text("fixed", label: "Fixed").value("as it is").readOnly()
    Table([.automatic, .automatic]) {
      Row.header("Item", "Price")
      Row {
        Cell("Paper")
        Cell { Field.text("price.paper", label: "Price of paper").labelled(.hidden) }
      }
    }
    Field.signature("signature", label: "Signature")
  }

  private static let standards: Set<Conformance> = [.pdfA3b, .pdfUA1]

  @Test func fieldsAreInTheFormInTheirOrder() async throws {
    let reading = try await LayoutReading(Self.form, conformingTo: Self.standards)
    let form = try #require(try reading.document.form)
    #expect(
      form.fields.map(\.name) == [
        "person.name", "person.number", "remarks", "country", "days", "color", "terms", "fixed",
        "price.paper",
        "signature",
      ])
    #expect(
      form.fields.map(\.kind) == [
        .text, .text, .text, .comboBox, .listBox, .radioButtons, .checkBox, .text, .text, .signature,
      ])
    #expect(
      form.fields.map(\.value) == [
        "Ada", "", "one\ntwo", "de", ["Mon", "Wed"], "green", true, "as it is", "", "",
      ])
    #expect(form["person.name"]?.flags == .required && form["fixed"]?.flags == .readOnly)
    #expect(form["person.name"]?.alternateName == "Name")
    #expect(form["person.number"]?.alternateName == "Number of the contract")
    #expect(form["person.number"]?.maximumLength == 6 && form["person.number"]?.flags == .comb)
    #expect(form["country"]?.options.map(\.label) == ["Germany", "France"])
    #expect(form["color"]?.buttonValues == ["red", "green"])
    // The order of tabs is that of the structure.
    #expect(form.fields.flatMap(\.widgets).map(\.tabIndex) == Array(0..<11))
    let widths = form.fields.flatMap(\.widgets).map(\.rect)
    #expect(
      abs((form["person.number"]?.widgets.first?.rect.width ?? 0) - 120) < 0.01
        && widths.allSatisfy { $0.minX > 50 })
  }

  @Test func eachWidgetIsAFormOfTheStructure() async throws {
    let reading = try await LayoutReading(Self.form, conformingTo: Self.standards)
    let forms = reading.elements("Form")
    let widgets = try #require(try reading.document.form).fields.flatMap(\.widgets)
    let kids = forms.map(\.kids)
    #expect(kids == widgets.map { [.annotation($0.annotation, page: $0.page)] })
    #expect(forms.map(\.alternateText).compactMap { $0 } == ["Color: red", "Color: green"])
    #expect(reading.pages[0].string.contains("Price") && !reading.pages[0].string.contains("Price of paper"))
    let report = try reading.document.conformityAndWait()
    #expect(report.claims.count == 2 && report.findings.isEmpty, "\(report.findings)")
  }

  @Test func nothingIsLeftToReaders() throws {
    let document = try PDFDocument(data: try Self.form.dataAndWait(conformingTo: Self.standards))
    func resolved(_ object: PDFValue?) throws -> PDFValue {
      guard case .reference(let number)? = object else { return object ?? .null }
      return try document.objects.object(number)
    }
    let form = try resolved(document.objects.catalog["AcroForm"])
    #expect(form["NeedAppearances"] == nil && form["DA"] != nil && form["SigFlags"] == .integer(1))
    guard case .dictionary(let fonts) = try resolved(resolved(form["DR"])["Font"]) else {
      Issue.record("no fonts")
      return
    }
    let embedded = try fonts.values.filter { font in
      try resolved(resolved(font)["FontDescriptor"])["FontFile2"] != nil
    }
    #expect(embedded.count == 1)
    for page in document.pages {
      for annotation in try #require(try resolved(document.objects.page(page.id)?["Annots"]).array) {
        let widget = try resolved(annotation)
        #expect(widget["AP"] != nil && widget["StructParent"] != nil && widget["P"] != nil)
      }
    }
  }

  /// Programs that fill in forms find their glyphs by names.
  @Test(
    .enabled(
      if: SystemFontFile.compact != nil, "No font with outlines of the Compact Font Format is installed."))
  func fontsOfTheCompactFormatAreEmbeddedToo() async throws {
    var style = LayoutStyle(family: "House, DejaVu Sans")
    style.fonts = [FontFile(family: "House", contentsOf: try #require(SystemFontFile.compact))]
    let layout = LayoutDocument(title: "A form", language: "en", style: style) {
      Field.text("name", label: "Name").value("Ada")
    }
    let document = try PDFDocument(data: try layout.dataAndWait(conformingTo: Self.standards))
    func resolved(_ object: PDFValue?) throws -> PDFValue {
      guard case .reference(let number)? = object else { return object ?? .null }
      return try document.objects.object(number)
    }
    let form = try resolved(document.objects.catalog["AcroForm"])
    guard case .dictionary(let fonts) = try resolved(resolved(form["DR"])["Font"]),
      let first = fonts.values.first
    else {
      Issue.record("no fonts")
      return
    }
    let entries = try resolved(first)
    let descriptor = try resolved(entries["FontDescriptor"])
    #expect(entries["Subtype"] == .name("Type1") && descriptor["FontFile3"] != nil)
    try document.fill(["name": "Zoë ÄÖÜ"])
    #expect(try await document.text(of: document.pageIDs[0]).string.contains("Zoë ÄÖÜ"))
  }

  /// Those without outlines, and those whose glyphs have numbers, are none that programs could write in.
  @Test func fieldsAreWrittenInFontsThatAreEmbedded() throws {
    var style = LayoutStyle(family: "DejaVu Sans")
    style.field.font.family = "Noto Color Emoji"
    let layout = LayoutDocument(title: "A form", language: "en", style: style) {
      Field.text("name", label: "Name")
    }
    let document = try PDFDocument(data: try layout.dataAndWait(conformingTo: Self.standards))
    let names = try document.fontsAndWait().compactMap(\.baseName)
    #expect(!names.isEmpty && !names.contains { $0.contains("Helvetica") }, "\(names)")
    #expect(try document.conformityAndWait().findings.isEmpty)
  }

  @Test func fillingItInKeepsTheStandards() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "form.pdf")
    try Self.form.writeAndWait(to: file, conformingTo: Self.standards)
    let document = try PDFDocument.openAndWait(file)
    try document.fill([
      "person.name": "Zoë Łucja", "person.number": "123456", "country": "France", "days": ["Tue"],
      "color": "red",
      "terms": false,
    ])
    try document.saveAndWait()
    let filled = try PDFDocument.openAndWait(file)
    let form = try #require(try filled.form)
    #expect(form["person.name"]?.value == "Zoë Łucja" && form["color"]?.value == "red")
    #expect(try filled.conformityAndWait().findings.isEmpty)
    #expect(try Tool.qpdfCheck(file).status == 0)
  }

  @Test func withoutAStandardTheyAreTheSame() throws {
    let document = try PDFDocument(data: try Self.form.dataAndWait())
    #expect(try document.form?.fields.count == 10)
  }

  @Test func fieldsOfALanguageFromRightToLeftAreMirrored() throws {
    let layout = LayoutDocument(language: "ar") {
      Field.checkBox("terms", label: "أوافق")
      Field.text("name", label: "الاسم").width(100)
    }
    let form = try #require(try PDFDocument(data: try layout.dataAndWait()).form)
    let right = PageSize.a4.width - 56
    #expect(form.fields.flatMap(\.widgets).allSatisfy { abs($0.rect.maxX - right) < 0.01 })
  }

  @Test func aRepeatedHeadHasItsFieldOnce() throws {
    let layout = LayoutDocument {
      Table([.flexible()]) {
        Row { Cell { Field.text("head", label: "Head") } }.asHeader()
        for row in 0..<100 { Row("\(row)") }
      }
    }
    let document = try PDFDocument(data: try layout.dataAndWait())
    #expect(document.pageCount > 1)
    #expect(try document.form?["head"]?.widgets.count == 1)
  }

  @Test func whatIsWrongIsSaidWithItsPlaceAndNothingIsWritten() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("kept.pdf", Data("kept".utf8))
    func refused(_ says: String, _ fields: Field...) throws {
      let document = LayoutDocument(title: "a", language: "en") { for field in fields { field } }
      let error = #expect(throws: PDFError.self) { try document.writeAndWait(to: file) }
      let message = error?.message ?? ""
      #expect(message.contains("FieldTests.swift:7: ") && message.contains(says), "\(message)")
      #expect(try Data(contentsOf: file) == Data("kept".utf8))
    }
    let (first, below) = (Field.text("a", label: "A", line: 1), Field.text("a.b", label: "A", line: 1))
    try refused("named 'a' already", first, Field.checkBox("a", label: "Second", line: 7))
    let group = "'a' is the name of a field and of a group"
    try refused(group, below, Field.text("a", label: "A", line: 7))
    try refused(group, first, Field.text("a.b.c", label: "A", line: 7))
    let text = Field.text("a", label: "A", line: 7)
    try refused("give it a label", Field.text("a", label: " ", line: 7))
    try refused("empty part", Field.text("a..b", label: "A", line: 7))
    try refused("5000.0 points wide", text.width(5000))
    try refused("nan points wide", text.width(.nan))
    try refused("1 to 1,000 lines", Field.text("a", label: "A", lines: 100_000, line: 7))
    try refused("takes 2 characters", text.value("abc").maximumLength(2))
    try refused("U+10FFFD", text.value("\u{10FFFD}"))
    try refused("no option 'c'", Field.comboBox("a", ["b"], label: "A", line: 7).value("c"))
    try refused("two buttons of one value", Field.radioButtons("a", ["b", "b"], label: "A", line: 7))
    try refused("no options", Field.radioButtons("a", [], label: "A", line: 7))
    try refused("no button 'c'", Field.radioButtons("a", ["b"], label: "A", line: 7).value("c"))
    try refused("1 to 1,000 points", text.styled { $0.font.size = .infinity })
  }

  @Test func headersHaveNoFields() {
    let header = LayoutDocument { Paragraph("a") }.header { _ in Field.text("a", label: "A", line: 7) }
    let error = #expect(throws: PDFError.self) { try header.dataAndWait() }
    #expect(error?.message.contains("FieldTests.swift:7: ") == true)
    #expect(error?.message.contains("header") == true)
  }
}

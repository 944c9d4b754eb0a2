import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// What documents claim of PDF/A and PDF/UA, and where they break it.
@Suite struct ConformityTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func clauses(_ document: ConformingDocument) throws -> [String] {
    let report = try PDFDocument(data: document.data).conformityAndWait()
    return report.brokenRules.map(\.clause)
  }

  private func open(_ document: ConformingDocument) throws -> PDFDocument {
    try PDFDocument.openAndWait(try folder.file("in.pdf", document.data))
  }

  @Test func whatKeepsItsClaimsHasNoFindings() async throws {
    let report = try await PDFDocument(data: ConformingDocument().data).conformity()
    #expect(report.claims.map(\.description) == ["PDF/A-2b", "PDF/UA-1"])
    #expect(report.findings.isEmpty, "\(report.findings)")
    #expect(report.checked.count > 40 && report.checked.contains { $0.clause == "7.18.1" })
    for part in 1...3 { #expect(try clauses(ConformingDocument(archive: part)) == []) }
    #expect(try clauses(ConformingDocument(archive: 4, nil)) == [])
  }

  @Test func whatClaimsNothingIsNotChecked() throws {
    var document = ConformingDocument()
    document.claims = ""
    document.profile = nil
    let report = try PDFDocument(data: document.data).conformityAndWait()
    #expect(report == ConformityReport())
    document.claims = "<pdfuaid:part>2</pdfuaid:part>"
    let other = try PDFDocument(data: document.data).conformityAndWait()
    #expect(other.claims.map(\.description) == ["PDF/UA-2"] && other.checked.isEmpty)
  }

  @Test func colorsNeedAnOutputIntent() throws {
    var document = ConformingDocument(archive: 2)
    document.profile = nil
    let report = try PDFDocument(data: document.data).conformityAndWait()
    #expect(
      report.findings.map(\.detail).sorted() == [
        "There are colors of DeviceGray.", "There are colors of DeviceRGB.",
      ])
    #expect(report.findings.allSatisfy { $0.rule.clause == "6.2.4.3" && $0.page != nil })
    document.resources = "/ColorSpace<</DefaultRGB[/CalRGB<<>>]/DefaultGray[/CalGray<<>>]>>"
    #expect(try clauses(document) == [])
    document = ConformingDocument(archive: 2)
    document.content = "/P <</MCID 0>> BDC 0 0 0 1 k 10 10 50 50 re f EMC"
    #expect(try clauses(document) == ["6.2.4.3"])
    // What is set, and not painted with, is none.
    document.content = "/P <</MCID 0>> BDC 0 0 0 1 k EMC"
    #expect(try clauses(document) == [])
  }

  @Test func partOneHasNoTransparency() throws {
    var document = ConformingDocument(archive: 1)
    document.resources = "/ExtGState<</G<</ca 0.5>>>>"
    document.content = "/G gs 10 10 50 50 re f"
    #expect(try clauses(document) == ["6.4"])
    document.resources = "/ExtGState<</G<</ca 1/BM/Normal/SMask/None>>>>"
    #expect(try clauses(document) == [])
    document.page = "/Group<</S/Transparency/CS/DeviceRGB>>"
    #expect(try clauses(document) == ["6.4"])
    document.claims = "<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>"
    #expect(try clauses(document) == [])
  }

  @Test(arguments: [(2, "B", "6.2.10"), (4, nil, "6.2.9")] as [(Int, String?, String)])
  func pagesWithTransparencySayWhatColorsAreBlendedIn(part: Int, level: String?, clause: String) throws {
    var document = ConformingDocument(archive: part, level)
    document.profile = nil
    let form =
      "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Group<</S/Transparency>>/Length 0>>\nstream\n\nendstream"
    let picture =
      "<</Type/XObject/Subtype/Image/Width 1/Height 1/ImageMask true/SMask 30 0 R/Length 1>>\nstream\n0\nendstream"
    let space = "/ColorSpace<</DefaultGray[/CalGray<<>>]>>"
    for (resources, content) in [
      ("/ExtGState<</G<</ca 0.5>>>>", "/G gs"), ("/ExtGState<</G<</SMask<<>>>>>>", "/G gs"),
      ("/ExtGState<</G<</BM/Multiply>>>>", "/G gs"), ("/XObject<</F 30 0 R>>", "/F Do"),
      ("/XObject<</F 31 0 R>>", "/F Do"),
    ] {
      document.more = [form, picture]
      (document.resources, document.content) = (space + resources, content)
      document.page = ""
      let report = try PDFDocument(data: document.data).conformityAndWait()
      #expect(report.findings.map(\.rule.clause) == [clause], "\(content) \(resources) \(report.findings)")
      document.page = "/Group<</S/Transparency/CS[/CalRGB<<>>]>>"
      #expect(try clauses(document) == [])
      document.content = ""
      document.page = ""
      #expect(try clauses(document) == [])
    }
    // A page that shows what an earlier one does, and was looked at there.
    (document.resources, document.content) = (space + "/XObject<</F 30 0 R>>", "/F Do")
    document.page = "/Group<</S/Transparency/CS[/CalRGB<<>>]>>"
    let text = String(decoding: document.data, as: UTF8.self)
    let both = text.replacing(
      "/Parent 2 0 R/Resources<<>>>>",
      with: "/Parent 2 0 R/Contents 5 0 R/Resources<</XObject<</F 30 0 R>>>>>>")
    let report = try PDFDocument(data: Data(both.utf8)).conformityAndWait()
    #expect(report.findings.map(\.rule.clause) == [clause] && report.findings[0].object == 4)
    // With an output intent all of that may be.
    var other = ConformingDocument(archive: part, level)
    (other.resources, other.content) = ("/ExtGState<</G<</ca 0.5/BM/Screen>>>>", "/G gs")
    #expect(try clauses(other) == [])
    other.resources = "/ExtGState<</G<</BM/Shiny>>>>"
    #expect(try clauses(other) == [clause])
  }

  @Test(arguments: [
    ("BI /W 1 /H 1 /IM true /I true ID 0 EI", ["6.2.8"]), ("BI /W 1 /H 1 /IM true /I false ID 0 EI", []),
    ("BI /W 1 /H 1 /IM true /F /LZW ID 0 EI", ["6.1.10"]), ("BI /W 1 /H 1 /IM true /F /AHx ID 00> EI", []),
    ("2147483648 w", ["6.1.13"]), ("2147483647 w", []),
    ("/X <</A (\(String(repeating: "a", count: 32768)))>> BDC EMC", ["6.1.13"]),
    ("/X <</A (\(String(repeating: "a", count: 32767)))>> BDC EMC", []),
  ])
  func contentsKeepToTheRulesToo(content: String, broken: [String]) throws {
    var document = ConformingDocument(archive: 2)
    document.content = content
    #expect(try clauses(document) == broken)
  }

  @Test func groupsBlendInColorsThatAreKnown() throws {
    var document = ConformingDocument(archive: 2)
    document.page = "/Group<</S/Transparency/CS/DeviceCMYK>>"
    #expect(try clauses(document) == ["6.2.4.3"])
    document.resources = "/ColorSpace<</DefaultCMYK[/ICCBased 21 0 R]>>"
    #expect(try clauses(document) == [])
    (document.page, document.resources) = ("", "/XObject<</F 30 0 R>>")
    document.content = "/F Do"
    document.more = [
      "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Group<</S/Transparency/CS/DeviceCMYK>>/Length 0>>\nstream\n\nendstream"
    ]
    #expect(try clauses(document) == ["6.2.4.3"])
  }

  @Test func languagesOfMarkedContentAreNamedAsTheyShould() throws {
    var document = ConformingDocument()
    document.content += " /Span <</Lang (english_uk)>> BDC EMC"
    #expect(try clauses(document) == ["7.2"])
    document.content = document.content.replacing("english_uk", with: "en-GB")
    #expect(try clauses(document) == [])
  }

  @Test func contentIsTaggedIfAnElementHasIt() throws {
    var document = ConformingDocument()
    document.content = document.content.replacing("/MCID 1", with: "/MCID 7")
    #expect(try clauses(document) == ["7.1"])
    let text = String(decoding: ConformingDocument().data, as: UTF8.self)
    let unnamed = text.replacing("/StructParents 0", with: "/StructParents 9")
    #expect(
      try PDFDocument(data: Data(unnamed.utf8)).conformityAndWait().brokenRules.map(\.clause) == ["7.1"])
  }

  @Test func fontsAreEmbedded() throws {
    var document = ConformingDocument(archive: 2)
    document.resources = "/Font<</F 30 0 R>>"
    document.more = ["<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]
    document.content = "BT /F 10 Tf 20 20 Td (a) Tj ET"
    let report = try PDFDocument(data: document.data).conformityAndWait()
    #expect(report.findings.map(\.rule.clause) == ["6.2.11.4.1"] && report.findings.map(\.object) == [30])
    // Text that is only there to be found needs no letters; nor does what only resources list.
    document.content = "BT 3 Tr /F 10 Tf 20 20 Td (a) Tj ET"
    #expect(try clauses(document) == [])
    document.content = ""
    #expect(try clauses(document) == [])
  }

  @Test(arguments: [
    ("/OpenAction<</S/JavaScript/JS(a)>>", ["6.5.1"]), ("/AA<</WC<</S/GoTo/D[3 0 R/Fit]>>>>", ["6.5.2"]),
    ("/AcroForm<</NeedAppearances true/Fields[]>>", ["6.4.1"]),
    ("/AcroForm<</XFA[]/Fields[]>>", ["6.4.2"]),
    ("/OCProperties<</OCGs[]/D<<>>>>", ["6.9"]), ("/Requirements[]", ["6.11"]),
    ("/Names<</EmbeddedFiles<</Names[(a)<</F(a)/EF<</F 5 0 R>>>>]>>>>", ["6.8"]),
    ("/OpenAction<</S/URI/URI(a)>>", []),
  ])
  func catalogsSayWhatTheyMay(entry: String, broken: [String]) throws {
    var document = ConformingDocument(archive: 2)
    document.catalog = entry
    #expect(try clauses(document) == broken)
  }

  @Test(arguments: [
    ("/Subtype/Square/F 4/AP<</N 31 0 R>>", [String]()), ("/Subtype/Square/F 4", ["6.3.3"]),
    ("/Subtype/Square/F 6/AP<</N 31 0 R>>", ["6.3.2"]), ("/Subtype/Square/AP<</N 31 0 R>>", ["6.3.2"]),
    ("/Subtype/Movie/F 4/AP<</N 31 0 R>>", ["6.3.1"]),
    ("/Subtype/Square/F 4/AP<</N 31 0 R/D 31 0 R>>", ["6.3.3"]),
    ("/Subtype/Link/F 4/A<</S/Launch/F(a)>>", ["6.5.1"]),
  ])
  func annotationsAreAsTheStandardWants(entries: String, broken: [String]) throws {
    var document = ConformingDocument(archive: 2)
    document.page = "/Annots[30 0 R]"
    document.more = [
      "<</Type/Annot/Rect[0 0 9 9]\(entries)>>",
      "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 0>>\nstream\n\nendstream",
    ]
    #expect(try clauses(document) == broken)
  }

  @Test func accessNeedsTagsAndTexts() throws {
    var document = ConformingDocument()
    document.figure = ""
    #expect(try clauses(document) == ["7.3"])
    document = ConformingDocument()
    document.title = ""
    #expect(try clauses(document) == ["7.1"])
    document = ConformingDocument()
    document.content += " 0 0 9 9 re f"
    #expect(try clauses(document) == ["7.1"])
    document.content += " /Artifact BMC 0 0 9 9 re f EMC"
    #expect(try clauses(document).count == 1)
    document = ConformingDocument()
    document.language = nil
    #expect(try clauses(document) == ["7.2"])
    document = ConformingDocument()
    document.page = "/Annots[30 0 R]"
    document.more = ["<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/F 4/A<</S/URI/URI(a)>>>>"]
    #expect(Set(try clauses(document)) == ["7.18.3", "7.18.5"])
  }

  @Test(arguments: [
    ("/S/Table/K[31 0 R]", "/S/P", true), ("/S/Table/K[31 0 R]", "/S/TR", false),
    ("/S/L/K[31 0 R]", "/S/LI", false), ("/S/L/K[31 0 R]", "/S/TD", true),
    ("/S/Own/K[31 0 R]", "/S/P", true), ("/S/P/K[31 0 R]", "/S/H2", true), ("/S/P/K[31 0 R]", "/S/H1", false),
  ])
  func elementsStandWhereTheyBelong(outer: String, inner: String, isWrong: Bool) throws {
    var document = ConformingDocument()
    document.more = ["<</P 11 0 R\(outer)>>", "<</P 30 0 R\(inner)>>"]
    var text = String(decoding: document.data, as: UTF8.self)
    text = text.replacing("/K[12 0 R 13 0 R]", with: "/K[12 0 R 30 0 R]")
    let report = try PDFDocument(data: Data(text.utf8)).conformityAndWait()
    #expect(report.findings.isEmpty != isWrong, "\(report.findings)")
  }

  // MARK: - Metadata

  @Test(arguments: [
    ("<dc:subject>x</dc:subject>", false),
    ("<dc:subject><rdf:Bag><rdf:li>x</rdf:li></rdf:Bag></dc:subject>", true),
    ("<dc:subject><rdf:Seq><rdf:li>x</rdf:li></rdf:Seq></dc:subject>", false),
    ("<dc:author>x</dc:author>", false),
    ("<tiff:Compression>6</tiff:Compression>", true), ("<tiff:Compression>6.0</tiff:Compression>", false),
    ("<tiff:DateTime>2016-02-01T13:19:21+01:00</tiff:DateTime>", true),
    ("<tiff:DateTime>2016</tiff:DateTime>", true),
    ("<tiff:DateTime>D:2016</tiff:DateTime>", false), ("<tiff:DateTime/>", true),
    ("<xmpMM:DerivedFrom stRef:instanceID='a'/>", true), ("<xmpMM:DerivedFrom>a</xmpMM:DerivedFrom>", false),
    (
      "<xmpMM:DerivedFrom rdf:parseType='Resource'><stRef:instanceID>a</stRef:instanceID></xmpMM:DerivedFrom>",
      true
    ),
    ("<xmpMM:History><rdf:Seq><rdf:li stRef:instanceID='a'/></rdf:Seq></xmpMM:History>", true),
    ("<dc:format>application/pdf</dc:format>", true), ("<dc:format>pdf</dc:format>", false),
    ("<dc:source rdf:resource='http://example.com'/>", true),
    ("<dc:source rdf:parseType='Resource'><rdf:value>a</rdf:value><own:kind>b</own:kind></dc:source>", true),
    ("<own:thing>x</own:thing>", false),
  ])
  func propertiesAreOfKnownSchemas(property: String, isRight: Bool) throws {
    let namespaces = [
      "tiff": "http://ns.adobe.com/tiff/1.0/", "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
      "stRef": "http://ns.adobe.com/xap/1.0/sType/ResourceRef#", "own": "http://example.com/own/",
    ]
    let all = namespaces.map { " xmlns:\($0.key)='\($0.value)'" }.sorted().joined()
    for (part, clause) in [(1, "6.7.9"), (2, "6.6.2.3.1"), (3, "6.6.2.3.1")] {
      var document = ConformingDocument(archive: part)
      document.claims +=
        "</rdf:Description><rdf:Description rdf:about=''\(all) xmlns:dc='http://purl.org/dc/elements/1.1/'>"
      document.claims += property
      document.claims +=
        "</rdf:Description><rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/'>"
      #expect(try clauses(document) == (isRight ? [] : [clause]), "\(part)")
    }
  }

  @Test func propertiesMayBeDescribed() throws {
    func described(_ name: String) -> String {
      """
      <own:thing xmlns:own='http://example.com/own/'>x</own:thing>\
      <pdfaExtension:schemas xmlns:pdfaExtension='http://www.aiim.org/pdfa/ns/extension/' \
      xmlns:pdfaSchema='http://www.aiim.org/pdfa/ns/schema#' xmlns:pdfaProperty='http://www.aiim.org/pdfa/ns/property#'>\
      <rdf:Bag><rdf:li rdf:parseType='Resource'><pdfaSchema:namespaceURI>http://example.com/own/</pdfaSchema:namespaceURI>\
      <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType='Resource'><pdfaProperty:name>\(name)</pdfaProperty:name>\
      </rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>
      """
    }
    var document = ConformingDocument(archive: 2)
    document.claims += described("thing")
    #expect(try clauses(document) == [])
    document = ConformingDocument(archive: 2)
    document.claims += described("other")
    #expect(try clauses(document) == ["6.6.2.3.1"])
  }

  @Test func identificationsAreWrittenAsTheStandardWants() throws {
    var document = ConformingDocument(archive: 1)
    document.claims = "<pdfaid:part>1</pdfaid:part><pdfaid:conformance>b</pdfaid:conformance>"
    #expect(try clauses(document) == ["6.7.11"])
    let ns = "xmlns:other='http://www.aiim.org/pdfa/ns/id/'"
    document.claims = "<other:part \(ns)>1</other:part><pdfaid:conformance>B</pdfaid:conformance>"
    #expect(try clauses(document) == ["6.7.11"])
  }

  @Test func filesBeginWithTheirVersion() throws {
    let data = ConformingDocument(archive: 2).data
    func clauses(_ beginning: String, _ rest: Data) throws -> [String] {
      try PDFDocument(data: Data(beginning.utf8) + rest).conformityAndWait().brokenRules.map(\.clause)
    }
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.hasPrefix("%PDF-1.7\n%"))
    // As long as it was, so that all places stay.
    #expect(try clauses("%PDF-1.x", data.dropFirst(8)) == ["6.1.2"])
    #expect(try clauses("%PDF-1.7\n%abcd", data.dropFirst(14)) == ["6.1.2"])
  }

  // MARK: - Glyphs and tables

  @Test func fontsSayWhatTheirGlyphsStandFor() throws {
    var document = ConformingDocument()
    document.resources = "/Font<</F 30 0 R>>"
    document.content += " /Artifact BMC BT /F 9 Tf (a) Tj ET EMC"
    func font(_ name: String, _ more: String = "") -> String {
      """
      <</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[0.1 0 0 0.1 0 0]/FirstChar 97/LastChar 97/Widths[9]\
      /CharProcs<</\(name) 31 0 R>>/Encoding<</Type/Encoding/Differences[97/\(name)]>>/Resources<<>>\(more)>>
      """
    }
    let glyph = "<</Length 18>>\nstream\n9 0 d0 0 0 5 5 re f\nendstream"
    func map(_ text: String) -> String {
      let map =
        "/CIDInit/ProcSet findresource begin begincmap 1 begincodespacerange<00><FF>endcodespacerange 1 beginbfchar<61><\(text)>endbfchar endcmap end"
      return "<</Length \(map.utf8.count)>>\nstream\n\(map)\nendstream"
    }
    document.more = [font("a"), glyph]
    #expect(try clauses(document) == [])
    document.more = [font("nobodyknows"), glyph]
    #expect(try clauses(document) == ["7.21.7"])
    document.more = [font("nobodyknows", "/ToUnicode 32 0 R"), glyph, map("0061")]
    #expect(try clauses(document) == [])
    document.more = [font("nobodyknows", "/ToUnicode 32 0 R"), glyph, map("FEFF")]
    #expect(try clauses(document) == ["7.21.7"])
    // Level B of PDF/A does not ask for it, level U does.
    for (level, broken) in [("B", []), ("U", ["6.2.11.7.2"])] {
      var other = ConformingDocument(archive: 2, level)
      (other.resources, other.content, other.more) = (document.resources, document.content, document.more)
      #expect(try clauses(other) == broken)
    }
  }

  @Test(
    arguments: [
      ("[33 0 R 34 0 R]", "[35 0 R 36 0 R]", "/A<</O/Table/Scope/Column>>", []),
      ("[33 0 R 34 0 R]", "[35 0 R 36 0 R]", "", ["7.5"]),
      ("[33 0 R 34 0 R]", "[35 0 R]", "/A<</O/Table/Scope/Column>>", ["7.2"]),
      ("[33 0 R]", "[35 0 R 36 0 R]", "/A<</O/Table/Scope/Column/ColSpan 2>>", []),
    ] as [(String, String, String, [String])])
  func tablesAreRegularAndHaveHeaders(head: String, row: String, entries: String, broken: [String]) throws {
    var document = ConformingDocument()
    document.more = [
      "<</S/Table/P 11 0 R/K[31 0 R 32 0 R]>>", "<</S/TR/P 30 0 R/K\(head)>>", "<</S/TR/P 30 0 R/K\(row)>>",
      "<</S/TH/P 31 0 R\(entries)>>", "<</S/TH/P 31 0 R\(entries)>>", "<</S/TD/P 32 0 R>>",
      "<</S/TD/P 32 0 R>>",
    ]
    let text = String(decoding: document.data, as: UTF8.self)
      .replacing("/K[12 0 R 13 0 R]", with: "/K[12 0 R 30 0 R]")
    let report = try PDFDocument(data: Data(text.utf8)).conformityAndWait()
    #expect(report.brokenRules.map(\.clause) == broken, "\(report.findings)")
  }

  // MARK: - Edits

  @Test func aSaveSaysWhatItBreaks() throws {
    let document = try open(ConformingDocument(archive: 1))
    let page = document.pageIDs[0]
    try document.add(
      Annotation(.rectangle(PageRect(x: 20, y: 20, width: 50, height: 50)), style: .init(opacity: 0.5)),
      to: page)
    let before = try document.conformityAndWait(.unsavedEdits)
    #expect(before.brokenRules.map(\.clause).sorted() == ["6.4", "6.5.3"])
    #expect(before.findings.allSatisfy { $0.page == page })
    let warnings = try document.saveAndWait().warnings
    #expect(warnings.count == 2)
    #expect(
      warnings.contains {
        $0.hasPrefix("the document says that it is PDF/A-1b, and breaks 6.4 now (page 1): ")
      })
    #expect(try document.conformityAndWait().brokenRules.map(\.clause).sorted() == ["6.4", "6.5.3"])
    // What is broken already is no news.
    try document.add(
      Annotation(.ellipse(PageRect(x: 20, y: 20, width: 50, height: 50)), style: .init(opacity: 0.5)),
      to: page)
    try document.rotatePages([page], by: .clockwise90)
    #expect(try document.conformityAndWait(.unsavedEdits).findings.count > 0)
    try document.undo()
    try document.undo()
    #expect(try document.conformityAndWait(.unsavedEdits) == ConformityReport())
  }

  @Test func whatKeepsAClaimIsSavedWithoutWarning() throws {
    let document = try open(ConformingDocument())
    let page = document.pageIDs[0]
    try document.add(Annotation(.note(at: PagePoint(x: 100, y: 100)), contents: "Look"), to: page)
    try document.add(
      Annotation(.link(PageRect(x: 5, y: 5, width: 9, height: 9), to: .uri("https://example.org"))), to: page)
    try document.setMark(PageMark("{page}"), on: document.pageIDs)
    #expect(try document.saveAndWait().warnings == [])
    #expect(try document.conformityAndWait().findings.isEmpty)
    #expect(try document.saveAndWait(.rewrite()).warnings == [])
    #expect(try document.conformityAndWait().findings.isEmpty)
  }

  @Test func howAFileIsWrittenCounts() throws {
    let document = try open(ConformingDocument(archive: 1))
    let packed = try document.saveAndWait(
      to: folder.url.appending(path: "a.pdf"), .rewrite(RewriteOptions(objectStreams: true))
    ).warnings
    #expect(packed.count == 1 && packed[0].contains("6.1.4"))
    let other = try open(ConformingDocument(archive: 2))
    let options = RewriteOptions(encryption: .aes256(userPassword: "", ownerPassword: "x"))
    let encrypted = try other.saveAndWait(to: folder.url.appending(path: "b.pdf"), .rewrite(options)).warnings
    #expect(encrypted.count == 1 && encrypted[0].contains("6.1.3"))
  }

  @Test func partThreeTakesAttachmentsThatAreDescribed() throws {
    let document = try open(ConformingDocument(archive: 3))
    try document.attach(DocumentAttachment(AttachedFile(Data("a,b".utf8), name: "a.csv")))
    #expect(try document.saveAndWait().warnings == [])
    #expect(try document.conformityAndWait().findings.isEmpty)
    let second = try open(ConformingDocument(archive: 2))
    try second.attach(DocumentAttachment(AttachedFile(Data("a,b".utf8), name: "a.csv")))
    #expect(try second.saveAndWait().warnings.count == 1)
  }

  @Test func partFourHasNoInformationDictionary() throws {
    let document = try open(ConformingDocument(archive: 4, nil))
    var information = document.information
    information.title = "Another"
    try document.setInformation(information)
    #expect(try document.saveAndWait().warnings == [])
    let saved = try PDFDocument.openAndWait(try #require(document.url))
    #expect(saved.information.title == "Another")
    #expect(try saved.conformityAndWait().findings.isEmpty)
  }

  @Test func streamsOfARewriteEndInALineOfTheirOwn() throws {
    let document = try open(ConformingDocument())
    try document.saveAndWait(.squash())
    let bytes = try Data(contentsOf: try #require(document.url))
    #expect(bytes.range(of: Data("\nendstream".utf8)) != nil)
    #expect(try document.conformityAndWait().findings.isEmpty)
  }
}

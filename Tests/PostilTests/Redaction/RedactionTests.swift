import Foundation
import PostilTestSupport
import Synchronization
import Testing

@testable import Postil
@testable import PostilFile

@Suite struct RedactionTests {
  /// A redacted file, with all streams unpacked by qpdf.
  private struct Result {
    let report: RedactionReport
    let url: URL
    let text: String

    func has(_ part: String) -> Bool { text.contains(part) }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func redact(
    _ data: Data, named name: String = "out", _ make: (PDFDocument) async throws -> Redaction
  ) async throws -> Result {
    let document = try PDFDocument(data: data)
    let url = folder.url.appendingPathComponent("\(name).pdf")
    let report = try await document.redact(try await make(document), to: url)
    let check = try Tool.qpdfCheck(url)
    #expect(check.status == 0, "\(check.output)")
    let plain = folder.url.appendingPathComponent("\(name).qdf")
    _ = try Tool.run("qpdf", ["--qdf", "--object-streams=disable", url.path, plain.path])
    return Result(
      report: report, url: url, text: String(decoding: try Data(contentsOf: plain), as: UTF8.self))
  }

  /// A page of 200 × 200 points.
  private func page(
    _ content: String, fonts: String = "", resources: String = "",
    _ more: (inout PDFBuilder) -> Void = { _ in }
  ) -> Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add(
      "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R\(fonts)>>\(resources)>>>>", as: 3)
    builder.addStream(content, as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", as: 5)
    more(&builder)
    return builder.data()
  }

  private func area(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> (PDFDocument) -> Redaction
  {
    { Redaction([.init(PageRect(x: x, y: y, width: width, height: height), on: $0.pageIDs[0])]) }
  }

  // MARK: - The whole page

  @Test func nothingOfThePageIsLeftUnderAnArea() async throws {
    let result = try await redact(SecretDocument.data, area(40, 140, 320, 440))
    for secret in SecretDocument.secrets where secret != "SECRETTITLE" {
      #expect(!result.has(secret), "\(secret)")
    }
    #expect(!result.has("S3CR3T") && !result.has("Left"))
    #expect(result.report.annotations == 2 && result.report.fields == 1)
    #expect(try Tool.run("pdftotext", [result.url.path, "-"]).output.allSatisfy(\.isWhitespace))
  }

  @Test func aTextIsRemovedWhereverItIs() async throws {
    let result = try await redact(SecretDocument.data) { try await $0.redaction(of: "SECRET") }
    #expect(!result.has("SECRET"))
    #expect(result.has("(STRUCT)") && result.has("(FORM)") && result.has("(MASK)"))
    #expect(result.report.remaining.isEmpty)
  }

  @Test func aTextOfAnAreaThatStandsElsewhereIsReported() async throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>", as: 3)
    builder.addStream("BT /F 12 Tf 20 100 Td (Ada) Tj ET", as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", as: 5)
    builder.add("<</Title(On Ada)>>", as: 6)
    let result = try await redact(builder.data(info: 6), area(10, 90, 100, 30))
    #expect(result.report.remaining.count == 1 && result.report.remaining[0].contains("'Ada' in Title"))
  }

  // MARK: - Text

  @Test func onlyLettersInTheAreaGo() async throws {
    // Helvetica: "Left " is 23.3 wide at 12, "X" 8.
    let data = page("BT /F 12 Tf 20 100 Td (Left X Right) Tj 0 -20 Td (below) Tj ET")
    let result = try await redact(data, area(43.5, 95, 7.5, 15))
    #expect(result.has("(Left )") && result.has("( Right)") && result.has("(below)"))
    #expect(result.report.glyphs == 1)
    let text = try Tool.run("pdftotext", ["-layout", result.url.path, "-"]).output
    #expect(text.contains("Left") && text.contains("Right") && text.contains("below") && !text.contains("X"))
  }

  @Test func linesWithoutAGapAreWrittenAsTheyWere() async throws {
    let data = page(
      """
      BT /F 12 Tf 20 100 Td [(Left) -250 (X Right)] TJ 0 -20 TD [(be) 12.3 (low)] TJ (, on) Tj
      [-1100 (and) 7 (on)] TJ T* (next) Tj (more) ' 1 0 0 1 20 20 Tm (last) Tj ET
      """)
    let result = try await redact(data, area(45, 95, 7.5, 15))
    let kept = """
      20 TL
      1 0 0 1 20 80 Tm
      [(be) 12.3 (low)] TJ
      (, on) Tj
      [-1100 (and) 7 (on)] TJ
      T*
      (next) Tj
      (more) '
      1 0 0 1 20 20 Tm
      (last) Tj
      """
    #expect(result.has(kept) && !result.has("(X"), "\(result.text.prefix(2000))")
    let text = try Tool.run("pdftotext", ["-raw", result.url.path, "-"]).output
    #expect(text.contains("below, on") && text.contains("next\nmore\nlast"), "\(text)")
  }

  @Test func textWithoutAFontGoesWhereItWouldStandOrSaysTheWord() async throws {
    let content =
      "BT 11 Tf 20 100 Td (tomato) Tj 0 -20 Td [(To A) 3 (da, yours)] TJ 0 -20 Td (below) ' ET BT /F 12 Tf 20 150 Td (Ada) Tj ET"
    let word = try await redact(page(content), named: "word") { try await $0.redaction(of: "Ada") }
    #expect(
      word.has("(tomato)") && word.has("(below)") && word.has("[(To ) -1000 3 (, yours)] TJ"),
      "\(word.text.prefix(2000))")
    let area = try await redact(page(content), named: "area", area(30, 98, 10, 10))
    #expect(
      area.has("\n11 Tf") && !area.has("(tomato)") && area.has("(To A)") && area.has("(below)"),
      "\(area.text.prefix(2000))")
  }

  @Test func howFarTextMovesIsTold() async throws {
    // Behind the gap "Right" begins at 54.69: 0.19 from a multiple of half a point.
    let data = page("BT /F 12 Tf 20 100 Td (Left X Right) Tj 0 -20 Td (below) Tj ET")
    let result = try await redact(data, area(43.5, 95, 7.5, 15))
    #expect(result.report.largestMove > 0.01 && result.report.largestMove <= 0.25)
    // Nothing stands behind what goes.
    let last = try await redact(data, named: "last", area(43.5, 95, 100, 15))
    #expect(last.report.largestMove == 0)
  }

  @Test func theGapDoesNotTellWhatWasInIt() async throws {
    // 10.008 and 10.672 wide, which a list of names and the widths of the font would tell apart.
    let outputs = try await ["iii", "lll", "jjj"].asyncMap { name in
      let data = page("BT /F 12 Tf 20 100 Td (A \(name) B) Tj 60 0 Td (C) Tj ET")
      let result = try await redact(data, named: name, area(31.5, 95, 7.5, 15))
      let start = try #require(result.text.range(of: "BT"))
      let end = try #require(result.text.range(of: "ET"))
      return String(result.text[start.lowerBound..<end.upperBound])
    }
    #expect(Set(outputs).count == 1, "\(outputs)")
  }

  @Test func aTurnedAreaTouchesWhatItCovers() async throws {
    let half = 0.5.squareRoot()
    let data = page(
      "BT /F 12 Tf \(half) \(half) \(-half) \(half) 50 50 Tm (TURNED) Tj ET BT /F 10 Tf 42 92 Td (KEPT) Tj ET"
    )
    let result = try await redact(data) { document in
      func point(_ along: Double, _ across: Double) -> PagePoint {
        PagePoint(x: 50 + (along - across) * half, y: 50 + (along + across) * half)
      }
      let quad = PageQuad(
        upperLeft: point(0, 10), upperRight: point(60, 10), lowerLeft: point(0, -3), lowerRight: point(60, -3)
      )
      return Redaction([.init([quad], on: document.pageIDs[0])])
    }
    #expect(!result.has("TURNED") && result.has("(KEPT)"))
  }

  @Test func aFormThatIsUsedTwiceIsChangedWhereItIsTouched() async throws {
    let data = page(
      "q 1 0 0 1 20 150 cm /X Do Q q 1 0 0 1 20 50 cm /X Do Q", resources: "/XObject<</X 6 0 R>>"
    ) {
      $0.addStream(
        "BT /F 12 Tf (Twice) Tj ET",
        dictionary: "/Type/XObject/Subtype/Form/BBox[0 -5 100 20]/Resources<</Font<</F 5 0 R>>>>", as: 6)
    }
    let result = try await redact(data, area(10, 140, 100, 40))
    let text = try Tool.run("pdftotext", [result.url.path, "-"]).output
    #expect(text.components(separatedBy: "Twice").count == 2, "\(text)")
  }

  @Test func aCompositeFontIsRead() async throws {
    let data = page("BT /T 10 Tf 20 100 Td <000100020003> Tj ET", fonts: "/T 6 0 R") {
      $0.add(
        "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[7 0 R]/ToUnicode 8 0 R>>",
        as: 6)
      $0.add(
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/A/DW 500/W[1[1000 2000]]/CIDSystemInfo<</Registry(Adobe)"
          + "/Ordering(Identity)/Supplement 0>>/FontDescriptor 9 0 R>>", as: 7)
      $0.addStream(
        "1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0001> <0003> <0041> endbfrange",
        as: 8)
      $0.add(
        "<</Type/FontDescriptor/FontName/A/Flags 4/Ascent 800/Descent -200/FontBBox[0 -200 1000 800]>>", as: 9
      )
    }
    // The second glyph stands from 30 to 50.
    let result = try await redact(data, area(35, 95, 5, 10))
    #expect(result.has("<0001>") && result.has("<0003>") && !result.has("0002> "), "\(result.text)")
    #expect(result.report.glyphs == 1)
  }

  /// Readers look for what a form's resources lack among those of its page.
  @Test(arguments: ["", "/Resources<<>>"])
  func formsThatUseTheFontOfTheirPageAreReadAndKeepIt(resources: String) async throws {
    let entries = "/Type/XObject/Subtype/Form/BBox[0 -5 100 20]\(resources)"
    let data = page(
      "q 1 0 0 1 20 150 cm /X Do Q q 1 0 0 1 20 50 cm /Y Do Q", fonts: "/T 6 0 R",
      resources: "/XObject<</X 10 0 R/Y 11 0 R>>"
    ) {
      $0.add(
        "<</Type/Font/Subtype/Type0/BaseFont/Helvetica/Encoding/Identity-H/DescendantFonts[7 0 R]/ToUnicode 8 0 R>>",
        as: 6)
      $0.add(
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/Helvetica/DW 500/CIDSystemInfo<</Registry(Adobe)"
          + "/Ordering(Identity)/Supplement 0>>/FontDescriptor 9 0 R>>", as: 7)
      $0.addStream(
        "1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0001> <0009> <0041> endbfrange",
        as: 8)
      $0.add(
        "<</Type/FontDescriptor/FontName/Helvetica/Flags 4/Ascent 800/Descent -200/FontBBox[0 -200 1000 800]>>",
        as: 9)
      $0.addStream("BT /T 10 Tf <000100020003> Tj ET", dictionary: entries, as: 10)
      $0.addStream("BT /T 10 Tf <000400050006> Tj ET", dictionary: entries, as: 11)
    }
    let result = try await redact(data) { document in
      try await document.redaction(of: RedactionPattern("ABC"))
    }
    let text = try Tool.run("pdftotext", [result.url.path, "-"]).output
    #expect(!text.contains("ABC") && text.contains("DEF"), "\(text)")
    #expect(!result.has("<000100020003>") && result.has("<000400050006>"))
  }

  /// The same for masks, and for glyphs that are drawings, on the page itself and in forms.
  @Test(arguments: [true, false])
  func masksAndGlyphsKeepTheFontsOfTheirPage(areInForm: Bool) async throws {
    let form = "/Type/XObject/Subtype/Form/BBox[0 0 100 100]"
    let painted = "/G gs 0 0 50 50 re f BT /T 10 Tf (a) Tj ET"
    let data = page(
      "BT /F 10 Tf 20 150 Td (secret) Tj ET \(areInForm ? "/X Do" : painted)",
      fonts: "/T 6 0 R/M 7 0 R/N 8 0 R",
      resources: "/XObject<</X 10 0 R>>/ExtGState<</G<</SMask<</S/Luminosity/G 11 0 R>>>>>>"
    ) {
      $0.add(
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 97/LastChar 97/Widths[1]"
          + "/CharProcs<</a 12 0 R>>/Encoding<</Differences[97/a]>>>>", as: 6)
      $0.add("<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>", as: 7)
      $0.add("<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>", as: 8)
      $0.addStream(painted, dictionary: form, as: 10)
      $0.addStream(
        "BT /M 10 Tf (mask) Tj ET", dictionary: form + "/Group<</S/Transparency/CS/DeviceGray>>", as: 11)
      $0.addStream("1 0 d0 BT /N 1 Tf (x) Tj ET", as: 12)
    }
    let result = try await redact(data, area(10, 140, 100, 30))
    #expect(!result.has("secret") && result.report.glyphs == 6)
    #expect(result.has("/BaseFont /Courier") && result.has("/BaseFont /Times-Roman"))
    #expect(result.has("/M ") && result.has("/N "))
  }

  /// Two pages with the resources of both in one dictionary, of the second page's own or of the node above them.
  @Test(arguments: [true, false])
  func resourcesOfOtherPagesDoNotKeepWhatWasRemoved(areInherited: Bool) async throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    let resources = "/Resources 6 0 R"
    builder.add(
      "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]\(areInherited ? resources : "")>>", as: 2
    )
    let own = areInherited ? "" : resources
    builder.add("<</Type/Page/Parent 2 0 R/Contents 7 0 R\(own)>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 8 0 R\(own)>>", as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", as: 5)
    builder.add("<</Font<</F 5 0 R>>/XObject<</A 9 0 R/B 10 0 R>>>>", as: 6)
    builder.addStream("q 1 0 0 1 20 100 cm /A Do Q", as: 7)
    builder.addStream("q 1 0 0 1 20 100 cm /B Do Q", as: 8)
    // A form without resources uses those of its page.
    builder.addStream(
      "BT /F 12 Tf (SECRETFORM) Tj ET", dictionary: "/Type/XObject/Subtype/Form/BBox[0 -5 99 20]", as: 9)
    builder.addStream(
      "BT /F 12 Tf (SHOWN) Tj ET", dictionary: "/Type/XObject/Subtype/Form/BBox[0 -5 99 20]/Resources 6 0 R",
      as: 10)
    let result = try await redact(builder.data(), area(10, 90, 150, 30))
    #expect(!result.has("SECRETFORM") && result.has("(SHOWN)"))
    let text = try Tool.run("pdftotext", [result.url.path, "-"]).output
    #expect(text.contains("SHOWN"))
  }

  /// What a mask or a pattern shows that has no resources is used by the page that sets it.
  @Test(arguments: ["/G gs 0 0 50 50 re f", "/Pattern cs /P scn 0 0 50 50 re f"])
  func masksAndPatternsOfOtherPagesKeepTheirFonts(painting: String) async throws {
    let form = "/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Group<</S/Transparency/CS/DeviceGray>>"
    let pattern = "/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 50 50]/XStep 50/YStep 50"
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]/Resources 6 0 R>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 7 0 R>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 8 0 R>>", as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", as: 5)
    builder.add(
      "<</Font<</F 5 0 R/M 9 0 R>>/XObject<</X 12 0 R>>/Pattern<</P 11 0 R>>/ExtGState<</G<</SMask<</S/Luminosity/G 10 0 R>>>>>>>>",
      as: 6)
    builder.addStream("/X Do", as: 7)
    // What names a form that becomes another one is pruned.
    builder.addStream(
      "BT /F 12 Tf 20 100 Td (SECRET) Tj ET", dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 200 200]",
      as: 12)
    builder.addStream(painting, as: 8)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>", as: 9)
    builder.addStream("BT /M 10 Tf (mask) Tj ET", dictionary: form, as: 10)
    builder.addStream("BT /M 10 Tf (mask) Tj ET", dictionary: pattern, as: 11)
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "out.pdf")
    _ = try await PDFDocument(data: builder.data()).redact(Redaction(texts: [.init("SECRET")]), to: url)
    let plain = folder.url.appending(path: "plain.pdf")
    _ = try Tool.run("qpdf", ["--qdf", "--object-streams=disable", url.path, plain.path])
    let left = String(decoding: try Data(contentsOf: plain), as: UTF8.self)
    #expect(!left.contains("SECRET") && left.contains("/M ") && left.contains("/BaseFont /Courier"))
  }

  @Test func drawingsOfATypeThreeFontGoWithTheirLastUse() async throws {
    let data = page("BT /T 40 Tf 20 100 Td (a) Tj ET BT /T 40 Tf 20 20 Td (b) Tj ET", fonts: "/T 6 0 R") {
      $0.add(
        "<</Type/Font/Subtype/Type3/FontBBox[0 -200 1000 800]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</s 7 0 R/k 8 0 R>>"
          + "/Resources<</Font<</F 5 0 R>>>>/FirstChar 97/LastChar 98/Widths[1000 1000]"
          + "/Encoding<</Type/Encoding/Differences[97/s/k]>>>>", as: 6)
      $0.addStream("1000 0 d0 BT /F 200 Tf (SECRETGLYPH) Tj ET", as: 7)
      $0.addStream("1000 0 d0 BT /F 200 Tf (KEPTGLYPH) Tj ET", as: 8)
    }
    let result = try await redact(data, area(25, 105, 10, 10))
    #expect(!result.has("SECRETGLYPH") && result.has("KEPTGLYPH"))
  }

  /// Scanners keep letters as images of a font.
  @Test func whatOnlyRemovedLettersPaintGoesWithThem() async throws {
    let data = page("BT /T 40 Tf 20 100 Td (a) Tj ET BT /T 40 Tf 20 20 Td (b) Tj ET", fonts: "/T 6 0 R") {
      $0.add(
        "<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[0.001 0 0 0.001 0 0]/CharProcs<</s 7 0 R/k 8 0 R>>"
          + "/Resources<</XObject<</S 9 0 R/K 10 0 R>>>>/FirstChar 97/LastChar 98/Widths[1000 1000]"
          + "/Encoding<</Type/Encoding/Differences[97/s/k]>>>>", as: 6)
      $0.addStream("1000 0 d0 /S Do", as: 7)
      $0.addStream("1000 0 d0 /K Do", as: 8)
      for (number, text) in [(9, "SECRETFORM"), (10, "KEPTFORM")] {
        $0.addStream("% \(text)", dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 9 9]", as: number)
      }
    }
    let result = try await redact(data, area(25, 105, 10, 10))
    #expect(!result.has("SECRETFORM") && result.has("KEPTFORM"))
  }

  /// Programs have keys of their own in property lists, and artifacts have contents.
  @Test(arguments: [
    "/Span<</Note(SECRETNOTE)>>", "/Artifact<</Contents(SECRETNOTE)/Type/Pagination>>", "/Span/MC",
  ])
  func whatPropertyListsSayOfRemovedContentGoes(mark: String) async throws {
    let data = page(
      "\(mark) BDC BT /F 12 Tf 20 100 Td (secret) Tj ET EMC BT /F 12 Tf 20 20 Td (b) Tj ET",
      resources: "/Properties<</MC<</Own[(SECRETNOTE)]>>>>")
    let result = try await redact(data, area(15, 95, 60, 20))
    #expect(!result.has("SECRETNOTE"))
  }

  @Test func textOutsideOfAFormsBoxIsRemovedToo() async throws {
    let data = page("/X Do", resources: "/XObject<</X 6 0 R>>") {
      $0.addStream(
        "BT /F 12 Tf 20 100 Td (SECRET) Tj ET",
        dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 10 10]/Resources<</Font<</F 5 0 R>>>>", as: 6)
    }
    #expect(!(try await redact(data, area(10, 90, 100, 30)).has("SECRET")))
  }

  @Test func aFieldLosesItsValueWhereverItIsShown() async throws {
    let data = PDFBuilder(annotations: [
      "<</Type/Annot/Subtype/Widget/Parent 6 0 R/Rect[20 20 40 40]>>",
      "<</Type/Annot/Subtype/Widget/Parent 6 0 R/Rect[120 120 150 150]>>",
      "<</FT/Tx/T(name)/V(SECRETVALUE)/DV(SECRETDEFAULT)/Kids[4 0 R 5 0 R]>>",
    ]).data()
    let result = try await redact(data, area(10, 10, 50, 50))
    #expect(!result.has("SECRET") && result.has("(name)") && result.report.fields == 1)
    #expect(try PDFDocument(openFor: result.url).page(at: 0).annotations.count >= 1)
  }

  @Test func aSignedDocumentNeedsPermission() async throws {
    let document = try PDFDocument(
      data: PDFBuilder(annotations: [
        "<</Type/Annot/Subtype/Widget/FT/Sig/T(s)/Rect[120 120 150 150]/V<</Type/Sig/Filter/Adobe.PPKLite/Name(SECRETNAME)"
          + "/ByteRange[0 1 2 3]/Contents<00>>>>>"
      ]).data().withForm("/AcroForm<</Fields[4 0 R]/SigFlags 3>>"))
    let url = folder.url.appendingPathComponent("signed.pdf")
    let redaction = area(10, 10, 20, 20)(document)
    let error = await #expect(throws: PDFError.self) { try await document.redact(redaction, to: url) }
    #expect(error?.code == .wouldBreakSignature && folder.names.isEmpty)
    try await document.redact(redaction, to: url, RedactionOptions(allowsBreakingSignatures: true))
    #expect(!(try PDFDocument.openAndWait(url).isSigned))
  }

  // MARK: - Pictures

  @Test func pixelsOfAnImageAreBlanked() async throws {
    let samples = (0..<16).map { "\(String(0x10 + $0, radix: 16))" }.joined()
    let data = page("q 160 0 0 160 20 20 cm /I Do Q", resources: "/XObject<</I 6 0 R>>") {
      $0.addStream(
        samples + ">",
        dictionary:
          "/Type/XObject/Subtype/Image/Width 4/Height 4/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/ASCIIHexDecode",
        as: 6)
    }
    // The upper left quarter: two pixels of the first two rows.
    let result = try await redact(data, area(20, 100, 80, 80))
    let image = try PDFDocument(openFor: result.url).firstImage()
    #expect(image == [0xFF, 0xFF, 0x12, 0x13, 0xFF, 0xFF, 0x16, 0x17] + (0x18...0x1F).map { $0 })
    #expect(result.report.images == 1)
  }

  @Test func anInlineImageIsBlankedToo() async throws {
    let data = page("q 160 0 0 160 20 20 cm BI /W 2 /H 2 /BPC 8 /CS /G /F /AHx ID 11223344> EI Q")
    let result = try await redact(data, area(20, 100, 80, 80))
    #expect(try PDFDocument(openFor: result.url).firstImage() == [0xFF, 0x22, 0x33, 0x44])
    #expect(!result.has("11223344"))
  }

  @Test func anImageInAFormatOfTheRendererIsBlankedToo() async throws {
    // 16 × 16 pixels in squares of four, coded as fax machines do.
    let data = page("q 160 0 0 160 20 20 cm /I Do Q", resources: "/XObject<</I 6 0 R>>") {
      $0.addStream(
        "26acdbffff36cdbfff26acdbffff36cdbfff001001>",
        dictionary: "/Type/XObject/Subtype/Image/Width 16/Height 16/BitsPerComponent 1/ColorSpace/DeviceGray"
          + "/Filter[/ASCIIHexDecode/CCITTFaxDecode]/DecodeParms[null<</K -1/Columns 16/Rows 16/BlackIs1 true>>]",
        as: 6)
    }
    let result = try await redact(data, area(20, 100, 80, 80))
    let rows: [[UInt8]] = [[0xFF, 0xF0], [0xFF, 0x0F], [0xF0, 0xF0], [0x0F, 0x0F]]
    #expect(
      try PDFDocument(openFor: result.url).firstImage()
        == rows.flatMap { Array(repeating: $0, count: 4).joined() })
    #expect(!result.has("26acdb") && !result.has("CCITT"))
  }

  @Test func anImageThatCannotBeChangedIsRefusedOrRemovedAsAWhole() async throws {
    let data = page("q 160 0 0 160 20 20 cm /I Do Q", resources: "/XObject<</I 6 0 R>>") {
      $0.addStream(
        "secret", dictionary: "/Type/XObject/Subtype/Image/Width 4/Height 4/SMaskInData 1/Filter/JPXDecode",
        as: 6)
    }
    let error = await #expect(throws: PDFError.self) { _ = try await redact(data, area(20, 100, 80, 80)) }
    #expect(error?.code == .unsupported && error?.message.contains("JPXDecode") == true)
    #expect(folder.names.isEmpty)
    let result = try await redact(data, area(10, 10, 180, 180))
    #expect(!result.has("secret") && result.report.images == 1)
  }

  @Test func ofADrawingOnlyWhatLiesOutsideIsLeft() async throws {
    // A zigzag with four corners in the area.
    let data = page(
      "1 0 0 RG 20 100 m 55 120 l 60.25 91 l 70.25 117 l 80.75 90 l 120 100 l 180 100 l S 61 100 10 5 re f")
    let result = try await redact(data, area(50, 80, 50, 50))
    #expect(!result.has("60.25") && !result.has("70.25") && !result.has("80.75"), "\(result.text)")
    #expect(!result.has("61 100"))
    #expect(result.has("W* n") && result.report.paths == 2)
  }

  // MARK: - Annotations and fields

  @Test func aReplyGoesWithItsNoteAndALinkBesideStays() async throws {
    let data = PDFBuilder(annotations: [
      "<</Type/Annot/Subtype/Text/Rect[20 20 40 40]/Contents(NOTE)/Popup 5 0 R>>",
      "<</Type/Annot/Subtype/Popup/Rect[100 100 150 150]/Parent 4 0 R>>",
      "<</Type/Annot/Subtype/Text/Rect[150 150 170 170]/Contents(REPLY)/IRT 4 0 R>>",
      "<</Type/Annot/Subtype/Link/Rect[150 20 170 40]/A<</S/URI/URI(https://kept.example)>>>>",
    ]).data()
    let result = try await redact(data, area(10, 10, 50, 50))
    #expect(!result.has("NOTE") && !result.has("REPLY") && result.has("kept.example"))
    #expect(result.report.annotations == 3)
  }

  /// Windows may name no parent: they are those of the annotations that name them.
  @Test func aWindowThatOnlyItsNoteNamesGoesToo() async throws {
    let data = PDFBuilder(annotations: [
      "<</Type/Annot/Subtype/Text/Rect[20 20 40 40]/Popup 5 0 R>>",
      "<</Type/Annot/Subtype/Popup/Rect[100 100 150 150]/Contents(NOTE)>>",
    ]).data()
    let result = try await redact(data, area(10, 10, 50, 50))
    #expect(!result.has("NOTE") && result.report.annotations == 2)
  }

  /// Readers pass over operands that an operator does not have.
  @Test func strayOperandsGoWithAnArea() async throws {
    let data = page(
      "(STRAY) <</A (OTHER)>> q /MORE 1 0 0 1 0 0 cm 3 0 0 RG 0 0 5 5 re f Q BT (X) (NEXT) /F 9 Tf ET")
    let result = try await redact(data, area(100, 100, 20, 20))
    for word in ["STRAY", "OTHER", "MORE", "(X)", "NEXT"] { #expect(!result.has(word), "\(word)") }
    #expect(result.has("1 0 0 1 0 0 cm") && result.has("3 0 0 RG") && result.has("/F 9 Tf"))
  }

  /// A page that cannot be read in time is not asked for again in the new file.
  @Test func aPageThatTakesTooLongRefusesTheRedaction() async throws {
    let forms = (0..<5).map { "/X\($0) \(6 + $0) 0 R" }.joined()
    let data = page("/X0 Do", resources: "/XObject<<\(forms)>>") { builder in
      for number in 0..<5 {
        let paints = number == 4 ? "0 0 1 1 re f" : String(repeating: "/X\(number + 1) Do ", count: 12)
        builder.addStream(
          paints,
          dictionary:
            "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F 5 0 R>>/XObject<<\(forms)>>>>",
          as: 6 + number)
      }
    }
    let document = try PDFDocument(data: data)
    document.readingDeadline = .milliseconds(1)
    let url = folder.url.appendingPathComponent("slow.pdf")
    await #expect {
      try await document.redact(Redaction(texts: [.init("SECRETNAME")]), to: url)
    } throws: {
      let error = $0 as? PDFError
      return error?.code == .renderTimedOut && error?.pageIndex == 0
        && error?.message.hasPrefix("Page 1 ") == true
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func marksAreApplied() async throws {
    let document = try PDFDocument(data: SecretDocument.data)
    let page = document.pageIDs[0]
    try document.add(
      Annotation(
        .redaction(PageRect(x: 40, y: 440, width: 200, height: 30), overlayText: "GONE"), style: .redaction),
      to: page)
    let url = folder.url.appendingPathComponent("marks.pdf")
    let redaction = try document.redactionOfMarksAndWait()
    #expect(redaction.areas.first?.overlayText == "GONE" && redaction.areas.first?.fill == .black)
    try await document.redact(redaction, to: url)
    let text = try Tool.run("pdftotext", [url.path, "-"]).output
    #expect(!text.contains("SECRETFORM") && text.contains("SECRETMID") && text.contains("GONE"))
    let redacted = try PDFDocument.openAndWait(url)
    #expect(try redacted.redactionOfMarksAndWait().isEmpty)
  }

  /// The quadrilaterals of a mark are optional, and those that are none name no area (ISO 32000-2, table 195).
  @Test(arguments: ["[]", "[1 2 3]", "(none)", "[0 0 0 0 0 0 0 0]"])
  func aMarkWithoutQuadrilateralsIsItsRectangle(quads: String) async throws {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add(
      "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>/Annots[6 0 R]>>", as: 3)
    builder.addStream("BT /F 12 Tf 20 100 Td (SECRETNAME) Tj ET", as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", as: 5)
    builder.add("<</Type/Annot/Subtype/Redact/Rect[15 95 150 115]/QuadPoints\(quads)>>", as: 6)
    let result = try await redact(builder.data()) { try $0.redactionOfMarksAndWait() }
    #expect(!result.has("SECRETNAME") && result.report.annotations == 1)
  }

  // MARK: - The file

  @Test func theNewFileHasOneRevisionAndNothingUnreferenced() async throws {
    let document = try PDFDocument(data: SecretDocument.data)
    let first = folder.url.appendingPathComponent("first.pdf")
    try document.add(
      Annotation(.rectangle(PageRect(x: 300, y: 10, width: 20, height: 20))), to: document.pageIDs[0])
    try await document.save(to: first, .incremental())
    #expect(document.revisionCount == 2)
    let url = folder.url.appendingPathComponent("redacted.pdf")
    try await document.redact(area(40, 440, 200, 30)(document), to: url)
    let redacted = try PDFDocument.openAndWait(url)
    #expect(redacted.revisionCount == 1)
    let bytes = try Data(contentsOf: url)
    #expect(bytes.range(of: Data("SECRETFORM".utf8)) == nil)
    // The document itself is as it was.
    #expect(document.url == first && !document.canRedo && document.revisionCount == 2)
  }

  @Test func whatCannotBeRightIsRefused() async throws {
    let document = try PDFDocument(data: SecretDocument.data)
    let url = folder.url.appendingPathComponent("own.pdf")
    try await document.save(to: url)
    let page = document.pageIDs[0]
    func code(_ redaction: Redaction, to url: URL) async -> PDFError.Code? {
      await #expect(throws: PDFError.self) { try await document.redact(redaction, to: url) }?.code
    }
    let other = folder.url.appendingPathComponent("other.pdf")
    let good = Redaction([.init(PageRect(x: 0, y: 0, width: 10, height: 10), on: page)])
    #expect(await code(Redaction(), to: other) == .invalidArgument)
    #expect(await code(good, to: url) == .invalidArgument)
    #expect(await code(Redaction(texts: [.init(" ")]), to: other) == .invalidArgument)
    #expect(
      await code(Redaction([.init(PageRect(x: 0, y: 0, width: 0, height: 10), on: page)]), to: other)
        == .invalidGeometry)
    #expect(
      await code(Redaction([.init(PageRect(x: 0, y: 0, width: .nan, height: 10), on: page)]), to: other)
        == .invalidGeometry)
    #expect(
      await code(
        Redaction([.init(PageRect(x: 0, y: 0, width: 1, height: 1), on: PageID(number: 9))]), to: other)
        == .pageOutOfRange)
    #expect(folder.names == ["own.pdf"])
  }

  @Test func aRefusalNamesThePageAndTheReportComesWithoutAFile() async throws {
    var document = PageDocument(pageCount: 3)
    document.pages[1].content = "BT /F 12 Tf (open"
    let opened = try PDFDocument(data: document.data)
    let other = folder.url.appendingPathComponent("other.pdf")
    let marks = opened.pageIDs.map { Redaction.Area(PageRect(x: 0, y: 0, width: 100, height: 100), on: $0) }
    let error = await #expect(throws: PDFError.self) { try await opened.redact(Redaction(marks), to: other) }
    #expect(error?.code == .unsupported && error?.pageIndex == 1)
    let asked = await #expect(throws: PDFError.self) { try await opened.redactionReport(Redaction(marks)) }
    #expect(asked == error)
    #expect(folder.names.isEmpty)
  }

  @Test func theReportBeforeIsThatOfTheRedaction() async throws {
    let document = try PDFDocument(data: SecretDocument.data)
    let redaction = area(40, 140, 320, 440)(document)
    let before = try await document.redactionReport(redaction)
    #expect(folder.names.isEmpty && !document.hasUnsavedChanges)
    let after = try await document.redact(redaction, to: folder.url.appendingPathComponent("out.pdf"))
    #expect(before == after && before.glyphs > 0)
  }

  @Test func progressRisesToTheEnd() async throws {
    let seen = Mutex<[Double]>([])
    let document = try PDFDocument(data: SecretDocument.data)
    let url = folder.url.appendingPathComponent("out.pdf")
    try await document.redact(area(40, 140, 320, 440)(document), to: url) { part in
      seen.withLock { $0.append(part) }
    }
    let parts = seen.withLock { $0 }
    #expect(parts.count > 3 && parts == parts.sorted() && parts.last == 1)
  }

  @Test func aCancelledRedactionWritesNothing() async throws {
    let document = try PDFDocument(data: SecretDocument.data)
    let url = folder.url.appendingPathComponent("out.pdf")
    let redaction = area(40, 140, 320, 440)(document)
    let task = Task {
      try await document.redact(redaction, to: url) { _ in withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(folder.names.isEmpty)
  }

  @Test func theOwnFileIsReplacedIfThatIsAllowed() async throws {
    let url = folder.url.appendingPathComponent("own.pdf")
    try SecretDocument.data.write(to: url)
    let document = try PDFDocument.openAndWait(url)
    let redaction = try await document.redaction(of: "SECRET")
    try await document.redact(redaction, to: url, RedactionOptions(allowsReplacingOwnFile: true))
    #expect(folder.names == ["own.pdf"])
    #expect(!(try Tool.run("pdftotext", [url.path, "-"]).output.contains("SECRET")))
    // What is open is as it was, and is not written over the new file.
    #expect(try await document.text(of: document.pageIDs[0]).string.contains("SECRET"))
    try document.add(
      Annotation(.rectangle(PageRect(x: 50, y: 50, width: 9, height: 9))), to: document.pageIDs[0])
    let error = await #expect(throws: PDFError.self) { try await document.save() }
    #expect(error?.code == .fileChanged)
  }

  @Test func anEncryptedDocumentNeedsAWord() async throws {
    let document = try PDFDocument(data: SecretDocument.data)
    let locked = folder.url.appendingPathComponent("locked.pdf")
    try await document.write(
      to: locked, .rewrite(RewriteOptions(encryption: .aes256(userPassword: "", ownerPassword: "o"))))
    let opened = try PDFDocument.openAndWait(locked)
    let out = folder.url.appendingPathComponent("out.pdf")
    let redaction = area(40, 440, 200, 30)(opened)
    let error = await #expect(throws: PDFError.self) { try await opened.redact(redaction, to: out) }
    #expect(error?.code == .invalidArgument)
    try await opened.redact(
      redaction, to: out, RedactionOptions(encryption: .aes256(userPassword: "", ownerPassword: "n")))
    #expect(try PDFDocument.openAndWait(out).isEncrypted)
    #expect(!(try Tool.run("pdftotext", [out.path, "-"]).output.contains("SECRETFORM")))
  }
}

extension Array {
  fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result]
  {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}

extension Data {
  /// The document with entries in its catalog, and its table found anew by qpdf's kind of repair.
  fileprivate func withForm(_ entries: String) -> Data {
    let text = String(decoding: self, as: UTF8.self)
    return Data(text.replacingOccurrences(of: "<</Type/Catalog", with: "<</Type/Catalog" + entries).utf8)
  }
}

extension PDFDocument {
  fileprivate convenience init(openFor url: URL) throws { try self.init(data: try Data(contentsOf: url)) }

  /// The samples of the first image in the file.
  func firstImage() throws -> [UInt8]? {
    try store.withLock { store in
      for number in 1..<1000 {
        let id = ObjectID(number: number)
        guard store.graph.object(id).dictionary?["Subtype"]?.name == "Image" else { continue }
        return try store.graph.decodedStream(id, limit: StreamLimit.content)
      }
      return nil
    }
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

/// What matches in everything that is no content of a page.
@Suite struct RedactionBeyondPagesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A page with some text, and what a test adds: entries of the catalog, of the page, of its resources, objects from 10 on.
  private struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var catalog = ""
    var page = ""
    var resources = ""
    var content = ""
    var information = ""
    var objects: [Int: String] = [:]
    var streams: [Int: (String, String)] = [:]

    init(_ name: String, _ change: (inout Place) -> Void) {
      testDescription = name
      change(&self)
    }

    var data: Data {
      var builder = PDFBuilder()
      builder.add("<</Type/Catalog/Pages 2 0 R\(catalog)>>", as: 1)
      builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
      builder.add(
        "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>\(resources)>>\(page)>>", as: 3)
      builder.addStream("BT /F 12 Tf 20 100 Td (KEPT) Tj ET\n\(content)", as: 4)
      builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", as: 5)
      builder.add("<</Producer(x)\(information)>>", as: 6)
      for (number, object) in objects { builder.add(object, as: number) }
      for (number, (dictionary, content)) in streams {
        builder.addStream(content, dictionary: dictionary, as: number)
      }
      return builder.data(info: 6)
    }

    static func annotation(_ name: String, _ entries: String, _ change: (inout Place) -> Void = { _ in })
      -> Place
    {
      Place(name) {
        $0.page = "/Annots[10 0 R]"
        $0.objects[10] = "<</Type/Annot/Rect[10 10 50 50]\(entries)>>"
        change(&$0)
      }
    }

    static func field(_ name: String, _ entries: String) -> Place {
      annotation(name, "/Subtype/Widget\(entries)") {
        $0.catalog = "/AcroForm<</Fields[10 0 R]/DA(/F 12 Tf)>>"
      }
    }
  }

  private static let places: [Place] = [
    Place("outline") {
      $0.catalog = "/Outlines 10 0 R"
      $0.objects = [
        10: "<</First 11 0 R/Last 11 0 R/Count 1>>", 11: "<</Title(On SECRETNAME)/Parent 10 0 R>>",
      ]
    },
    Place("outline in UTF-16 with a language inside") {
      $0.catalog = "/Outlines 10 0 R"
      $0.objects = [
        10: "<</First 11 0 R/Last 11 0 R/Count 1>>",
        11: "<</Title<FEFF005300450043005200450054001B656E001B004E0041004D0045>/Parent 10 0 R>>",
      ]
    },
    Place("information") { $0.information = "/Title(On SECRETNAME)" },
    Place("key of the information") { $0.information = "/SECRETNAME(x)" },
    Place("metadata") {
      $0.catalog = "/Metadata 10 0 R"
      $0.streams[10] = ("/Type/Metadata/Subtype/XML", xmp("On &#83;ECRETNAME", "KEPT &amp; more"))
    },
    Place("metadata that are no XML") {
      $0.catalog = "/Metadata 10 0 R"
      $0.streams[10] = ("/Type/Metadata/Subtype/XML", "<a>SECRET<b>NAME</a>")
    },
    .annotation(
      "comment", "/Subtype/Text/Contents(On SECRETNAME)/T(SECRETNAME)/Subj(SECRETNAME)/NM(SECRETNAME)"),
    .annotation("rich text", "/Subtype/Text/Contents(x)/RC(<body><p>SECRET<b>NAME</b></p></body>)"),
    .annotation(
      "rich text of a comment", "/Subtype/Text/Contents(SECRETNAME)/RC(<p>S<i/>E C R E T N A M E</p>)"),
    .annotation("link", "/Subtype/Link/A<</S/URI/URI(http://a/SECRET%4EAME?q)>>"),
    .annotation("named link", "/Subtype/Link/Dest(SECRETNAME)") {
      $0.catalog = "/Names<</Dests<</Names[(A)[3 0 R/Fit](SECRETNAME)[3 0 R/Fit](z)[3 0 R/Fit]]>>>>"
    },
    .annotation("link to an old name", "/Subtype/Link/Dest/SECRETNAME") {
      $0.catalog = "/Dests<</SECRETNAME[3 0 R/Fit]>>"
    },
    .annotation("private copy", "/Subtype/Text/Contents(x)/AAPL:AKExtras<</Old 11 0 R>>") {
      $0.streams[11] = ("/Subtype/Form/BBox[0 0 9 9]", "BT (SEC) Tj (RETNAME) Tj (SECRETNAME) Tj ET")
    },
    .annotation("mark's overlay", "/Subtype/Redact/OverlayText(SECRETNAME)"),
    .field(
      "value",
      "/FT/Tx/T(f)/V(SECRETNAME)/DV(SECRETNAME)/RV(<p>SECRET<i>NAME</i></p>)/TU(SECRETNAME)/TM(SECRETNAME)"),
    .field("name of a field", "/FT/Tx/T(SECRETNAME)"),
    .field("options", "/FT/Ch/T(f)/Ff 131072/Opt[[(a)(SECRETNAME)](b SECRETNAME)]/V(a)"),
    .field("caption", "/FT/Btn/T(f)/Ff 65536/MK<</CA(SECRETNAME)/RC(SECRETNAME)/AC(SECRETNAME)>>"),
    .field("state", "/FT/Btn/T(f)/V/SECRETNAME/AS/SECRETNAME/AP<</N<</SECRETNAME null/Off null>>>>"),
    .field("script of a field", "/FT/Tx/T(f)/AA<</K<</S/JavaScript/JS(alert\\('\\\\x53ECRETNAME'\\))>>>>"),
    Place("scripts") {
      $0.catalog =
        "/OpenAction<</S/JavaScript/JS(var a = 'SECRET' + \"NAME\")>>"
        + "/Names<</JavaScript<</Names[(SECRETNAME)<</S/JavaScript/JS 10 0 R>>]>>>>"
      $0.streams[10] = ("", "var b = 'SECRETNAME'")
    },
    Place("attached file") {
      $0.catalog =
        "/Names<</EmbeddedFiles<</Names[(SECRETNAME.txt)<</Type/Filespec/F(SECRETNAME.txt)/UF(SECRETNAME.txt)"
        + "/Desc(SECRETNAME)/EF<</F 10 0 R>>>>]>>>>"
      $0.streams[10] = ("/Type/EmbeddedFile", "name: SECRETNAME")
    },
    Place("labels of pages") { $0.catalog = "/PageLabels<</Nums[0<</S/D/P(SECRETNAME-)>>]>>" },
    Place("layer") {
      $0.catalog =
        "/OCProperties<</OCGs[10 0 R]/D<</Name(SECRETNAME)/Creator(SECRETNAME)>>/Configs[<</Name(SECRETNAME)>>]>>"
      $0.resources = "/Properties<</L 10 0 R>>"
      $0.content = "/OC /L BDC EMC"
      $0.objects[10] = "<</Type/OCG/Name(SECRETNAME)/Usage<</CreatorInfo<</Creator(SECRETNAME)>>>>>>"
    },
    Place("structure") {
      $0.catalog = "/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R"
      $0.objects = [
        10: "<</Type/StructTreeRoot/K 11 0 R/IDTree<</Names[(SECRETNAME)11 0 R]>>/RoleMap<</SECRETNAME/P>>>>",
        11:
          "<</S/SECRETNAME/P 10 0 R/Pg 3 0 R/Alt(SECRETNAME)/E(SECRETNAME)/T(SECRETNAME)/ActualText(SECRETNAME)"
          + "/ID(SECRETNAME)/A<</O/Table/Summary(SECRETNAME)/Headers[(SECRETNAME)]>>>>",
      ]
    },
    Place("threads, viewports, output intents") {
      $0.catalog = "/Threads[<</I<</Title(SECRETNAME)>>>>]/OutputIntents[<</S/GTS_PDFX/Info(SECRETNAME)>>]"
      $0.page = "/VP[<</BBox[0 0 9 9]/Name(SECRETNAME)>>]"
    },
    Place("colorant") {
      $0.resources =
        "/ColorSpace<</K[/Separation/SECRETNAME/DeviceGray<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>]>>"
      $0.content = "/K cs 1 scn 0 0 9 9 re f"
    },
    Place("names, strings and comments of content") {
      $0.resources = "/ExtGState<</SECRETNAME<</LW 1>>>>"
      $0.content = "% SECRETNAME\n/SECRETNAME BMC EMC /SECRETNAME gs /X <</N(SECRETNAME)>> DP"
    },
    Place("names of fields in private data") {
      $0.catalog = "/Other<</SECRETNAME[/SECRETNAME (SECRETNAME)]/Data 10 0 R>>"
      $0.streams[10] = ("/Name/SECRETNAME", "\u{1}SECRETNAME")
    },
    Place("form in XML") {
      $0.catalog = "/AcroForm<</Fields[]/XFA 10 0 R>>"
      $0.streams[10] = ("", "<v>SECRETNAME</v>")
    },
  ]

  private static func xmp(_ title: String, _ kept: String) -> String {
    "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
      + "<rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title><rdf:Alt>"
      + "<rdf:li xml:lang='x-default'>\(title)</rdf:li></rdf:Alt></dc:title><dc:source>\(kept)</dc:source>"
      + "</rdf:Description></rdf:RDF></x:xmpmeta>"
  }

  /// All that is left: the file's bytes, with streams unpacked.
  private func redact(_ data: Data, _ redaction: Redaction, _ name: String = "out") async throws -> (
    report: RedactionReport, url: URL, text: String
  ) {
    let url = folder.url.appendingPathComponent("\(name).pdf")
    let report = try await PDFDocument(data: data).redact(redaction, to: url)
    let check = try Tool.qpdfCheck(url)
    #expect(check.status == 0, "\(check.output)")
    let plain = folder.url.appendingPathComponent("\(name).qdf")
    _ = try Tool.run("qpdf", ["--qdf", "--object-streams=disable", url.path, plain.path])
    return (report, url, String(decoding: try Data(contentsOf: plain), as: UTF8.self))
  }

  @Test(arguments: places) private func textsAndPatternsAreFound(place: Place) async throws {
    let redactions = [
      Redaction(texts: [.init("secretname")]), Redaction(patterns: [try RedactionPattern("SECR[A-Z]TNAME")]),
    ]
    for redaction in redactions {
      let result = try await redact(place.data, redaction)
      for part in ["SECRET", "SECRETNAME", "ECRETNAME", "4EAME", "\\x53", "NAME</i>", "(RETNAME)"] {
        #expect(!result.text.contains(part), "\(part): \(result.text)")
      }
      #expect(result.text.contains("(KEPT)"))
      #expect(result.report.strings + result.report.attachments + result.report.glyphs > 0)
      // What is found by name is found still.
      let document = try await PDFDocument.open(result.url)
      #expect(document.pageCount == 1)
    }
  }

  @Test func onlyPropertiesOfMetadataThatMatchChange() async throws {
    let place = try #require(Self.places.first { $0.testDescription == "metadata" })
    let result = try await redact(place.data, Redaction(texts: [.init("SECRETNAME")]))
    #expect(result.text.contains("[redacted]") && result.text.contains("KEPT &amp; more"))
  }

  @Test func namesLeadWhereTheyLed() async throws {
    let place = try #require(Self.places.first { $0.testDescription == "named link" })
    let result = try await redact(place.data, Redaction(texts: [.init("SECRETNAME")]))
    let document = try await PDFDocument.open(result.url)
    let links = try document.page(document.pageIDs[0]).annotations
    #expect(links.count == 1)
    let old = try #require(Self.places.first { $0.testDescription == "link to an old name" })
    let renamed = try await redact(old.data, Redaction(texts: [.init("SECRETNAME")]))
    #expect(renamed.text.contains("/Dest /redacted1") && renamed.text.contains("/redacted1 ["))
    // Trees stay sorted, since readers look names up by halves.
    let dests = try #require(result.text.range(of: "/Dests"))
    let tree = result.text[dests.upperBound...]
    let places = try ["(A)", "([redacted])", "(z)"].map { try #require(tree.range(of: $0)).lowerBound }
    #expect(places == places.sorted())
  }

  @Test func identifiersStayDifferent() async throws {
    let place = Place("two") {
      $0.catalog =
        "/Names<</EmbeddedFiles<</Names[(ada@example.org)<</F(1)/EF<</F 10 0 R>>>>(bob@example.org)<</F(2)/EF<</F 11 0 R>>>>]>>>>"
      $0.streams = [10: ("/Type/EmbeddedFile", "FIRST"), 11: ("/Type/EmbeddedFile", "SECOND")]
    }
    let result = try await redact(place.data, Redaction(patterns: [.emailAddresses]))
    #expect(!result.text.contains("@") && result.text.contains("FIRST") && result.text.contains("SECOND"))
    #expect(try await PDFDocument.open(result.url).attachments.count == 2)
  }

  // MARK: - Nothing found, and what is not text

  @Test func nothingFoundIsAnErrorAndWritesNothing() async throws {
    let document = try PDFDocument(data: Place("none") { _ in }.data)
    let url = folder.url.appendingPathComponent("none.pdf")
    for redaction in [Redaction(texts: [.init("SECRETNAME")]), Redaction(patterns: [.emailAddresses])] {
      await #expect { try await document.redact(redaction, to: url) } throws: {
        ($0 as? PDFError)?.code == .nothingToDo
      }
      #expect(try await document.redactionReport(redaction).isEmpty)
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  /// What an update replaced is in the file still, and not in the new one.
  @Test func whatIsInOlderRevisionsOnlyIsFound() async throws {
    var first = Place("old") { $0.information = "/Title(SECRETNAME)" }.data
    let text = String(decoding: first, as: UTF8.self)
    let start = try #require(text.split(separator: "\n").last { Int($0) != nil })
    let offset = String(repeating: "0", count: 10 - String(first.count).count) + String(first.count)
    let update =
      "6 0 obj\n<</Title(clean)>>\nendobj\nxref\n6 1\n\(offset) 00000 n \n"
      + "trailer\n<</Size 7/Root 1 0 R/Info 6 0 R/Prev \(start)>>\nstartxref\n\(first.count + 33)\n%%EOF\n"
    first += Data(update.utf8)
    let result = try await redact(first, Redaction(texts: [.init("SECRETNAME")]))
    #expect(
      result.report.hiddenItems == 1 && result.text.contains("clean") && !result.text.contains("SECRET"))
  }

  /// Words of the standard, tags of colour profiles, parts of words, numbers of content, dates.
  @Test func whatIsNoTextIsNoReasonToRefuse() async throws {
    let place = Place("profile") {
      $0.resources = "/ColorSpace<</C[/ICCBased 10 0 R]>>"
      $0.content = "/C cs 0 0 0 sc BT /F 12 Tf 20 50 Td (text Page 500 xtexty) Tj 100 500 Td ET"
      $0.information = "/CreationDate(D:20260102030405Z)"
      $0.streams[10] = (
        "/N 3/Alternate/DeviceRGB", String(repeating: "-", count: 128) + "rTRCtextCopyright right desc"
      )
    }
    for (index, text) in ["text", "Page", "500"].enumerated() {
      let result = try await redact(place.data, Redaction(texts: [.init(text)]), "no\(index)")
      #expect(result.report.glyphs > 0 && result.text.contains("rTRCtext") && result.text.contains("/Page"))
      #expect(result.text.contains("D:20260102030405Z"))
    }
    let words = try await redact(
      place.data, Redaction(texts: [.init("text", options: [.ignoringCase, .wholeWords])]), "words")
    #expect(words.report.glyphs == 4 && words.text.contains("xtexty"))
  }

  @Test func attachedFilesThatCannotBeReadAreTold() async throws {
    let place = Place("packed") {
      $0.catalog = "/Names<</EmbeddedFiles<</Names[(a.7z)<</F(a.7z)/EF<</F 10 0 R>>>>]>>>>"
      $0.information = "/Title(SECRETNAME)"
      $0.streams[10] = ("/Type/EmbeddedFile/Filter/ASCIIHexDecode", "377ABCAF271C0004>")
    }
    let result = try await redact(place.data, Redaction(texts: [.init("SECRETNAME")]))
    #expect(
      result.report.remaining == ["the attached file 'a.7z', which cannot be looked into: it is a 7z archive"]
    )
  }

  // MARK: - Structure

  /// A form that is redacted as a copy, with the structure tree leading to it as it was.
  @Test(arguments: ["<</Type/MCR/Pg 3 0 R/Stm 12 0 R/MCID 0>>", "<</Type/OBJR/Pg 3 0 R/Obj 12 0 R>>"])
  func theStructureDoesNotKeepWhatWasReplaced(kid: String) async throws {
    let place = Place("form") {
      $0.catalog = "/StructTreeRoot 10 0 R"
      $0.objects = [
        10: "<</Type/StructTreeRoot/K 11 0 R>>", 11: "<</S/P/P 10 0 R/Pg 3 0 R/K[\(kid)]/Alt(S-E-C-R-E-T)>>",
      ]
      $0.resources = "/XObject<</X 12 0 R>>"
      $0.content = "/X Do"
      $0.streams[12] = (
        "/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Resources<</Font<</F 5 0 R>>>>",
        "/P <</MCID 0>> BDC BT /F 12 Tf 20 50 Td (SEC) Tj (RETNAME) Tj ET EMC"
      )
    }
    let area = Redaction([.init(PageRect(x: 10, y: 40, width: 180, height: 30), on: PageID(number: 1))])
    let result = try await redact(place.data, area)
    #expect(!result.text.contains("RETNAME") && !result.text.contains("S-E-C-R-E-T"))
  }

  /// Elements that are no objects of their own, and what attributes and files say of them.
  @Test func elementsThatStandInOthersLoseTheirTexts() async throws {
    let place = Place("direct") {
      $0.catalog =
        "/StructTreeRoot<</Type/StructTreeRoot/K<</S/Div/Pg 3 0 R/K<</S/P/K 0/Alt(S-E-C-R-E-T)"
        + "/A[<</O/Table/Summary(S-U-M)>>]/AF[<</F(f)/EF<</F 10 0 R>>>>]>>>>>>"
      $0.content = "/P <</MCID 0>> BDC BT /F 12 Tf 20 50 Td (SECRETNAME) Tj ET EMC"
      $0.streams[10] = ("/Type/EmbeddedFile", "\\\\mathrm{SECRETNAME}")
    }
    let area = Redaction([.init(PageRect(x: 10, y: 40, width: 180, height: 30), on: PageID(number: 1))])
    let result = try await redact(place.data, area)
    for part in ["S-E-C-R-E-T", "S-U-M", "SECRETNAME"] { #expect(!result.text.contains(part)) }
    #expect(result.report.remaining.isEmpty)
  }

  @Test func filesOfAPictureGoWithItsParts() async throws {
    for width in [100, 400] {
      let place = Place("picture") {
        $0.resources = "/XObject<</I 10 0 R>>"
        $0.content = "q \(width) 0 0 30 10 40 cm /I Do Q"
        $0.streams[10] = (
          "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/AF[<</F(d)/EF<</F 11 0 R>>>>]",
          "A"
        )
        $0.streams[11] = ("/Type/EmbeddedFile", "a,SECRETNAME")
      }
      let area = Redaction([.init(PageRect(x: 5, y: 30, width: 150, height: 60), on: PageID(number: 1))])
      let result = try await redact(place.data, area, "picture\(width)")
      #expect(!result.text.contains("SECRETNAME"))
    }
  }

  @Test func dataOfProgramsGoFromFormsToo() async throws {
    let place = Place("piece") {
      $0.resources = "/XObject<</X 10 0 R>>"
      $0.content = "/X Do"
      $0.streams[10] = (
        "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/PieceInfo<</A<</Private(SECRETNAME)>>>>", "q Q"
      )
    }
    let url = folder.url.appendingPathComponent("scrubbed.pdf")
    try await PDFDocument(data: place.data).scrub(to: url)
    #expect(!String(decoding: try Data(contentsOf: url), as: UTF8.self).contains("SECRETNAME"))
  }

  /// Annotations need not be objects of their own.
  @Test func dataOfProgramsGoFromAnnotationsInArrays() async throws {
    let place = Place("direct") {
      $0.page = """
        /Annots[<</Type/Annot/Subtype/Square/Rect[150 150 160 160]/Contents(STAYS)/PieceInfo<</A<</Private(SECRETNAME)>>>>
        /AAPL:AKExtras<</Old[(SECRETNAME)]>>/BS<</W 1>>>>]
        """
    }
    let area = Redaction([.init(PageRect(x: 5, y: 30, width: 50, height: 60), on: PageID(number: 1))])
    let result = try await redact(place.data, area, "direct")
    #expect(!result.text.contains("SECRETNAME") && !result.text.contains("AKExtras"))
    #expect(result.text.contains("(STAYS)") && result.text.contains("/BS"))
  }

  /// Small pictures of pages in metadata, which nobody knows what page they are of.
  @Test func picturesOfPagesGoFromMetadata() async throws {
    func place(_ packet: String, content: String) -> Place {
      Place("pictures") {
        $0.catalog = "/Metadata 10 0 R"
        $0.content = content
        $0.streams[10] = ("/Type/Metadata/Subtype/XML", packet)
      }
    }
    let packet = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
      <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:i="http://ns.adobe.com/xap/1.0/g/img/">\
      <xmp:Thumbnails><rdf:Alt><rdf:li rdf:parseType="Resource"><i:image>UElDVFVSRQ==</i:image></rdf:li></rdf:Alt></xmp:Thumbnails>\
      <xmp:PageInfo><rdf:Seq><rdf:li i:image="UElDVFVSRTI="/></rdf:Seq></xmp:PageInfo><xmp:CreatorTool>Tool</xmp:CreatorTool>\
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let text = Redaction(texts: [.init("SECRETNAME")])
    let shown = "BT /F 12 Tf 20 50 Td (SECRETNAME) Tj ET"
    let result = try await redact(place(packet, content: shown).data, text, "packet")
    #expect(!result.text.contains("UElDVFVSR") && result.text.contains("Tool</xmp:CreatorTool>"))
    #expect(result.report.hiddenData[.thumbnails] == 2)
    // A packet that cannot be read goes as a whole.
    let damaged = try await redact(place(packet + "</x>", content: shown).data, text, "damaged")
    #expect(!damaged.text.contains("UElDVFVSR") && damaged.report.hiddenData[.thumbnails] == 1)
    // Where no page changes they stay.
    let other = Place("other") {
      $0.catalog = "/Metadata 10 0 R"
      $0.information = "/Title(SECRETNAME)"
      $0.streams[10] = ("/Type/Metadata/Subtype/XML", packet)
    }
    #expect(try await redact(other.data, text, "other").text.contains("UElDVFVSRQ"))
  }

  @Test func numbersThatSomebodyChoseAreReadLikeStrings() async throws {
    let place = Place("numbers") {
      $0.information = "/Card 4111111111111111/Title 4111111111111111/Other 12"
      $0.catalog = "/Odd<</Number[4111111111111111]>>/Extra 10 0 R"
      $0.objects[10] = "[<</Number 4111111111111111>> 5]"
      $0.page = "/StructParents 4111111"
    }
    for (index, redaction) in [
      Redaction(texts: [.init("4111111111111111")]), Redaction(patterns: [.cardNumbers]),
    ].enumerated() {
      let result = try await redact(place.data, redaction, "numbers\(index)")
      #expect(!result.text.contains("4111111111111111"))
      #expect(result.report.strings == 4)
      // What the standard counts with is no text.
      #expect(result.text.contains("/StructParents 4111111") && result.text.contains("/Other 12"))
    }
  }

  @Test func textsInColorProfilesAreTold() async throws {
    let place = Place("profile") {
      $0.resources = "/ColorSpace<</C[/ICCBased 10 0 R]>>"
      $0.content = "/C cs 0 0 0 sc BT /F 12 Tf 20 50 Td (SECRETNAME) Tj ET"
      $0.streams[10] = ("/N 3", "mluc" + "SECRETNAME".map { "\0\($0)" }.joined())
    }
    let result = try await redact(place.data, Redaction(texts: [.init("SECRETNAME")]), "profile")
    #expect(result.report.remaining == ["a text in the color profile of object 10"])
  }

  // MARK: - The check

  /// Letters of a text that is written over an area do not hide others.
  @Test func whatIsWrittenOverAnAreaHidesNoLetters() {
    var plan = RedactionPlan()
    let rect = PageRect(x: 0, y: 0, width: 100, height: 20)
    plan.areas[0] = [.init([PageQuad(rect)], isOfText: false, fill: nil, overlayText: "abc")]
    func text(_ string: String) -> PageText {
      let characters = Array(string.unicodeScalars)
      return PageText(
        characters: characters, boxes: characters.indices.map { [Float($0), 5, Float($0) + 1, 10] })
    }
    #expect(plan.letterLeft(in: text("abc"), onPage: 0) == nil)
    #expect(plan.letterLeft(in: text("cab"), onPage: 0) == nil)
    #expect(plan.letterLeft(in: text("abca"), onPage: 0) != nil)
  }

  @Test func anEncryptedFileOpensWithItsPassword() async throws {
    let url = folder.url.appendingPathComponent("encrypted.pdf")
    let place = Place("title") { $0.information = "/Title(SECRETNAME)" }
    let options = RedactionOptions(encryption: .aes256(userPassword: "user", ownerPassword: "owner"))
    let report = try await PDFDocument(data: place.data).redact(
      Redaction(texts: [.init("SECRETNAME")]), to: url, options)
    #expect(report.fileSize == (try Data(contentsOf: url).count))
    #expect(try await PDFDocument.open(url, password: "user").pageCount == 1)
  }

  /// The check is on its own: what a file still has is found though nothing was done to it.
  @Test(arguments: places) private func theCheckFindsWhatIsLeft(place: Place) throws {
    var plan = RedactionPlan()
    try plan.remove(.init("SECRETNAME"))
    #expect { try RedactionCheck.check(place.data, plan, pageCount: 1) } throws: {
      ($0 as? PDFError)?.code == .redactionIncomplete
    }
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import Postil

@Suite struct ScrubbingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A page with everything that it does not show.
  private var data: Data {
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/Threads[17 0 R]/Metadata 10 0 R/OpenAction 11 0 R/AA<</WC<</S/JavaScript/JS(SECRETCLOSE)>>>>"
        + "/Names<</EmbeddedFiles<</Names[(a.txt) 12 0 R]>>/JavaScript<</Names[(n)<</S/JavaScript/JS(SECRETNAMED)>>]>>"
        + "/Dests<</Names[(there)[3 0 R/Fit]]>>>>"
        + "/OCProperties<</OCGs[14 0 R 15 0 R]/D<</OFF[14 0 R]/Order[14 0 R 15 0 R]>>>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add(
      "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Thumb 16 0 R/PieceInfo<</X<</Private(SECRETPIECE)>>>>"
        + "/Annots[6 0 R 7 0 R 8 0 R]/Resources<</Font<</F 5 0 R>>/Properties<</H 14 0 R/V 15 0 R>>>>>>",
      as: 3)
    builder.addStream(
      """
      /OC /H BDC BT /F 12 Tf 20 150 Td (SECRETLAYER) Tj ET EMC /OC /V BDC BT /F 12 Tf 20 100 Td (SHOWN) Tj ET EMC
      BT /F 12 Tf 3 Tr 20 50 Td (UNPAINTED) Tj ET
      """, as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", as: 5)
    builder.add("<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 12 0 R/Contents(SECRETNOTE)>>", as: 6)
    builder.add("<</Type/Annot/Subtype/Link/Rect[20 20 40 40]/A<</S/Launch/F(SECRETPROGRAM)>>>>", as: 7)
    builder.add("<</Type/Annot/Subtype/Square/Rect[60 60 80 80]/OC 14 0 R/Contents(SECRETSQUARE)>>", as: 8)
    builder.add("<</Title(SECRETTITLE)>>", as: 9)
    builder.addStream("<x>SECRETXMP</x>", dictionary: "/Type/Metadata/Subtype/XML", as: 10)
    builder.add("<</S/GoTo/D(there)/Next<</S/JavaScript/JS(SECRETNEXT)>>>>", as: 11)
    builder.add("<</Type/Filespec/F(a.txt)/EF<</F 13 0 R>>>>", as: 12)
    builder.addStream("SECRETFILE", dictionary: "/Type/EmbeddedFile", as: 13)
    builder.add("<</Type/OCG/Name(SECRETLAYERNAME)>>", as: 14)
    builder.add("<</Type/OCG/Name(Visible)>>", as: 15)
    builder.addStream(
      "SECRETTHUMB", dictionary: "/Width 11/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray", as: 16)
    builder.add("<</Type/Thread/F 18 0 R/I<</Title(SECRETTHREAD)>>>>", as: 17)
    builder.add("<</Type/Bead/T 17 0 R/N 18 0 R/V 18 0 R/P 3 0 R/R[0 0 9 9]>>", as: 18)
    return builder.data(info: 9)
  }

  private func scrub(_ kinds: HiddenData) async throws -> (report: RedactionReport, text: String) {
    let document = try PDFDocument(data: data)
    let url = folder.url.appendingPathComponent("out.pdf")
    let report = try await document.scrub(kinds, to: url)
    let check = try Tool.qpdfCheck(url)
    #expect(check.status == 0, "\(check.output)")
    let plain = folder.url.appendingPathComponent("out.qdf")
    _ = try Tool.run("qpdf", ["--qdf", "--object-streams=disable", url.path, plain.path])
    return (report, String(decoding: try Data(contentsOf: plain), as: UTF8.self))
  }

  @Test func nothingHiddenIsLeft() async throws {
    let (report, text) = try await scrub(.standard)
    #expect(!text.contains("SECRET"))
    #expect(text.contains("(SHOWN)") && text.contains("(UNPAINTED)") && text.contains("Visible"))
    // The action that goes to a page stays, without what was to follow it.
    #expect(text.contains("/GoTo") && text.contains("(there)") && !text.contains("JavaScript"))
    #expect(report.attachments > 0 && report.actions > 0 && report.hiddenItems > 0)
  }

  @Test func eachKindIsCounted() async throws {
    let document = try PDFDocument(data: data)
    let all = HiddenData.standard.union(.hiddenText)
    let report = try await document.redactionReport(Redaction(hiddenData: all))
    #expect(
      report.hiddenData == [
        .metadata: 3, .attachments: 1, .scripts: 4, .hiddenLayers: 1, .thumbnails: 1, .hiddenText: 9,
      ])
    let none = try PDFDocument(data: PageDocument(pageCount: 1).data)
    #expect(try await none.redactionReport(Redaction(hiddenData: all)).hiddenData.isEmpty)
  }

  @Test func hiddenTextGoesIfItIsAskedFor() async throws {
    let (report, text) = try await scrub([.hiddenText])
    #expect(!text.contains("UNPAINTED") && text.contains("(SHOWN)") && report.glyphs == 9)
  }

  @Test(arguments: [
    (HiddenData.metadata, ["SECRETTITLE", "SECRETXMP"]), (.attachments, ["SECRETFILE", "SECRETNOTE"]),
    (.scripts, ["SECRETCLOSE", "SECRETNAMED", "SECRETPROGRAM", "SECRETNEXT"]),
    (.hiddenLayers, ["SECRETLAYER)", "SECRETLAYERNAME", "SECRETSQUARE"]), (.thumbnails, ["SECRETTHUMB"]),
  ])
  func eachKindGoesAlone(kind: HiddenData, secrets: [String]) async throws {
    let (_, text) = try await scrub(kind)
    let all = [
      "SECRETTITLE", "SECRETXMP", "SECRETFILE", "SECRETNOTE", "SECRETCLOSE", "SECRETNAMED", "SECRETPROGRAM",
      "SECRETNEXT",
      "SECRETLAYER)", "SECRETLAYERNAME", "SECRETSQUARE", "SECRETTHUMB",
    ]
    // The small picture of a page goes with what was removed from the page.
    for secret in all where secret != "SECRETTHUMB" || kind != .hiddenLayers {
      #expect(text.contains(secret) != secrets.contains(secret), "\(secret)")
    }
    // Programs' own data go in any case.
    #expect(!text.contains("SECRETPIECE"))
  }
}

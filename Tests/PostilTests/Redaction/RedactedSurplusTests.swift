import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

/// Data that no reader looks at, behind what it looks at.
@Suite struct RedactedSurplusTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A page that shows the text, and a picture or form with more data than readers look at.
  private func data(_ bytes: [UInt8], _ dictionary: String, shows: String = "SECRETNAME") -> Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add(
      "<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/XObject<</X 6 0 R>>>>>>", as: 3)
    builder.addStream("BT /F 12 Tf 20 100 Td (\(shows)) Tj ET q 9 0 0 9 5 5 cm /X Do Q", as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", as: 5)
    builder.addStream(bytes: bytes, dictionary: "/Type/XObject\(dictionary)", as: 6)
    return builder.data()
  }

  private static let image = "/Subtype/Image/Width 4/Height 4/BitsPerComponent 8/ColorSpace/DeviceGray"
  private static let secret = Array("SECRETNAME".utf8)
  private static let rows = [UInt8](repeating: 128, count: 16)

  private static let cases: [(bytes: [UInt8], dictionary: String)] = [
    (rows + secret, image),
    ((Flate.compress(rows) ?? []) + secret, image + "/Filter/FlateDecode"),
    (Flate.compress(rows + secret) ?? [], image + "/Filter/FlateDecode"),
    (Array("\(String(repeating: "80", count: 16))>SECRETNAME".utf8), image + "/Filter/ASCIIHexDecode"),
    (
      (Flate.compress(Array("0 0 1 1 re f".utf8)) ?? []) + secret,
      "/Subtype/Form/BBox[0 0 1 1]/Filter/FlateDecode"
    ),
    // A picture that ends at once: nobody decodes it here.
    ([0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 1, 0xFF, 0xD9] + secret, image + "/Filter/DCTDecode"),
  ]

  /// What programs use less of than there is, by object; where the text is in it.
  private static let parts:
    [(resources: String, content: String, object: (bytes: [UInt8], dictionary: String))] = [
      ("/ColorSpace<</C[/Indexed/DeviceRGB 1<000000FFFFFF\(hex)>]>>", "/C cs 1 sc 0 0 9 9 re f", ([], "")),
      (
        "/ColorSpace<</C[/Indexed/DeviceRGB 1 6 0 R]>>", "/C cs 1 sc 0 0 9 9 re f",
        ([0, 0, 0, 255, 255, 255] + secret, "")
      ),
      (
        "/ColorSpace<</C[/Separation/A/DeviceGray 6 0 R]>>", "/C cs 1 sc 0 0 9 9 re f",
        ([0, 255] + secret, "/FunctionType 0/Domain[0 1]/Range[0 1]/Size[2]/BitsPerSample 8")
      ),
      (
        "/ColorSpace<</C[/Separation/A/DeviceGray 6 0 R]>>", "/C cs 1 sc 0 0 9 9 re f",
        (Array("{1 exch sub %SECRETNAME\n} SECRETNAME".utf8), "/FunctionType 4/Domain[0 1]/Range[0 1]")
      ),
      (
        "/ExtGState<</G<</HT 6 0 R>>>>", "/G gs", ([0, 1, 2, 3] + secret, "/HalftoneType 6/Width 2/Height 2")
      ),
      ("", "BI /W 1 /H 1 /BPC 8 /CS /G ID xSECRETNAME\nEI", ([], "")),
      ("", "BI /W 1 /H 1 /BPC 8 /CS /G /F /AHx ID 00>SECRETNAME\nEI", ([], "")),
      (
        "/XObject<</X 6 0 R>>", "/X Do",
        (Array("BI /W 1 /H 1 /BPC 8 /CS /G ID xSECRETNAME\nEI".utf8), "/Subtype/Form/BBox[0 0 9 9]")
      ),
      ("", "BI /W 1 /H 1 /BPC 8 /CS [/I /RGB 0 <000000\(hex)>] ID x\nEI", ([], "")),
      ("/ColorSpace<</C[/ICCBased 6 0 R]>>", "/C cs 0 0 0 sc", (profile + secret, "/N 3")),
      (font("FontFile2"), "BT /T 9 Tf ET", (tables + secret, "/Length1 44")),
      (
        font("FontFile"), "BT /T 9 Tf ET",
        (Array("%!PS eexec 1234 0000 cleartomark SECRETNAME".utf8), "/Length1 11/Length2 4/Length3 99")
      ),
      (
        "/Font<</T<</Type/Font/Subtype/Type1/BaseFont/Symbol/ToUnicode 6 0 R>>>>", "BT /T 9 Tf ET",
        (
          Array(
            "begincmap endcmap CMapName currentdict /CMap defineresource pop end end\n%%EOF\n(SECRETNAME)"
              .utf8), ""
        )
      ),
    ]
  private static let hex = secret.map { String($0, radix: 16) }.joined()
  private static let profile: [UInt8] =
    [0, 0, 0, 130] + [UInt8](repeating: 0, count: 32) + Array("acsp".utf8) + [UInt8](repeating: 0, count: 90)
  /// A table of two bytes, behind a gap.
  private static let tables: [UInt8] =
    [0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0] + Array("name".utf8) + [0, 0, 0, 0, 0, 0, 0, 40, 0, 0, 0, 2] + secret
    + [0, 0] + [7, 7]

  private static func font(_ key: String) -> String {
    "/Font<</T<</Type/Font/Subtype/TrueType/BaseFont/T/FontDescriptor<</Type/FontDescriptor/FontName/T/Flags 4/\(key) 6 0 R>>>>>>"
  }

  @Test(arguments: parts.indices)
  func whatIsNotUsedGoes(_ index: Int) async throws {
    let part = Self.parts[index]
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<<\(part.resources)>>>>", as: 3)
    builder.addStream("q \(part.content) Q", as: 4)
    builder.addStream(bytes: part.object.bytes, dictionary: part.object.dictionary, as: 6)
    for (name, area) in [("area", PageRect(x: 100, y: 100, width: 20, height: 20)), ("scrub", nil)] {
      let document = try PDFDocument(data: builder.data())
      let url = folder.url.appendingPathComponent("\(name).pdf")
      let report =
        if let area {
          try await document.redact(Redaction([.init(area, on: document.pageIDs[0])]), to: url)
        } else {
          try await document.scrub(to: url)
        }
      #expect(report.cutStreams == 1, "\(name) \(report)")
      let text = try decoded(url)
      #expect(!text.contains("SECRETNAME") && !text.lowercased().contains(Self.hex), "\(name)")
    }
  }

  private func decoded(_ url: URL) throws -> String {
    let plain = folder.url.appendingPathComponent("plain.pdf")
    _ = try Tool.run("qpdf", ["--qdf", "--object-streams=disable", url.path, plain.path])
    return try String(decoding: Data(contentsOf: url) + Data(contentsOf: plain), as: UTF8.self)
  }

  @Test(arguments: cases.indices)
  func dataBehindTheEndGo(_ index: Int) async throws {
    let (bytes, dictionary) = Self.cases[index]
    let url = folder.url.appendingPathComponent("out.pdf")
    let report = try await PDFDocument(data: data(bytes, dictionary)).redact(
      Redaction(texts: [.init("SECRETNAME")]), to: url)
    #expect(report.cutStreams == 1 && report.glyphs == 10)
    #expect(try !decoded(url).contains("SECRETNAME"))
    // Whatever they say.
    let scrubbed = folder.url.appendingPathComponent("scrubbed.pdf")
    let scrubbing = try await PDFDocument(data: data(bytes, dictionary, shows: "x")).scrub(to: scrubbed)
    #expect(scrubbing.cutStreams == 1 && !scrubbing.isEmpty && "\(scrubbing)" == "unseen data of 1 stream")
    #expect(try !decoded(scrubbed).contains("SECRETNAME"))
  }

  @Test func streamsThatEndWhereTheyHaveToStay() async throws {
    let whole = try #require(Flate.compress(Self.rows))
    let url = folder.url.appendingPathComponent("out.pdf")
    let report = try await PDFDocument(data: data(whole + [13, 10], Self.image + "/Filter/FlateDecode"))
      .redact(
        Redaction(texts: [.init("SECRETNAME")]), to: url)
    #expect(report.cutStreams == 0)
    #expect(try Data(contentsOf: url).range(of: Data(whole)) != nil)
  }

  /// Of formats that are not taken apart here nobody knows where the data end.
  @Test func textsInPicturesThatCannotBeTakenApartAreRefused() async throws {
    let url = folder.url.appendingPathComponent("out.pdf")
    let document = try PDFDocument(
      data: data([0, 1, 2] + Self.secret, Self.image + "/Filter/CCITTFaxDecode"))
    await #expect(throws: PDFError.self) {
      try await document.redact(Redaction(texts: [.init("SECRETNAME")]), to: url)
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }
}

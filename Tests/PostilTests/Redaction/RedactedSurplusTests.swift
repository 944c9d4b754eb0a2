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

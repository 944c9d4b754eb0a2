import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Text in fonts that do not say themselves what their codes mean.
@Suite struct RedactedFontsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A page with two lines of codes in a composite font that is not in the file.
  private func page(_ map: String, _ ordering: String, _ lines: [String], _ font: String = "") -> Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>", as: 3)
    let shown = lines.enumerated().map { "BT /F 20 Tf 20 \(150 - 50 * $0.offset) Td <\($0.element)> Tj ET" }
    builder.addStream(shown.joined(separator: "\n"), as: 4)
    builder.add(
      "<</Type/Font/Subtype/Type0/BaseFont/Ming/Encoding/\(map)/DescendantFonts[6 0 R]\(font)>>", as: 5)
    builder.add(
      """
      <</Type/Font/Subtype/CIDFontType0/BaseFont/Ming/DW 1000/CIDSystemInfo<</Registry(Adobe)/Ordering(\(ordering))/Supplement 2>>
      /FontDescriptor<</Type/FontDescriptor/FontName/Ming/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 800/Descent -200
      /CapHeight 700/StemV 80>>>>
      """, as: 6)
    return builder.data()
  }

  private func redacted(_ data: Data, _ text: String) async throws -> (shown: String, content: String) {
    let url = folder.url.appendingPathComponent("out.pdf")
    let report = try await PDFDocument(data: data).redact(Redaction(texts: [.init(text)]), to: url)
    #expect(report.glyphs == 2)
    let check = try Tool.qpdfCheck(url)
    #expect(check.status == 0, "\(check.output)")
    let plain = folder.url.appendingPathComponent("out.qdf")
    _ = try Tool.run("qpdf", ["--qdf", "--object-streams=disable", url.path, plain.path])
    return (
      try Tool.run("pdftotext", [url.path, "-"]).output,
      String(decoding: try Data(contentsOf: plain), as: UTF8.self)
    )
  }

  @Test(arguments: [
    // 公開秘密文書 and 前後, as UTF-16, in Shift JIS, and vertically.
    ("UniJIS-UCS2-H", ["516C958B79D85BC665876 6F8", "524D5F8C"], "79d85bc6"),
    ("90ms-RKSJ-H", ["8CF68A4A94E996A795B68F91", "914F8CE3"], "94e996a7"),
    ("UniJIS-UTF16-V", ["516C958B79D85BC6658766F8", "524D5F8C"], "79d85bc6"),
  ])
  func textWithAPredefinedMapIsFound(_ map: String, _ lines: [String], _ codes: String) async throws {
    let (shown, content) = try await redacted(page(map, "Japan1", lines), "秘密")
    #expect(shown.contains("公開") && shown.contains("文書") && shown.contains("前後"))
    #expect(!shown.contains("秘") && !shown.contains("密"))
    #expect(!content.lowercased().contains(codes))
  }

  @Test func textWhoseMapIsNotThereIsRefused() async throws {
    let url = folder.url.appendingPathComponent("out.pdf")
    let document = try PDFDocument(data: page("UniJIS-UCS9-H", "Japan1", ["79D85BC6"]))
    let error = await #expect(throws: PDFError.self) {
      try await document.redact(Redaction(texts: [.init("秘密")]), to: url)
    }
    #expect(error?.code == .unsupported && error?.pageIndex == 0)
    #expect(
      error?.message.contains("UniJIS-UCS9-H") == true && error?.message.contains("poppler-data") == true)
    #expect(!FileManager.default.fileExists(atPath: url.path))
    // Areas need no map.
    let area = Redaction([.init(PageRect(x: 0, y: 100, width: 300, height: 100), on: document.pageIDs[0])])
    #expect(try await document.redact(area, to: url).glyphs == 2)
  }
}

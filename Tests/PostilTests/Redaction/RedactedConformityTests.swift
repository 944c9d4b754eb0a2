import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Redacted documents keep what they say they keep of PDF/A and PDF/UA, or the report says what they do not.
@Suite struct RedactedConformityTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func redaction(_ document: PDFDocument, _ text: String? = nil) -> Redaction {
    let area = Redaction.Area(
      PageRect(x: 10, y: 10, width: 50, height: 20), on: document.pageIDs[0], overlayText: text)
    return Redaction([area])
  }

  @Test(arguments: [1, 2], [nil, "Gone"])
  func whatIsPaintedOverAreasIsAsTheStandardsWant(part: Int, text: String?) async throws {
    var document = ConformingDocument()
    document.claims =
      "<pdfaid:part>\(part)</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>"
    let original = try PDFDocument(data: document.data)
    #expect(try original.conformityAndWait().findings == [])
    let url = folder.url.appending(path: "out.pdf")
    let report = try await original.redact(redaction(original, text), to: url)
    #expect(report.paths > 0 && report.warnings == [])
    let redacted = try PDFDocument.openAndWait(url)
    let conformity = try redacted.conformityAndWait()
    #expect(conformity.claims.map(\.part) == [part, 1] && conformity.findings == [])
  }

  @Test func theReportTellsWhatIsBroken() async throws {
    let original = try PDFDocument(data: ConformingDocument(archive: 2).data)
    let options = RedactionOptions(encryption: .aes256(userPassword: "", ownerPassword: "x"))
    let planned = try await original.redactionReport(redaction(original), options)
    #expect(planned.warnings.count == 1 && planned.warnings[0].contains("6.1.3"))
    let written = try await original.redact(
      redaction(original), to: folder.url.appending(path: "out.pdf"), options)
    #expect(written.warnings == planned.warnings)
    // What is broken already is no news, what is no longer said is some.
    var bare = ConformingDocument(archive: 2)
    bare.trailer = ""
    bare.profile = nil
    let broken = try PDFDocument(data: bare.data)
    #expect(try await broken.redactionReport(redaction(broken)).warnings == [])
    let scrubbed = try await original.scrub(to: folder.url.appending(path: "clean.pdf"))
    #expect(scrubbed.warnings == ["the document said that it is PDF/A-2b, and does not say so any more"])
  }
}

import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilSignatures

/// Signed documents keep what they say they keep of PDF/A and PDF/UA, or the report says what they do not.
@Suite struct SignedConformityTests {
  private static let rect = PageRect(x: 20, y: 120, width: 80, height: 30)

  @Test(arguments: [0, 1], [true, false])
  func newFieldsAreAsTheStandardsWant(page: Int, isVisible: Bool) async throws {
    let document = try PDFDocument(data: ConformingDocument().data)
    let id = document.pageIDs[page]
    var options = SigningOptions(isVisible ? .visible(on: id, Self.rect) : .invisible(on: id))
    options.reason = "Read"
    let key = try TestKeys.identity("ec")
    let once = try PDFDocument(data: try await document.signedData(with: key, options))
    #expect(try once.conformityAndWait().findings == [])
    #expect(try once.form?["Signature1"]?.kind == .signature)
    // A second one changes nothing of what the first signs.
    let twice = try PDFDocument(
      data: try await once.signedData(with: key, SigningOptions(.invisible(on: once.pageIDs[page]))))
    #expect(try twice.conformityAndWait().findings == [])
    let reports = try await twice.verifySignatures(trusting: try TestKeys.root())
    #expect(reports.map(\.isValid) == [true, true])
    #expect(reports.map(\.laterChanges.kinds) == [[.signatures], []])
  }

  @Test func theReportTellsWhatIsBroken() async throws {
    let folder = try TemporaryFolder()
    var source = ConformingDocument(archive: 2)
    (source.profile, source.content) = (nil, "")
    let document = try PDFDocument(data: source.data)
    let report = try await document.sign(
      with: TestKeys.identity("ec"), SigningOptions(.visible(on: document.pageIDs[1], Self.rect)),
      to: folder.url.appending(path: "out.pdf"))
    #expect(report.warnings.count == 1 && report.warnings[0].contains("6.2.4.3"))
  }
}

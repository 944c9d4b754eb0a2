import Foundation
import Postil
import PostilTestSupport
import Testing

/// What signatures permit is known, and saving keeps to it.
@Suite struct SignatureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A signed document; `level` is that of its certification, `nil` for a signature that certifies nothing.
  private func document(level: Int?) throws -> PDFDocument {
    var builder = PDFBuilder()
    let permissions = level == nil ? "" : "/Perms<</DocMDP 5 0 R>>"
    builder.add("<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[6 0 R]>>\(permissions)>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>", as: 4)
    let transform = level.map {
      "/Reference[<</TransformMethod/DocMDP/TransformParams<</P \($0)/V/1.2>>>>]"
    }
    builder.add(
      "<</Type/Sig/Name(Ada)/Reason(Approved)/M(D:20260102030405Z)/ByteRange[0 10 20 30]\(transform ?? "")>>",
      as: 5)
    builder.add("<</T(group)/Kids[7 0 R 6 0 R]>>", as: 6)
    builder.add("<</T(signature)/FT/Sig/V 5 0 R/Parent 6 0 R>>", as: 7)
    let url = folder.url.appendingPathComponent("signed-\(level ?? 0).pdf")
    try builder.data().write(to: url)
    return try PDFDocument.openAndWait(url)
  }

  private let mark = Annotation(.rectangle(PageRect(x: 20, y: 20, width: 50, height: 50)))

  @Test func signaturesSayWhoSignedAndWhatIsPermitted() throws {
    let signature = try #require(document(level: 2).signatures.first)
    #expect(signature.fieldName == "group.signature" && signature.name == "Ada")
    #expect(signature.reason == "Approved" && signature.coveredLength == 50)
    #expect(signature.date == Date(timeIntervalSince1970: 1_767_323_045))
    #expect(signature.isCertification && signature.permittedChanges == .formFilling)
    let plain = try #require(document(level: nil).signatures.first)
    #expect(!plain.isCertification && plain.permittedChanges == nil)
  }

  @Test(arguments: [1, 2]) func annotationsAreRefusedWhereTheCertificationForbidsThem(level: Int) throws {
    let document = try document(level: level)
    let page = try document.page(at: 0)
    try document.add(mark, to: page.id)
    let before = try Data(contentsOf: #require(document.url))
    let error = #expect(throws: PDFError.self) { try document.saveAndWait() }
    #expect(error?.code == .wouldBreakSignature && error?.message.contains("certified") == true)
    #expect(try Data(contentsOf: #require(document.url)) == before && document.hasUnsavedChanges)
    let report = try document.saveAndWait(SaveOptions().allowing(breakingSignatures: true))
    #expect(report.warnings.contains { $0.contains("not other annotations") })
  }

  @Test func annotationsArePermittedAtLevelThreeAndPageMovesAreNot() throws {
    let document = try document(level: 3)
    let page = try document.page(at: 0)
    try document.add(mark, to: page.id)
    #expect(try document.saveAndWait().method == .append)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    #expect(throws: PDFError.self) { try document.saveAndWait() }
    try document.undo()
    try document.movePages([document.pageIDs[1]], to: 0)
    let error = #expect(throws: PDFError.self) { try document.saveAndWait() }
    #expect(error?.code == .wouldBreakSignature)
  }

  @Test(arguments: [1, 2, 3]) func anotherTitleIsRefusedAtEveryLevel(level: Int) throws {
    let document = try document(level: level)
    var information = document.information
    information.title = "New"
    try document.setInformation(information)
    let error = #expect(throws: PDFError.self) { try document.saveAndWait() }
    #expect(error?.code == .wouldBreakSignature && error?.message.contains("another title") == true)
  }

  @Test func aRewriteThatIsAllowedWarnsOfBrokenSignatures() throws {
    let document = try document(level: nil)
    let report = try document.saveAndWait(.rewrite().allowing(breakingSignatures: true))
    #expect(report.method == .rewrite && report.warnings.contains { $0.contains("no longer valid") })
  }

  @Test func aSignatureThatCertifiesNothingPermitsAppending() throws {
    let document = try document(level: nil)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    let report = try document.saveAndWait()
    #expect(report.method == .append && report.warnings.contains { $0.contains("is signed") })
  }
}

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
    #expect(document.signatureConflict == nil)
    try document.add(mark, to: page.id)
    let before = try Data(contentsOf: #require(document.url))
    let error = #expect(throws: PDFError.self) { try document.saveAndWait() }
    #expect(error?.code == .wouldBreakSignature && error?.message.contains("certified") == true)
    #expect(error?.message.contains("'removesSignatures'") == true)
    #expect(document.signatureConflict?.message == error?.message)
    #expect(try Data(contentsOf: #require(document.url)) == before && document.hasUnsavedChanges)
    let report = try document.saveAndWait(SaveOptions().allowing(breakingSignatures: true))
    #expect(report.warnings.contains { $0.contains("not other annotations") })
  }

  @Test func annotationsArePermittedAtLevelThreeAndPageMovesAreNot() throws {
    let document = try document(level: 3)
    let page = try document.page(at: 0)
    try document.add(mark, to: page.id)
    #expect(try document.saveAndWait().method == .append)
    #expect(document.signatureConflict == nil)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    #expect(document.signatureConflict?.code == .wouldBreakSignature)
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

  @Test func aRewriteOfACertifiedDocumentSaysThatItIsTheRewrite() throws {
    let error = #expect(throws: PDFError.self) { try document(level: 2).saveAndWait(.rewrite()) }
    #expect(error?.code == .wouldBreakSignature && error?.message.contains("other changes") == false)
    #expect(error?.message.contains("'removesSignatures'") == true)
    #expect(error?.message.contains("'allowsBreakingSignatures'") == true)
    let marked = try document(level: 2)
    try marked.setMark(PageMark("{page}"))
    let refused = #expect(throws: PDFError.self) { try marked.saveAndWait() }
    #expect(refused?.message.contains("only, not changes of pages:") == true)
    #expect(refused?.message.contains("'allowsBreakingSignatures'") == true)
  }

  /// A certified document with a field among the objects, or in the form itself, with a picture and proofs of validity.
  private func complete(isDirect: Bool) throws -> PDFDocument {
    var builder = PDFBuilder()
    let widget =
      "/T(one)/FT/Sig/V 5 0 R/Type/Annot/Subtype/Widget/Rect[20 20 90 60]/AP<</N 8 0 R>>/Lock<</Type/SigFieldLock/Action/All>>"
    let kids = isDirect ? "<</T(group)/FT/Sig/V 5 0 R/Kids[<<\(widget)>>]>>" : "6 0 R 7 0 R"
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[\(kids)]>>/Perms<</DocMDP 5 0 R/UR3 5 0 R>>/DSS 9 0 R>>",
      as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]\(isDirect ? "" : "/Annots[6 0 R]")>>", as: 3)
    builder.add(
      "<</Type/Sig/Name(Ada)/ByteRange[0 10 20 30]/Reference[<</TransformMethod/DocMDP/TransformParams<</P 1>>>>]>>",
      as: 5)
    if !isDirect { builder.add("<<\(widget)>>", as: 6) }
    builder.add("<</T(above)/FT/Sig/V 5 0 R/Kids[10 0 R]>>", as: 7)
    builder.addStream(
      "1 0 0 rg 0 0 70 40 re f", dictionary: "/Type/XObject/Subtype/Form/BBox[0 0 70 40]", as: 8)
    builder.add("<</Type/DSS/Certs[8 0 R]>>", as: 9)
    builder.add("<</Parent 7 0 R/Subtype/Widget/Rect[0 0 9 9]/AP<</N 8 0 R>>>>", as: 10)
    return try PDFDocument.openAndWait(try folder.file("complete-\(isDirect).pdf", builder.data()))
  }

  @Test(arguments: [false, true]) func aRewriteTakesSignaturesOut(isDirect: Bool) throws {
    let document = try complete(isDirect: isDirect)
    #expect(try document.signatures.count == 2 && document.form?.isReaderExtended == true)
    let copy = folder.url.appending(path: "copy.pdf")
    let options = SaveOptions.rewrite(RewriteOptions(objectStreams: false, removesSignatures: true))
    let report = try document.writeAndWait(to: copy, options)
    #expect(report.warnings.contains { $0.contains("taken out") } && document.isSigned)
    let bytes = String(decoding: try Data(contentsOf: copy), as: UTF8.self)
    for word in ["ByteRange", "DSS", "Perms", "1 0 0 rg"] { #expect(!bytes.contains(word), "\(word)") }
    #expect(bytes.contains("SigFieldLock") && bytes.contains("/SigFlags 1"))

    // The field is there and can be filled with another signature; what is edited is saved by appending again.
    let opened = try PDFDocument.openAndWait(copy)
    #expect(try !opened.isSigned && opened.form?.isReaderExtended == false)
    #expect(try opened.form?.fields.allSatisfy { $0.kind == .signature } == true)
    try document.saveAndWait(options)
    #expect(!document.isSigned)
    try document.add(mark, to: document.pageIDs[0])
    #expect(try document.saveAndWait().method == .append)
    #expect(
      try PDFDocument.openAndWait(#require(document.url)).page(at: 0).annotations.count == (isDirect ? 1 : 2))
  }

  @Test func aSignatureThatCertifiesNothingPermitsAppending() throws {
    let document = try document(level: nil)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    let report = try document.saveAndWait()
    #expect(report.method == .append && report.warnings.contains { $0.contains("is signed") })
  }
}

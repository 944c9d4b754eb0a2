import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilSignatures

/// Form fields that are added to documents which are signed, and signed afterwards.
@Suite struct AddedFieldTests {
  private static func field(_ kind: FormField.Kind, _ name: String, on page: PageID) -> NewFormField {
    NewFormField(
      kind, named: name, on: page, in: PageRect(x: 20, y: 120, width: 80, height: 30),
      look: FormFieldLook(border: .init()))
  }

  private func signed(certifying level: PermittedChanges?) async throws -> PDFDocument {
    let document = try PDFDocument(data: SignableDocument.data())
    var options = SigningOptions(.invisible(on: document.pageIDs[0]))
    options.certifies = level
    return try PDFDocument(data: try await document.signedData(with: TestKeys.identity("ec"), options))
  }

  @Test(arguments: ["seal", "contract.seal"], [true, false])
  func anAddedFieldIsSigned(name: String, isSavedBefore: Bool) async throws {
    let original = SignableDocument.data()
    var document = try PDFDocument(data: original)
    try document.addField(Self.field(.signature, name, on: document.pageIDs[1]))
    if isSavedBefore { document = try PDFDocument(data: document.dataRepresentationAndWait()) }
    #expect(try document.form?[name]?.kind == .signature)
    let data = try await document.signedData(with: TestKeys.identity("ec"), SigningOptions(.field(name)))
    #expect(data.starts(with: original))
    let after = try PDFDocument(data: data)
    let report = try #require(await after.verifySignatures(trusting: try TestKeys.root()).first)
    #expect(report.isValid && report.coverage == .wholeFile && report.info.fieldName == name)
    #expect(try after.form?[name]?.widgets.first?.rect == PageRect(x: 20, y: 120, width: 80, height: 30))
    // What is signed stays.
    let error = #expect(throws: PDFError.self) { try after.removeFieldAndWait(named: name) }
    #expect(error?.code == .notEditable && error?.message.contains("signed") == true)
  }

  @Test(arguments: [PermittedChanges.none, .formFilling, .annotations], [FormField.Kind.text, .signature])
  func aCertificationPermitsNoNewFields(level: PermittedChanges, kind: FormField.Kind) async throws {
    let document = try await signed(certifying: level)
    try document.addField(Self.field(kind, "new", on: document.pageIDs[0]))
    let error = #expect(throws: PDFError.self) { try document.dataRepresentationAndWait() }
    #expect(error?.code == .wouldBreakSignature && error?.message.contains("new or gone") == true)
    try document.undo()
    try document.removeFieldAndWait(named: "name")
    let gone = #expect(throws: PDFError.self) { try document.dataRepresentationAndWait() }
    #expect(gone?.code == .wouldBreakSignature)
    let data = try document.dataRepresentationAndWait(SaveOptions().allowing(breakingSignatures: true))
    let report = try #require(await PDFDocument(data: data).verifySignatures().first)
    #expect(!report.isValid && report.laterChanges.kinds.contains(.formFields))
  }

  @Test func newFieldsAfterASignatureAreToldAsThat() async throws {
    let document = try await signed(certifying: nil)
    try document.addField(Self.field(.text, "new", on: document.pageIDs[0]))
    let data = try document.dataRepresentationAndWait()
    let changes = try #require(await PDFDocument(data: data).verifySignatures().first).laterChanges
    #expect(changes.kinds.contains(.formFields) && !changes.kinds.contains(.other), "\(changes.remarks)")
    #expect(changes.changes.contains { $0.kind == .formFields && $0.field == "new" })
  }

  @Test func aLockedFieldIsNotRemoved() async throws {
    let document = try PDFDocument(data: SignableDocument.data())
    let after = try PDFDocument(
      data: try await document.signedData(with: TestKeys.identity("ec"), SigningOptions(.field("sign"))))
    try after.removeFieldAndWait(named: "name")
    let error = #expect(throws: PDFError.self) { try after.dataRepresentationAndWait() }
    #expect(error?.code == .wouldBreakSignature && error?.message.contains("'name'") == true)
  }
}

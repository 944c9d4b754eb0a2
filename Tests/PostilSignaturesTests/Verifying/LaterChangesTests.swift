import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilSignatures

/// What was changed after a signature is told by kind, whoever changed it.
@Suite struct LaterChangesTests {
  private static let field =
    "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(new)/Rect[10 10 90 30]/F 4/P 3 0 R>>"

  struct Case: Sendable, CustomStringConvertible {
    let description: String
    let objects: [Int: String]
    let kinds: Set<LaterChanges.Kind>
    var trailer = ""
  }

  /// Updates written by hand, of objects of ``SignableDocument``; its page has the signature's widget 11.
  static let cases = [
    Case(description: "a field is filled in", objects: [6: field], kinds: [.formValues]),
    Case(
      description: "a field gets a value and an appearance",
      objects: [
        6: field.replacingOccurrences(of: "/F 4", with: "/F 4/AP<</N 50 0 R>>"),
        50:
          "<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</Font<</F 51 0 R>>>>/Length 0>>\nstream\n\nendstream",
        51: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
      ], kinds: [.formValues]),
    Case(
      description: "a field is moved", objects: [6: field.replacingOccurrences(of: "90 30", with: "95 30")],
      kinds: [.formValues, .formFields]),
    Case(
      description: "an annotation is changed",
      objects: [8: "<</Type/Annot/Subtype/Square/Rect[100 100 160 150]/F 4/P 3 0 R>>"], kinds: [.annotations]),
    Case(
      description: "the content of a page is changed",
      objects: [5: "<</Length 14>>\nstream\n0 0 20 20 re f\nendstream"], kinds: [.pages]),
    Case(
      description: "a page is turned", objects: [4: "<</Type/Page/Parent 2 0 R/Rotate 180>>"], kinds: [.pages]
    ),
    Case(
      description: "a page is removed",
      objects: [2: "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>"], kinds: [.pages]),
    Case(
      description: "pages get another size",
      objects: [2: "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 300 200]>>"], kinds: [.pages]),
    Case(
      description: "an object is added that nothing uses", objects: [60: "<</A 1>>"], kinds: []),
    Case(
      description: "there is a title", objects: [61: "<</Title(New)>>"], kinds: [.information],
      trailer: "/Info 61 0 R"),
  ]

  private func signed() async throws -> Data {
    let document = try PDFDocument(data: SignableDocument.data())
    let options = SigningOptions(.invisible(on: try document.page(at: 0).id))
    return try await document.signedData(with: TestKeys.identity("ec"), options)
  }

  private func changes(_ data: Data) async throws -> LaterChanges {
    let report = try #require(await PDFDocument(data: data).verifySignatures().first)
    #expect(report.integrity == .intact)
    return report.laterChanges
  }

  @Test(arguments: cases) func changesAreToldByKind(one: Case) async throws {
    let data = try SignableDocument.appending(one.objects, to: await signed(), trailer: one.trailer)
    let found = try await changes(data)
    #expect(found.kinds == one.kinds, "\(found.remarks)")
    #expect(
      found.fields
        == (one.kinds == [.formValues] ? ["name"] : found.fields))
  }

  @Test func anUpdateOfNothingChangesNothing() async throws {
    let data = try SignableDocument.appending([:], to: await signed())
    #expect(try await changes(data).kinds.isEmpty)
  }

  @Test func aSignatureThatIsTakenOutIsNoticed() async throws {
    let first = try await signed()
    let document = try PDFDocument(data: first)
    let options = SigningOptions(.invisible(on: try document.page(at: 0).id))
    let second = try await document.signedData(with: TestKeys.identity("rsa"), options)
    let catalog = "<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[6 0 R 7 0 R 9 0 R]>>>>"
    let data = try SignableDocument.appending([1: catalog], to: second)
    let reports = try await PDFDocument(data: data).verifySignatures()
    #expect(reports.count == 1 && reports[0].laterChanges.kinds.contains(.other))
  }

  /// All kinds of fields, in fonts of the file and embedded ones.
  @Test(arguments: [nil, PermittedChanges.formFilling, PermittedChanges.none])
  func formsThatAreFilledInAreToldAsThat(level: PermittedChanges?) async throws {
    let document = try PDFDocument(data: FormDocument().data)
    var options = SigningOptions(.invisible(on: try document.page(at: 0).id))
    options.certifies = level
    let signed = try await document.signedData(with: TestKeys.identity("ec"), options)
    let after = try PDFDocument(data: signed)
    try after.fill(["name": "Ж and 中", "member": true, "color": "green", "language": "de"])
    if level == PermittedChanges.none {
      let error = #expect(throws: PDFError.self) { try after.dataRepresentationAndWait() }
      #expect(error?.code == .wouldBreakSignature)
    }
    let allowed = SaveOptions().allowing(breakingSignatures: level == PermittedChanges.none)
    let data = try after.dataRepresentationAndWait(allowed)
    let report = try #require(await PDFDocument(data: data).verifySignatures().first)
    #expect(report.laterChanges.kinds == [.formValues], "\(report.laterChanges.remarks)")
    #expect(report.laterChanges.fields == ["color", "language", "member", "name"])
    #expect(report.isValid == (level != PermittedChanges.none))
  }

  @Test func aSaveRefusesToFillInAFieldThatASignatureLocks() async throws {
    let document = try PDFDocument(data: SignableDocument.data())
    let signed = try await document.signedData(with: TestKeys.identity("ec"), SigningOptions(.field("sign")))
    let after = try PDFDocument(data: signed)
    try after.fill(["name": "new"])
    let error = #expect(throws: PDFError.self) { try after.dataRepresentationAndWait() }
    #expect(error?.code == .wouldBreakSignature && error?.message.contains("'name'") == true)
    #expect(throws: Never.self) {
      try after.dataRepresentationAndWait(SaveOptions().allowing(breakingSignatures: true))
    }
  }

  /// What an attacker would do: take the certification out, and change what it forbids.
  @Test func aCertificationThatIsTakenOutOfTheCatalogStillCounts() async throws {
    let document = try PDFDocument(data: SignableDocument.data())
    var options = SigningOptions(.invisible(on: try document.page(at: 0).id))
    options.certifies = PermittedChanges.none
    let certified = try await document.signedData(with: TestKeys.identity("ec"), options)
    let catalog = "<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 3/Fields[6 0 R 7 0 R 9 0 R]>>>>"
    let square = "<</Type/Annot/Subtype/Square/Rect[100 100 160 150]/F 4/P 3 0 R>>"
    let data = try SignableDocument.appending([1: catalog, 8: square], to: certified)
    let report = try #require(await PDFDocument(data: data).verifySignatures().first)
    #expect(report.integrity == .intact && report.info.isCertification && !report.isValid)
    #expect(report.laterChanges.kinds == [.annotations, .other])
  }

  @Test func bytesThatAreNoUpdateAreNoticed() async throws {
    let data = try await signed() + Data("\n% not an update\n".utf8)
    let found = try await changes(data)
    #expect(found.kinds.isEmpty)
    let report = try #require(await PDFDocument(data: data).verifySignatures().first)
    #expect(report.coverage != .wholeFile)
  }

  @Test func locksAndLevelsDecideWhatIsPermitted() {
    let filled = LaterChanges([.init(.formValues, field: "a.b")])
    #expect(filled.arePermitted(by: nil) && filled.arePermitted(by: .formFilling))
    #expect(!filled.arePermitted(by: PermittedChanges.none))
    #expect(!filled.arePermitted(by: nil, locks: [FieldLock(.all)]))
    #expect(!filled.arePermitted(by: nil, locks: [FieldLock(.include, names: ["a"])]))
    #expect(filled.arePermitted(by: nil, locks: [FieldLock(.include, names: ["a.bc"])]))
    #expect(filled.arePermitted(by: nil, locks: [FieldLock(.exclude, names: ["a.b"])]))
    let signed = LaterChanges([.init(.signatures, field: "a.b")])
    #expect(signed.arePermitted(by: nil, locks: [FieldLock(.all)]))
    #expect(!signed.arePermitted(by: nil, locks: [FieldLock(.include, names: ["a"])]))
    #expect(signed.arePermitted(by: nil, locks: [FieldLock(.exclude, names: ["a.b"])]))
    #expect(LaterChanges([.init(.annotations)]).arePermitted(by: .annotations))
    #expect(!LaterChanges([.init(.annotations)]).arePermitted(by: .formFilling))
    #expect(
      !LaterChanges([.init(.pages)]).arePermitted(by: .annotations)
        && !LaterChanges([.init(.pages)]).arePermitted(by: nil))
    #expect(
      LaterChanges([.init(.annotations)]).arePermitted(by: nil)
        && !LaterChanges([.init(.other)]).arePermitted(by: nil))
    #expect(LaterChanges([.init(.validationData)]).arePermitted(by: PermittedChanges.none))
  }
}

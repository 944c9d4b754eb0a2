import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilSignatures

@Suite struct SigningTests {
  /// A document that is opened, and its first page.
  private func opened(_ data: Data, password: String? = nil) throws -> (PDFDocument, PageID) {
    let document = try PDFDocument(data: data, password: password)
    return (document, try document.page(at: 0).id)
  }

  private func reports(_ data: Data, password: String? = nil) async throws -> [SignatureReport] {
    try await PDFDocument(data: data, password: password).verifySignatures(trusting: try TestKeys.root())
  }

  @Test(arguments: ["rsa", "ec", "edwards"], PDFBuilder.Xref.allCases)
  func signaturesOfAllKeysHold(key: String, xref: PDFBuilder.Xref) async throws {
    let data = SignableDocument.data(xref)
    let (document, page) = try opened(data)
    var options = SigningOptions(
      .invisible(on: page), name: "Ada", reason: "Read (and understood)", location: "Köln")
    options.contact = "ada@example.org"
    let signed = try await document.signedData(with: TestKeys.identity(key), options)
    #expect(signed.starts(with: data))
    let report = try #require(await reports(signed).first)
    #expect(report.isValid && report.integrity == .intact && report.coverage == .wholeFile)
    #expect(report.trust == .trusted && report.laterChanges.kinds.isEmpty)
    #expect(report.info.fieldName == "Signature1" && report.info.subFilter == "ETSI.CAdES.detached")
    #expect(report.info.name == "Ada" && report.info.reason == "Read (and understood)")
    #expect(report.info.location == "Köln")
    let claimed = try #require(report.claimedDate)
    #expect(abs(claimed.timeIntervalSince(options.date)) <= 1)
  }

  /// OpenSSL wants the parameters (RFC 4055, 3.1), and they have to be those that the key is for.
  @Test func signaturesWithPSSSayHowTheyAreMade() async throws {
    let (document, page) = try opened(SignableDocument.data())
    let key = try TestKeys.identity("pss")
    let signed = try await document.signedData(with: key, SigningOptions(.invisible(on: page)))
    let report = try #require(await reports(signed).first)
    #expect(report.isValid && report.digestName == "SHA-384" && report.weaknesses.isEmpty)
    let message = try await SignatureMessage(identity: key, timeStamp: nil).message(
      for: [UInt8](repeating: 1, count: 48))
    let algorithm = try SignedData(message).signer.signatureAlgorithm
    #expect(algorithm.name == OID.rsaPSS)
    #expect(try PSSParameters(algorithm.parameters) == PSSParameters(digest: OID.sha384, saltLength: 48))
  }

  @Test func eachOfSeveralSignaturesStaysValid() async throws {
    var data = SignableDocument.data(.stream)
    for key in ["rsa", "ec", "edwards"] {
      let (document, page) = try opened(data)
      data = try await document.signedData(with: TestKeys.identity(key), SigningOptions(.invisible(on: page)))
    }
    let reports = try await reports(data)
    #expect(reports.map(\.isValid) == [true, true, true])
    #expect(reports.map(\.laterChanges.kinds) == [[.signatures], [.signatures], []])
    #expect(reports.map(\.info.fieldName) == ["Signature1", "Signature2", "Signature3"])
  }

  @Test func aFieldWhoseSignatureWasTakenOutIsSignedAnew() async throws {
    let (document, _) = try opened(SignableDocument.data())
    var options = SigningOptions(.field("sign"))
    options.certifies = PermittedChanges.none
    let signed = try PDFDocument(
      data: try await document.signedData(with: TestKeys.identity("ec"), options))
    // Locked and certified: neither holds in the copy.
    try signed.fill(["name": "new"])
    let copy = try await signed.dataRepresentation(.rewrite(RewriteOptions(removesSignatures: true)))
    #expect(try await reports(copy).isEmpty)
    let again = try await PDFDocument(data: copy).signedData(with: TestKeys.identity("rsa"), options)
    let report = try #require(await reports(again).first)
    #expect(report.isValid && report.info.fieldName == "sign" && report.info.isCertification)
  }

  @Test func encryptedDocumentsAreSigned() async throws {
    let (plain, _) = try opened(SignableDocument.data())
    let encryption = RewriteOptions.Encryption.aes256(userPassword: "u", ownerPassword: "o")
    let encrypted = try plain.dataRepresentationAndWait(.rewrite(RewriteOptions(encryption: encryption)))
    let (document, page) = try opened(encrypted, password: "u")
    let signed = try await document.signedData(
      with: TestKeys.identity("ec"), SigningOptions(.invisible(on: page), reason: "Secret reason"))
    #expect(signed.starts(with: encrypted))
    #expect(signed.range(of: Data("Secret reason".utf8)) == nil)
    let report = try #require(await reports(signed, password: "u").first)
    #expect(report.isValid && report.info.reason == "Secret reason" && report.coverage == .wholeFile)
  }

  @Test func unsavedEditsAreSignedToo() async throws {
    let (document, page) = try opened(SignableDocument.data())
    try document.add(Annotation(.rectangle(PageRect(x: 20, y: 20, width: 50, height: 50))), to: page)
    let signed = try await document.signedData(
      with: TestKeys.identity("ec"), SigningOptions(.invisible(on: page)))
    let (after, _) = try opened(signed)
    #expect(try after.page(at: 0).annotations.filter { $0.content.rectangle != nil }.count == 2)
    #expect(try #require(await reports(signed).first).coverage == .wholeFile)
    #expect(document.hasUnsavedChanges)
  }

  @Test func aVisibleSignatureShowsItsAppearance() async throws {
    let (document, _) = try opened(SignableDocument.data())
    // Turned by 90 degrees.
    let page = try document.page(at: 1).id
    var options = SigningOptions(.visible(on: page, PageRect(x: 20, y: 20, width: 60, height: 120)))
    options.appearance = SignatureAppearance(
      text: "Signed\nby hand",
      image: try Appearance.Image(SampleImage.jpeg))
    options.fieldName = "hand"
    let signed = try await document.signedData(with: TestKeys.identity("ec"), options)
    let (after, _) = try opened(signed)
    let widget = try #require(after.page(at: 1).annotations.first)
    #expect(widget.subtype == "Widget" && widget.bounds == PageRect(x: 20, y: 20, width: 60, height: 120))
    let report = try #require(await reports(signed).first)
    #expect(report.isValid && report.info.fieldName == "hand")
  }

  @Test func aFieldIsSignedAndLocksWhatItSays() async throws {
    let (document, _) = try opened(SignableDocument.data())
    let signed = try await document.signedData(with: TestKeys.identity("ec"), SigningOptions(.field("sign")))
    let report = try #require(await reports(signed).first)
    #expect(report.isValid && report.info.fieldName == "sign")
    // The signature's own, and that of its field.
    #expect(
      report.info.locks == [FieldLock(.include, names: ["name"]), FieldLock(.include, names: ["name"])])
    let filled = try SignableDocument.appending(
      [6: "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(new)/Rect[10 10 90 30]/F 4/P 3 0 R>>"], to: signed)
    let later = try #require(await reports(filled).first)
    #expect(later.integrity == .intact && later.laterChanges.fields == ["name"])
    #expect(!later.areLaterChangesPermitted && !later.isValid)
  }

  @Test(arguments: ["nothing", "name", "sign"])
  func refusesFieldsThatCannotBeSigned(field: String) async throws {
    var (document, _) = try opened(SignableDocument.data())
    let key = try TestKeys.identity("ec")
    if field == "sign" {
      (document, _) = try opened(try await document.signedData(with: key, SigningOptions(.field("sign"))))
    }
    let error = await #expect(throws: PDFError.self) {
      try await document.signedData(with: key, SigningOptions(.field(field)))
    }
    #expect(error?.code == .invalidArgument && error?.message.contains("'\(field)'") == true)
  }

  @Test(arguments: [PermittedChanges.none, .formFilling, .annotations])
  func aCertificationIsKept(level: PermittedChanges) async throws {
    let (document, page) = try opened(SignableDocument.data())
    let key = try TestKeys.identity("rsa")
    var options = SigningOptions(.invisible(on: page))
    options.certifies = level
    let certified = try await document.signedData(with: key, options)
    let report = try #require(await reports(certified).first)
    #expect(report.isValid && report.info.isCertification && report.info.permittedChanges == level)

    let (again, first) = try opened(certified)
    options = SigningOptions(.invisible(on: first))
    if level == .none {
      let error = await #expect(throws: PDFError.self) { try await again.signedData(with: key, options) }
      #expect(error?.code == .wouldBreakSignature)
    } else {
      let reports = try await reports(try await again.signedData(with: key, options))
      #expect(reports.map(\.isValid) == [true, true])
    }
    options.certifies = .annotations
    await #expect(throws: PDFError.self) { try await again.signedData(with: key, options) }
  }

  @Test func writesAFileAndLeavesTheDocumentAsItWas() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("a.pdf")
    try SignableDocument.data().write(to: url)
    let document = try await PDFDocument.open(url)
    let page = try document.page(at: 0).id
    let report = try await document.sign(with: TestKeys.identity("ec"), SigningOptions(.invisible(on: page)))
    #expect(report.method == .append)
    #expect(try await PDFDocument.open(url).verifySignatures().map(\.isValid) == [true])
    // The document does not write over the signed file.
    try document.rotatePages([page], by: .clockwise90)
    let error = await #expect(throws: PDFError.self) { try await document.save() }
    #expect(error?.code == .fileChanged)
  }

  @Test func nothingIsWrittenForAKeyThatMayNotSign() async throws {
    let folder = try TemporaryFolder()
    let (document, page) = try opened(SignableDocument.data())
    let url = folder.url.appendingPathComponent("out.pdf")
    await #expect(throws: PDFError.self) {
      try await document.sign(
        with: TestKeys.identity("expired"), SigningOptions(.invisible(on: page)), to: url)
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  // MARK: - Keys and messages from elsewhere

  @Test func aKeySomewhereElseSigns() async throws {
    let key = try TestKeys.identity("rsa")
    let remote = try SigningIdentity(certificate: key.certificate, issuers: key.issuers) {
      try await key.sign($0)
    }
    let (document, page) = try opened(SignableDocument.data())
    let signed = try await document.signedData(with: remote, SigningOptions(.invisible(on: page)))
    #expect(try #require(await reports(signed).first).isValid)

    struct Refused: Error {}
    let broken = try SigningIdentity(certificate: key.certificate) { _ in throw Refused() }
    await #expect(throws: Refused.self) {
      try await document.signedData(with: broken, SigningOptions(.invisible(on: page)))
    }
    let wrong = try SigningIdentity(certificate: key.certificate) { _ in Data([1, 2, 3]) }
    let error = await #expect(throws: PDFError.self) {
      try await document.signedData(with: wrong, SigningOptions(.invisible(on: page)))
    }
    #expect(error?.code == .invalidArgument && error?.underlying?.contains("key") == true)
  }

  @Test func aPreparedSignatureIsCompleted() async throws {
    let (document, page) = try opened(SignableDocument.data(.stream))
    let prepared = try await document.prepareSignature(SigningOptions(.invisible(on: page)))
    #expect(prepared.reservedBytes == 16384)
    let message = SignatureMessage(identity: try TestKeys.identity("ec"), timeStamp: nil)
    let other = try await message.message(for: [UInt8](repeating: 7, count: 32))
    let error = await #expect(throws: PDFError.self) { try await prepared.data(completedWith: Data(other)) }
    #expect(error?.underlying == "it is one of other bytes")
    await #expect(throws: PDFError.self) { try await prepared.data(completedWith: Data("junk".utf8)) }
    let own = try await message.message(for: [UInt8](prepared.digest()))
    let signed = try await prepared.data(completedWith: Data(own))
    #expect(try #require(await reports(signed).first).isValid)
  }

  @Test func refusesAMessageThatIsTooLarge() async throws {
    let (document, page) = try opened(SignableDocument.data())
    var options = SigningOptions(.invisible(on: page))
    options.reservedBytes = 1024
    let error = await #expect(throws: PDFError.self) {
      try await document.signedData(with: TestKeys.identity("rsa"), options)
    }
    #expect(error?.code == .invalidArgument && error?.message.contains("1024 were reserved") == true)
  }

  @Test func aTimeStampIsAskedForAndVerified() async throws {
    let (document, page) = try opened(SignableDocument.data())
    let root = try await TestCertificates.authority()
    let authority = TimeStampAuthority(identity: try await TestCertificates.timeStamping(by: root))
    var options = SigningOptions(.invisible(on: page))
    options.timeStamp = { try await authority.answer(to: $0) }
    let signed = try await document.signedData(with: TestKeys.identity("ec"), options)
    let reports = try await PDFDocument(data: signed).verifySignatures(
      trusting: TestKeys.root() + [root.certificate])
    let report = try #require(reports.first)
    let stamp = try #require(report.timeStamp)
    #expect(report.isValid && stamp.isIntact && stamp.trust == .trusted && stamp.purpose == .suitable)
    #expect(stamp.authority.name == "Key of a test" && stamp.date == authority.date)
  }

  /// What an authority answers is looked at before it is signed with: readers would refuse it later.
  @Test func answersThatAreNoTimeStampOfTheSignatureAreRefused() async throws {
    let (document, page) = try opened(SignableDocument.data())
    let root = try await TestCertificates.authority()
    let right = TimeStampAuthority(identity: try await TestCertificates.timeStamping(by: root))
    var replay = right
    replay.heedsNonce = false
    let wrongKey = TimeStampAuthority(identity: try await TestCertificates.issued("self", by: root))
    let other = DER.sequence(
      DER.integer(1), DER.sequence(AlgorithmIdentifier(OID.sha256).der, DER.octetString([1])))
    let answers: [(String, @Sendable (Data) async throws -> Data)] = [
      ("something else", { _ in try await right.answer(to: Data(other)) }), ("nonce", replay.answer),
      ("not for time stamps", wrongKey.answer),
    ]
    for (reason, answer) in answers {
      var options = SigningOptions(.invisible(on: page))
      options.timeStamp = answer
      let error = await #expect(throws: PDFError.self) {
        try await document.signedData(with: TestKeys.identity("ec"), options)
      }
      #expect(error?.underlying?.contains(reason) == true, "\(error?.underlying ?? "")")
    }
    var options = SigningOptions(.invisible(on: page))
    options.timeStamp = { _ in Data(DER.sequence(DER.sequence(DER.integer(2)))) }
    let error = await #expect(throws: PDFError.self) {
      try await document.signedData(with: TestKeys.identity("ec"), options)
    }
    #expect(error?.message.contains("did not grant") == true)
  }
}

import Foundation
import Postil
import PostilFile
import PostilTestSupport
import Testing

@testable import PostilSignatures

/// What certificates say that their keys are for, and when they have to be valid.
@Suite struct CertificatePurposeTests {
  /// A signed document, whatever the key is for.
  private func signed(
    _ data: Data? = nil, with key: SigningIdentity, stampedBy authorities: [TimeStampAuthority] = []
  ) async throws -> Data {
    let document = try PDFDocument(data: data ?? SignableDocument.data())
    var options = SigningOptions(.invisible(on: try document.page(at: 0).id))
    options.reservedBytes = 32768
    let prepared = try await document.prepareSignature(options)
    let message = SignatureMessage(identity: key, timeStamp: nil)
    let bytes = try await message.message(for: [UInt8](prepared.digest())) { signature in
      var tokens: [[UInt8]] = []
      for authority in authorities { tokens.append(try await authority.token(of: signature)) }
      return tokens
    }
    return try await prepared.data(completedWith: Data(bytes))
  }

  /// The document with a time stamp of all of it.
  private func stamped(_ data: Data, by authority: TimeStampAuthority) async throws -> Data {
    let document = try PDFDocument(data: data)
    let request = SignatureRequest(
      place: .new(name: nil, page: try document.page(at: 0).id, .zero), subFilter: "ETSI.RFC3161",
      date: Date(),
      room: 16384)
    let planned = try document.planSignature(request, to: nil, SaveOptions())
    let digest = try await PreparedSignature(document: document, planned: planned).digest()
    return try planned.completed(with: try await authority.token(digest: [UInt8](digest))).data()
  }

  private func reports(_ data: Data, _ root: SigningIdentity) async throws -> [SignatureReport] {
    try await PDFDocument(data: data).verifySignatures(trusting: [root.certificate])
  }

  private let expired = TestCertificates.date("20200101")...TestCertificates.date("20210101")

  // MARK: - Who signs

  @Test(
    arguments: [
      (nil, [], true), (0x80, [], true), (0x40, [], true), (0xC0, [OID.emailProtection], true),
      (0x80, [OID.documentSigning], true), (0x80, [OID.anyPurpose], true), (0x80, [OID.adobeDocuments], true),
      (0x80, [OID.microsoftDocuments, "1.3.6.1.5.5.7.3.2"], true),
      // Encipherment, certificates, a server of the web, programs, time stamps.
      (0x20, [], false), (0x06, [], false), (0x20, [OID.documentSigning], false),
      (0x80, ["1.3.6.1.5.5.7.3.1"], false),
      (nil, ["1.3.6.1.5.5.7.3.3"], false), (0x80, [OID.timeStamping], false),
    ] as [(UInt8?, [String], Bool)])
  func keysOfSignersAreForDocuments(usage: UInt8?, purposes: [String], isRight: Bool) async throws {
    let root = try await TestCertificates.authority()
    let key = try await TestCertificates.issued("ec", by: root, usage: usage, purposes: purposes)
    let report = try #require(await reports(signed(with: key), root).first)
    // That is another question than whether it holds.
    #expect(report.isValid && report.trust == (isRight ? .trusted : .wrongPurpose))
    #expect((report.purpose == .suitable) == isRight)
    let document = try PDFDocument(data: SignableDocument.data())
    let options = SigningOptions(.invisible(on: try document.page(at: 0).id))
    if isRight {
      _ = try await document.signedData(with: key, options)
    } else {
      let error = await #expect(throws: PDFError.self) { try await document.signedData(with: key, options) }
      #expect(error?.message.contains("is not for signing") == true)
    }
  }

  // MARK: - Time stamps

  /// Whoever has an expired key could stamp with it, and date what is signed today back.
  @Test func aTimeStampMovesTheClockOnlyByAKeyForTimeStamps() async throws {
    let root = try await TestCertificates.authority()
    let key = try await TestCertificates.issued("ec", by: root, in: expired)
    func trust(_ authority: SigningIdentity?) async throws -> (CertificateTrust?, SignatureReport.TimeStamp?)
    {
      let stamps = authority.map { [TimeStampAuthority(identity: $0, day: "20200601")] } ?? []
      let report = try #require(await reports(signed(with: key, stampedBy: stamps), root).first)
      #expect(report.isValid && report.timeStamp?.isIntact != false)
      return (report.trust, report.timeStamp)
    }
    #expect(try await trust(nil).0 == .expired)
    let right = try await trust(TestCertificates.timeStamping(by: root))
    #expect(right.0 == .trusted && right.1?.trust == .trusted && right.1?.purpose == .suitable)
    let purposes: [([String], Bool)] = [
      ([], true), ([OID.timeStamping], false), ([OID.timeStamping, OID.emailProtection], true),
      ([OID.anyPurpose], true),
    ]
    for (purposes, isCritical) in purposes {
      let authority = try await TestCertificates.issued(
        "self", by: root, purposes: purposes, isCritical: isCritical)
      let (trust, stamp) = try await trust(authority)
      #expect(trust == .expired && stamp?.trust == .wrongPurpose && stamp?.purpose != .suitable)
    }
    let own = try await trust(
      TestCertificates.issued("ec", by: root, purposes: [OID.timeStamping], isCritical: true))
    #expect(own.0 == .expired && own.1?.purpose == .unsuitable("it is the signer's own key"))
  }

  @Test func anAuthorityThatExpiredCannotDateBack() async throws {
    let root = try await TestCertificates.authority()
    let key = try await TestCertificates.issued("ec", by: root, in: expired)
    let old = try await TestCertificates.timeStamping(
      by: root, in: TestCertificates.date("20200101")...TestCertificates.date("20220101"))
    let data = try await signed(with: key, stampedBy: [TimeStampAuthority(identity: old, day: "20200601")])
    let report = try #require(await reports(data, root).first)
    #expect(report.trust == .expired && report.timeStamp?.trust == .expired)

    // What a later time stamp of the document covers was there before its authority expired.
    let later = try await TestCertificates.timeStamping(by: root)
    let proved = try await stamped(data, by: TimeStampAuthority(identity: later, day: "20211201"))
    let both = try await reports(proved, root)
    #expect(both.map(\.trust) == [.trusted, .trusted] && both.map(\.isValid) == [true, true])
    #expect(both[0].timeStamp?.trust == .trusted && both[1].info.isTimeStamp)

    // Not by a key for something else, nor once the authority had expired.
    let wrong = try await TestCertificates.issued("rsa", by: root)
    let unproved = try await stamped(data, by: TimeStampAuthority(identity: wrong, day: "20211201"))
    #expect(try await reports(unproved, root).map(\.trust) == [.expired, .wrongPurpose])
    let tooLate = try await stamped(data, by: TimeStampAuthority(identity: later, day: "20230101"))
    #expect(try await reports(tooLate, root).map(\.trust) == [.expired, .trusted])
  }

  @Test func ofSeveralTimeStampsTheEarliestThatIsTrustedCounts() async throws {
    let root = try await TestCertificates.authority()
    let key = try await TestCertificates.issued("ec", by: root, in: expired)
    let right = try await TestCertificates.timeStamping(by: root)
    let wrong = try await TestCertificates.issued("rsa", by: root)
    let stamps = [
      TimeStampAuthority(identity: right, day: "20230101"),
      TimeStampAuthority(identity: wrong, day: "20200301"),
      TimeStampAuthority(identity: right, day: "20200601"),
    ]
    let report = try #require(await reports(signed(with: key, stampedBy: stamps), root).first)
    #expect(report.isValid && report.trust == .trusted && report.timeStamps.count == 3)
    #expect(report.timeStamp?.date == stamps[2].date)
  }

  @Test func aTimeStampOfTheFutureProvesNothing() async throws {
    let root = try await TestCertificates.authority()
    let soon = TestCertificates.date("20800101")...TestCertificates.date("20900101")
    let key = try await TestCertificates.issued("ec", by: root, in: soon)
    let authority = TimeStampAuthority(
      identity: try await TestCertificates.timeStamping(by: root), day: "20850101")
    let report = try #require(await reports(signed(with: key, stampedBy: [authority]), root).first)
    #expect(report.trust == .notYetValid && report.timeStamp?.trust == .notYetValid)
  }

  // MARK: - Bytes

  /// A file may have any number of signatures, each of all its bytes.
  @Test func bytesAreDigestedWithinABudget() async throws {
    var data = SignableDocument.data()
    for key in ["ec", "rsa", "edwards"] {
      let document = try PDFDocument(data: data)
      data = try await document.signedData(
        with: TestKeys.identity(key), SigningOptions(.invisible(on: try document.page(at: 0).id)))
    }
    let file = try SignedFile(PDFDocument(data: data).signedFile())
    func digests(_ budget: Int) throws -> [[UInt8]?] {
      let digests = CoveredDigests(file.source, mostBytes: budget)
      return try file.findings().signatures.map { signature in
        guard case .bytes(let before, let behind, _) = signature.coverage else { return nil }
        return try digests.digest(OID.sha256, of: before, behind)
      }
    }
    let all = try digests(.max)
    let bytes = [UInt8](data)
    for (signature, digest) in zip(file.findings().signatures, all) {
      guard case .bytes(let before, let behind, _) = signature.coverage else { continue }
      #expect(digest == RunningDigest.of(Array(bytes[before] + bytes[behind]), OID.sha256))
    }
    // The beginning that they share is digested once.
    #expect(try digests(2 * data.count) == all)
    #expect(throws: MessageVerifier.Unverifiable.self) { try digests(data.count / 2) }
  }
}

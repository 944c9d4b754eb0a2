import Foundation
import Postil
import PostilFile
import PostilTestSupport
import Testing

@testable import PostilSignatures

/// Signatures and time stamps of encrypted files.
@Suite struct EncryptedSignatureTests {
  @Test func signaturesAndTimeStampsOfEncryptedFilesAreValid() async throws {
    let root = try await TestCertificates.authority()
    let key = try await TestCertificates.issued("ec", by: root)
    let authority = TimeStampAuthority(
      identity: try await TestCertificates.timeStamping(by: root), day: "20240101")
    let aes = RewriteOptions.Encryption.aes256(userPassword: "", ownerPassword: "own")
    let plain = try PDFDocument(data: SignableDocument.data())
    let encrypted = try PDFDocument(
      data: plain.dataRepresentationAndWait(.rewrite(RewriteOptions(encryption: aes))))
    let signed = try PDFDocument(
      data: await encrypted.signedData(
        with: key, SigningOptions(.invisible(on: try encrypted.page(at: 0).id))))
    let request = SignatureRequest(
      place: .new(name: nil, page: try signed.page(at: 0).id, .zero), subFilter: "ETSI.RFC3161",
      date: Date(), room: 16384)
    let planned = try signed.planSignature(request, to: nil, SaveOptions())
    let digest = try await PreparedSignature(document: signed, planned: planned).digest()
    let data = try planned.completed(with: try await authority.token(digest: [UInt8](digest))).data()
    let stamped = try PDFDocument(data: data)
    #expect(stamped.isEncrypted)
    let reports = try await stamped.verifySignatures(trusting: [root.certificate])
    #expect(reports.map(\.isValid) == [true, true] && reports.map(\.trust) == [.trusted, .trusted])
  }
}

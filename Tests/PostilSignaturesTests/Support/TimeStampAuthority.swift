import Foundation

@testable import PostilSignatures

/// An authority that stamps whatever it is asked to, on one day (RFC 3161).
struct TimeStampAuthority {
  let identity: SigningIdentity
  var day = "20240102"
  /// Whether it answers with the number of the request, as it has to.
  var heedsNonce = true

  var date: Date { TestCertificates.date(day) + 3 * 3600 + 4 * 60 + 5 }

  func answer(to request: Data) async throws -> Data {
    var outer = DERReader([UInt8](request))
    var reader = try outer.enter(DERTag.sequence)
    _ = try reader.next(DERTag.integer)
    let imprint = Array(try reader.next(DERTag.sequence).whole)
    let nonce = try reader.nextIf(DERTag.integer).map { Array($0.content) } ?? []
    let token = try await token(imprint, nonce: heedsNonce ? nonce : [7])
    return Data(DER.sequence(DER.sequence(DER.integer(0)), token))
  }

  /// A time stamp of data.
  func token(of data: [UInt8]) async throws -> [UInt8] {
    try await token(digest: RunningDigest.of(data, OID.sha256) ?? [])
  }

  /// A time stamp of what has a digest.
  func token(digest: [UInt8]) async throws -> [UInt8] {
    try await token(
      DER.sequence(AlgorithmIdentifier(OID.sha256).der, DER.octetString(digest)), nonce: [])
  }

  private func token(_ imprint: [UInt8], nonce: [UInt8]) async throws -> [UInt8] {
    let time = DER.element(DERTag.generalizedTime, Array("\(day)030405Z".utf8))
    let info = DER.sequence(
      DER.integer(1), DER.objectIdentifier("1.2.3.4"), imprint, DER.integer(5), time,
      nonce.isEmpty ? [] : DER.integer(nonce))
    let digest = RunningDigest.of(info, OID.sha256) ?? []
    let attributes = DER.set([
      DER.sequence(DER.objectIdentifier(OID.contentType), DER.set([DER.objectIdentifier(OID.timeStampInfo)])),
      DER.sequence(DER.objectIdentifier(OID.messageDigest), DER.set([DER.octetString(digest)])),
    ])
    let signature = [UInt8](try await identity.sign(Data(attributes)))
    let names = try X509Certificate([UInt8](identity.certificate.der))
    var content = DERReader(attributes)
    let signer = DER.sequence(
      DER.integer(1), DER.sequence(names.issuer, DER.element(DERTag.integer, names.serial)),
      DER.sequence(DER.objectIdentifier(OID.sha256)),
      DER.element(DERTag.context(0), Array(try content.next().content)),
      identity.algorithm.signature.der, DER.octetString(signature))
    let certificates = ([identity.certificate] + identity.issuers).flatMap { [UInt8]($0.der) }
    let encapsulated = DER.sequence(
      DER.objectIdentifier(OID.timeStampInfo), DER.element(DERTag.context(0), DER.octetString(info)))
    let data = DER.sequence(
      DER.integer(3), DER.set([DER.sequence(DER.objectIdentifier(OID.sha256))]), encapsulated,
      DER.element(DERTag.context(0), certificates), DER.set([signer]))
    return DER.sequence(DER.objectIdentifier(OID.signedData), DER.element(DERTag.context(0), data))
  }
}

import Foundation

@testable import PostilSignatures

/// An authority that stamps whatever it is asked to, at one time (RFC 3161).
struct TimeStampAuthority {
  let identity: SigningIdentity
  static let date = Date(timeIntervalSince1970: 1_893_553_445)

  func answer(to request: Data) async throws -> Data {
    var outer = DERReader([UInt8](request))
    var reader = try outer.enter(DERTag.sequence)
    _ = try reader.next(DERTag.integer)
    let imprint = Array(try reader.next(DERTag.sequence).whole)
    let time = DER.element(DERTag.generalizedTime, Array("20300102030405Z".utf8))
    let info = DER.sequence(
      DER.integer(1), DER.objectIdentifier("1.2.3.4"), imprint, DER.integer(5), time)
    let digest = Digest.of(info, OID.sha256) ?? []
    let attributes = DER.set([
      DER.sequence(DER.objectIdentifier(OID.contentType), DER.set([DER.objectIdentifier(OID.timeStampInfo)])),
      DER.sequence(DER.objectIdentifier(OID.messageDigest), DER.set([DER.octetString(digest)])),
    ])
    let signature = [UInt8](try await identity.sign(Data(attributes)))
    let names = try CertificateNames([UInt8](identity.certificate.der))
    var content = DERReader(attributes)
    let signer = DER.sequence(
      DER.integer(1), DER.sequence(names.issuer, DER.element(DERTag.integer, names.serial)),
      DER.sequence(DER.objectIdentifier(OID.sha256)),
      DER.element(DERTag.context(0), Array(try content.next().content)),
      DER.sequence(DER.objectIdentifier(OID.rsaWithSHA256), DER.null), DER.octetString(signature))
    let certificates = ([identity.certificate] + identity.issuers).flatMap { [UInt8]($0.der) }
    let encapsulated = DER.sequence(
      DER.objectIdentifier(OID.timeStampInfo), DER.element(DERTag.context(0), DER.octetString(info)))
    let data = DER.sequence(
      DER.integer(3), DER.set([DER.sequence(DER.objectIdentifier(OID.sha256))]), encapsulated,
      DER.element(DERTag.context(0), certificates), DER.set([signer]))
    let token = DER.sequence(DER.objectIdentifier(OID.signedData), DER.element(DERTag.context(0), data))
    return Data(DER.sequence(DER.sequence(DER.integer(0)), token))
  }
}

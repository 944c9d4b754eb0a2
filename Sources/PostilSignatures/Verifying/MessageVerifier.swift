import Foundation
import PostilFile

/// What a message says, and whether its signer signed it.
struct MessageFinding {
  var integrity: SignatureReport.Integrity
  /// The message with its signer's certificate; `nil` if they cannot be read.
  var signed: SignedMessage?
  /// Time stamps of the signature; of a time stamp of the document, itself.
  var tokens: [Token] = []
  /// The digest that binds the bytes of the file.
  var digestAlgorithm: String?
  var weaknesses: [SignatureWeakness] = []

  /// Whether the message is a signature, also one that cannot be verified here.
  var isMade: Bool {
    switch integrity {
    case .intact: true
    case .unknown: signed != nil
    case .altered, .wrongSignature: false
    }
  }

  /// Reading it failed.
  static func unknown(_ reason: String) -> MessageFinding { MessageFinding(integrity: .unknown(reason)) }

  /// A time stamp (RFC 3161).
  struct Token {
    let signed: SignedMessage
    let info: TimeStampInfo
    let isIntact: Bool
    let purpose: KeyPurpose
  }
}

/// A message with the certificate of who signed it.
struct SignedMessage {
  let data: SignedData
  let der: [UInt8]
  let certificate: X509Certificate
  let signer: SigningCertificate

  /// The certificates that may stand between the signer's and a trusted one.
  var issuers: [[UInt8]] {
    data.certificates.filter { (try? X509Certificate($0))?.publicKey.isOfUsualSize == true }
  }

  /// - Throws: ``DERReader/Malformed`` if it cannot be read.
  /// - Returns: `nil` if the signer's certificate is not in it.
  init?(_ bytes: [UInt8]) throws {
    data = try SignedData(bytes)
    guard let der = data.signerCertificate, let signer = SigningCertificate(reading: der) else { return nil }
    self.der = der
    self.signer = signer
    certificate = try X509Certificate(der)
  }
}

/// Verifies messages of signatures (RFC 5652). Whether who signed them is trusted depends on when, which other signatures of
/// the file may prove: that comes later, see ``TrustVerifier``.
enum MessageVerifier {
  private static let malformed = "its message is malformed"
  /// More time stamps of one signature are not looked at.
  private static let mostTokens = 16

  /// - Parameters:
  ///   - subFilter: How the signature is made, as its dictionary says (ISO 32000-2, table 260).
  ///   - digest: The digest of the bytes that the signature covers, for an algorithm.
  static func finding(
    in contents: [UInt8], subFilter: String?, _ digest: (String) throws -> [UInt8]?
  ) -> MessageFinding {
    do {
      switch subFilter {
      case "ETSI.RFC3161": return try ofTimeStamp(contents, digest)
      case nil, "adbe.pkcs7.detached", "ETSI.CAdES.detached", "adbe.pkcs7.sha1":
        return try ofSignature(contents, subFilter, digest)
      case "adbe.x509.rsa_sha1":
        return .unknown("it is a plain RSA signature (adbe.x509.rsa_sha1), which is out of use")
      case let name?: return .unknown("its format \(name) is not known")
      }
    } catch let error as Unverifiable {
      return .unknown(error.reason)
    } catch {
      return .unknown(malformed)
    }
  }

  /// What keeps a signature from being verified, in words.
  struct Unverifiable: Error { let reason: String }

  private static func ofSignature(
    _ contents: [UInt8], _ subFilter: String?, _ digest: (String) throws -> [UInt8]?
  ) throws -> MessageFinding {
    guard let signed = try SignedMessage(contents) else {
      return .unknown("the signer's certificate is not in it")
    }
    var found = MessageFinding(integrity: .intact, signed: signed)
    let signer = signed.data.signer
    // The message signs the SHA-1 of the bytes (ISO 32000-2, 12.8.3.3.1).
    let isIndirect = subFilter == "adbe.pkcs7.sha1"
    found.digestAlgorithm = isIndirect ? OID.sha1 : signer.digestAlgorithm
    found.weaknesses =
      SignatureWeakness.of(digests: [
        (.digest, found.digestAlgorithm), (.signature, isIndirect ? signer.digestAlgorithm : nil),
        (.signature, SignatureWeakness.digest(of: signer.signatureAlgorithm)),
      ]) + SignatureWeakness.of(signed.certificate, in: signed.data)
    if isIndirect {
      guard let content = signed.data.content else { return .unknown("there is no digest in its message") }
      found.integrity = try integrity(of: signed) { RunningDigest.of(content, $0) }
      if found.integrity == .intact, try digest(OID.sha1) != content { found.integrity = .altered }
    } else if signed.data.content != nil {
      // What it says would be of that, and not of the file.
      found.integrity = .unknown("there is data in its message, which has to be detached")
    } else {
      found.integrity = try integrity(of: signed, digest)
    }
    found.tokens = (signer.unsignedAttributes[OID.timeStampToken] ?? []).prefix(mostTokens).compactMap {
      token($0, of: signed)
    }
    let stampDigests = found.tokens.flatMap {
      [$0.info.digestAlgorithm, $0.signed.data.signer.digestAlgorithm]
    }
    found.weaknesses += SignatureWeakness.of(digests: stampDigests.map { (.timeStamp, $0) })
    return found
  }

  private static func ofTimeStamp(
    _ contents: [UInt8], _ digest: (String) throws -> [UInt8]?
  ) throws -> MessageFinding {
    guard let signed = try SignedMessage(contents) else {
      return .unknown("the authority's certificate is not in it")
    }
    guard signed.data.contentType == OID.timeStampInfo, let content = signed.data.content else {
      return .unknown("it is no time stamp")
    }
    let info = try TimeStampInfo(content)
    var found = MessageFinding(integrity: try integrity(of: signed, info, digest), signed: signed)
    found.digestAlgorithm = info.digestAlgorithm
    found.weaknesses =
      SignatureWeakness.of(digests: [
        (.digest, info.digestAlgorithm), (.signature, signed.data.signer.digestAlgorithm),
        (.signature, SignatureWeakness.digest(of: signed.data.signer.signatureAlgorithm)),
      ]) + SignatureWeakness.of(signed.certificate, in: signed.data)
    found.tokens = [
      MessageFinding.Token(
        signed: signed, info: info, isIntact: found.integrity == .intact,
        purpose: signed.certificate.purposeForTimeStamps)
    ]
    return found
  }

  // MARK: - Who signed

  /// Whether a detached message is a signature of what has a digest.
  static func integrity(of message: [UInt8], _ digest: (String) throws -> [UInt8]?)
    -> SignatureReport.Integrity
  {
    finding(in: message, subFilter: nil, digest).integrity
  }

  /// Whether the signer signed what has a digest (RFC 5652, 5.4 and 5.6).
  private static func integrity(
    of message: SignedMessage, _ digest: (String) throws -> [UInt8]?
  ) throws -> SignatureReport.Integrity {
    let signer = message.data.signer
    guard let digest = try digest(signer.digestAlgorithm) else {
      return .unknown("its digest (\(RunningDigest.name(of: signer.digestAlgorithm))) is not known")
    }
    if let named = try signer.namedCertificate() {
      guard let own = RunningDigest.of(message.der, named.digestAlgorithm) else {
        return .unknown("the digest of the signer's certificate (\(named.digestAlgorithm)) is not known")
      }
      guard own == named.digest else { return .wrongSignature }
    }
    let verifier = PublicKeyVerifier(der: message.der, certificate: message.certificate)
    func verify(_ data: [UInt8], isDigest: Bool) throws -> PublicKeyVerifier.Result {
      try verifier.verify(
        signer.signature, signer.signatureAlgorithm, digestAlgorithm: signer.digestAlgorithm, data: data,
        isDigest: isDigest)
    }
    guard let attributes = signer.signedAttributes else {
      // Attributes may be left out of plain data alone (RFC 5652, 5.3).
      guard message.data.contentType == OID.data else { return .unknown(malformed) }
      return integrity(try verify(digest, isDigest: true), onMismatch: .altered)
    }
    guard let signed = signer.messageDigest,
      signer.attribute(OID.contentType) == DER.objectIdentifier(message.data.contentType)
    else { return .unknown(malformed) }
    let own = integrity(try verify(attributes, isDigest: false), onMismatch: .wrongSignature)
    guard own == .intact else { return own }
    return signed == digest ? .intact : .altered
  }

  private static func integrity(
    _ result: PublicKeyVerifier.Result, onMismatch mismatch: SignatureReport.Integrity
  ) -> SignatureReport.Integrity {
    switch result {
    case .right: .intact
    case .wrong: mismatch
    case .unknown(let reason): .unknown(reason)
    }
  }

  // MARK: - Time stamps

  /// Whether a message is an authority's word for what has a digest.
  private static func integrity(
    of message: SignedMessage, _ info: TimeStampInfo, _ digest: (String) throws -> [UInt8]?
  ) throws -> SignatureReport.Integrity {
    guard let content = message.data.content else { return .unknown("it is no time stamp") }
    let own = try integrity(of: message) { RunningDigest.of(content, $0) }
    guard own == .intact else { return own == .altered ? .wrongSignature : own }
    guard let stamped = try digest(info.digestAlgorithm) else {
      return .unknown("its digest (\(RunningDigest.name(of: info.digestAlgorithm))) is not known")
    }
    return stamped == info.digest ? .intact : .altered
  }

  /// A time stamp of a signature (RFC 3161, appendix A); `nil` if it cannot be read.
  private static func token(_ bytes: [UInt8], of signature: SignedMessage) -> MessageFinding.Token? {
    guard let signed = try? SignedMessage(bytes), signed.data.contentType == OID.timeStampInfo,
      let info = try? signed.data.content.map(TimeStampInfo.init)
    else { return nil }
    let found = try? integrity(of: signed, info) { RunningDigest.of(signature.data.signer.signature, $0) }
    let isOwn = signed.certificate.publicKey == signature.certificate.publicKey
    return MessageFinding.Token(
      signed: signed, info: info, isIntact: found == .intact,
      purpose: isOwn ? .unsuitable("it is the signer's own key") : signed.certificate.purposeForTimeStamps)
  }

  /// The time stamp in an authority's answer, if it is one of a signature by a key for time stamps, with a nonce.
  ///
  /// - Throws: ``Unverifiable`` or ``DERReader/Malformed``.
  static func requireToken(_ bytes: [UInt8], of signature: [UInt8], nonce: [UInt8]) throws {
    guard let signed = try SignedMessage(bytes) else {
      throw Unverifiable(reason: "the authority's certificate is not in it")
    }
    guard signed.data.contentType == OID.timeStampInfo, let content = signed.data.content else {
      throw DERReader.Malformed()
    }
    let info = try TimeStampInfo(content)
    switch try integrity(of: signed, info, { RunningDigest.of(signature, $0) }) {
    case .intact: break
    case .altered: throw Unverifiable(reason: "it is one of something else")
    case .wrongSignature: throw Unverifiable(reason: "it is not by the key of its certificate")
    case .unknown(let reason): throw Unverifiable(reason: reason)
    }
    // Else it may be the answer to another request (RFC 3161, 2.4.2).
    guard info.nonce.map({ Array($0.drop { $0 == 0 }) }) == Array(nonce.drop { $0 == 0 }) else {
      throw Unverifiable(reason: "its number (nonce) is not that of the request")
    }
    if case .unsuitable(let reason) = signed.certificate.purposeForTimeStamps {
      throw Unverifiable(reason: "the authority's certificate is not for time stamps: \(reason)")
    }
  }
}

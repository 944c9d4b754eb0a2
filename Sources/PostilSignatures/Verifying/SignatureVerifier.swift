import Foundation
import GnuTLSBridge
import PostilFile

/// Verifies the signatures of a file (ISO 32000-2, 12.8).
struct SignatureVerifier {
  let file: SignedFile
  /// The trusted certificates as DER; `nil` if trust is not asked for.
  let trusted: [[UInt8]]?
  /// When certificates have to be valid, of signatures without a trusted time stamp.
  let time: Date

  /// A file may name one signature, or ranges of its bytes, any number of times: no more than this is looked at.
  private static let mostSignatures = 1000
  /// How many bytes are digested, in all.
  private static let mostBytes = 64 << 30

  func reports() -> [SignatureReport] {
    let records = file.signatures
    let level = records.compactMap(\.info.permittedChanges).min()
    let certification = records.first { $0.info.isCertification }
    var budget = Self.mostBytes
    return records.prefix(Self.mostSignatures).map { record in
      let isAffordable = budget >= 0
      budget -= file.length
      return report(record, level, certification: certification, isAffordable: isAffordable)
    }
  }

  private func report(
    _ record: SignatureRecord, _ level: PermittedChanges?, certification: SignatureRecord?,
    isAffordable: Bool
  ) -> SignatureReport {
    var coverage = SignatureReport.Coverage.invalid("")
    var found = Finding(integrity: .unknown("its byte range is not what it has to be"))
    var changes = LaterChanges([])
    switch file.coverage(of: record) {
    case .invalid(let reason):
      coverage = .invalid(reason)
      found = finding(in: record.contents) { _ in nil }
      found.integrity = .unknown("its byte range is not what it has to be")
    case .bytes(let before, let behind, let contents):
      found = finding(in: contents, isTimeStamp: record.info.isTimeStamp, subFilter: record.info.subFilter) {
        isAffordable ? digest(of: [before, behind], $0) : nil
      }
      let end = behind.upperBound
      changes = file.changes(after: end)
      coverage = isEnd(end) ? .wholeFile : .revision(length: end)
    }
    // What was signed before the certification is not bound by it.
    let isBound = record.info.coveredLength ?? 0 >= certification?.info.coveredLength ?? 0
    let limits = ModificationLimits(level: isBound ? level : nil, locks: record.info.locks)
    return SignatureReport(
      info: record.info, coverage: coverage, integrity: found.integrity, signer: found.signer,
      trust: found.trust,
      claimedDate: found.claimedDate ?? record.info.date, timeStamp: found.timeStamp,
      digestName: found.digestAlgorithm.map(Digest.name),
      isDigestWeak: found.digestAlgorithm.map(Digest.isWeak) ?? false,
      laterChanges: changes,
      refusals: changes.changes.compactMap { change in
        limits.refusal(of: change).map { SignatureReport.Refusal(change: change, reason: $0) }
      })
  }

  private func isEnd(_ position: Int) -> Bool {
    var isBlank = true
    file.forEachPiece(of: position..<max(position, file.length)) { piece in
      isBlank = isBlank && piece.allSatisfy { $0 <= 32 }
    }
    return isBlank
  }

  private func digest(of ranges: [Range<Int>], _ algorithm: String) -> [UInt8]? {
    guard var digest = Digest(algorithm) else { return nil }
    for range in ranges { file.forEachPiece(of: range) { digest.add($0) } }
    return digest.finish()
  }

  // MARK: - Messages

  /// What a message of a signature says.
  private struct Finding {
    var integrity: SignatureReport.Integrity
    var signer: SigningCertificate?
    var trust: CertificateTrust?
    var claimedDate: Date?
    var timeStamp: SignatureReport.TimeStamp?
    var digestAlgorithm: String?
  }

  /// - Parameter digest: The digest of the bytes that the signature covers, for an algorithm.
  private func finding(
    in contents: [UInt8], isTimeStamp: Bool = false, subFilter: String? = nil, _ digest: (String) -> [UInt8]?
  ) -> Finding {
    do {
      if subFilter == "adbe.x509.rsa_sha1" {
        return Finding(
          integrity: .unknown("it is a plain RSA signature (adbe.x509.rsa_sha1), which is out of use"))
      }
      let message = try SignedData(contents)
      guard let der = message.signerCertificate, let signer = SigningCertificate(reading: der) else {
        return Finding(integrity: .unknown("the signer's certificate is not in it"))
      }
      var found = Finding(integrity: .intact, signer: signer, digestAlgorithm: message.signer.digestAlgorithm)
      found.claimedDate = message.signer.signingTime
      if isTimeStamp {
        found.integrity = try integrityOfTimeStamp(message, der, digest)
        let date = try message.content.map(TimeStampInfo.init)?.date
        found.timeStamp = date.map {
          SignatureReport.TimeStamp(
            date: $0, authority: signer, isIntact: found.integrity == .intact,
            trust: trust(der, message, at: $0))
        }
      } else {
        found.integrity = try Self.integrity(of: message, der) { algorithm in
          guard let content = message.content, subFilter == "adbe.pkcs7.sha1" else {
            return digest(algorithm)
          }
          // The message signs the SHA-1 of the bytes.
          guard digest(OID.sha1) == content else { return [] }
          return Digest.of(content, algorithm)
        }
        found.timeStamp = timeStamp(of: message.signer)
      }
      let stamped = found.timeStamp.flatMap { $0.isIntact && $0.trust == .trusted ? $0.date : nil }
      found.trust = trust(der, message, at: stamped ?? time)
      return found
    } catch {
      return Finding(integrity: .unknown("its message is malformed"))
    }
  }

  private func trust(_ certificate: [UInt8], _ message: SignedData, at time: Date) -> CertificateTrust? {
    trusted.map { .of(certificate, others: message.certificates, trusted: $0, at: time) }
  }

  /// Whether a detached message is a signature of what has a digest.
  static func integrity(of message: [UInt8], _ digest: (String) -> [UInt8]?) -> SignatureReport.Integrity {
    guard let data = try? SignedData(message) else { return .unknown("its message is malformed") }
    guard let certificate = data.signerCertificate else {
      return .unknown("the signer's certificate is not in it")
    }
    return (try? integrity(of: data, certificate, digest)) ?? .unknown("its message is malformed")
  }

  /// Whether the signer signed what has a digest (RFC 5652, 5.4 and 5.6).
  private static func integrity(
    of message: SignedData, _ certificate: [UInt8], _ digest: (String) -> [UInt8]?
  ) throws -> SignatureReport.Integrity {
    let signer = message.signer
    guard let digest = digest(signer.digestAlgorithm) else {
      return .unknown("its digest (\(signer.digestAlgorithm)) cannot be made")
    }
    if let named = try signer.namedCertificate(),
      Digest.of(certificate, named.digestAlgorithm) != named.digest
    {
      return .wrongSignature
    }
    guard let attributes = signer.signedAttributes else {
      return verify(certificate, signer, digest, isDigest: true, onMismatch: .altered)
    }
    guard let signed = signer.messageDigest,
      signer.attribute(OID.contentType) == DER.objectIdentifier(message.contentType)
    else { return .unknown("its message is malformed") }
    let own = verify(certificate, signer, attributes, isDigest: false, onMismatch: .wrongSignature)
    guard own == .intact else { return own }
    return signed == digest ? .intact : .altered
  }

  private static func verify(
    _ certificate: [UInt8], _ signer: SignedData.Signer, _ data: [UInt8], isDigest: Bool,
    onMismatch mismatch: SignatureReport.Integrity
  ) -> SignatureReport.Integrity {
    let result = certificate.withView { certificate in
      data.withView { data in
        signer.signature.withView { signature in
          postil_tls_verify(
            certificate, signer.digestAlgorithm, signer.signatureAlgorithm, data, isDigest, signature)
        }
      }
    }
    return switch result {
    case postil_tls_ok: .intact
    case postil_tls_unsupported: .unknown("its algorithm \(signer.signatureAlgorithm) is not known")
    default: mismatch
    }
  }

  // MARK: - Time stamps

  /// Whether a message is an authority's word for what has a digest.
  private func integrityOfTimeStamp(
    _ message: SignedData, _ certificate: [UInt8], _ digest: (String) -> [UInt8]?
  ) throws -> SignatureReport.Integrity {
    guard message.contentType == OID.timeStampInfo, let content = message.content else {
      return .unknown("it is no time stamp")
    }
    let info = try TimeStampInfo(content)
    let own = try Self.integrity(of: message, certificate) { Digest.of(content, $0) }
    guard own == .intact else { return own == .altered ? .wrongSignature : own }
    guard let stamped = digest(info.digestAlgorithm) else {
      return .unknown("its digest algorithm is not known")
    }
    return stamped == info.digest ? .intact : .altered
  }

  /// The time stamp of a signature (RFC 3161, appendix A).
  private func timeStamp(of signer: SignedData.Signer) -> SignatureReport.TimeStamp? {
    guard let token = signer.unsignedAttributes[OID.timeStampToken]?.first,
      let message = try? SignedData(token),
      let der = message.signerCertificate, let authority = SigningCertificate(reading: der),
      let content = message.content, let info = try? TimeStampInfo(content)
    else { return nil }
    let integrity = try? integrityOfTimeStamp(message, der) { Digest.of(signer.signature, $0) }
    return SignatureReport.TimeStamp(
      date: info.date, authority: authority, isIntact: integrity == .intact,
      trust: trust(der, message, at: info.date))
  }
}

/// What a time stamp says (RFC 3161, 2.4.2).
struct TimeStampInfo {
  let digestAlgorithm: String
  let digest: [UInt8]
  let date: Date

  /// - Throws: ``DERReader/Malformed``.
  init(_ bytes: [UInt8]) throws {
    var outer = DERReader(bytes)
    var reader = try outer.enter(DERTag.sequence)
    _ = try reader.next(DERTag.integer)
    _ = try reader.next(DERTag.objectIdentifier)
    var imprint = try reader.enter(DERTag.sequence)
    var algorithm = try imprint.enter(DERTag.sequence)
    digestAlgorithm = try algorithm.next().objectIdentifier()
    digest = try imprint.next(DERTag.octetString).octets()
    _ = try reader.next(DERTag.integer)
    date = try DERTime.decode(reader.next(DERTag.generalizedTime))
  }
}

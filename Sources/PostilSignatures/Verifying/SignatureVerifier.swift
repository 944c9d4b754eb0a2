import Foundation
import PostilFile

/// Verifies the signatures of a file (ISO 32000-2, 12.8): what they cover, what their messages are worth (``MessageVerifier``,
/// ``TrustVerifier``), and what was changed later (``ModificationReview``).
struct SignatureVerifier {
  let file: SignedFile
  /// The trusted certificates as DER; `nil` if trust is not asked for.
  let trusted: [[UInt8]]?
  /// When certificates have to be valid, of signatures without a trusted time stamp.
  let time: Date

  func reports() -> [SignatureReport] {
    let findings = file.findings()
    let signatures = findings.signatures
    let digests = CoveredDigests(file)
    let messages = signatures.map { finding(of: $0, digests) }
    let trust = TrustVerifier(trusted: trusted, time: time)
    let moments = trust.moments(
      zip(signatures, messages).map { signature, message in
        guard case .bytes(let before, let behind, _) = signature.coverage else { return nil }
        return (message, before.upperBound, behind.upperBound)
      }, isTimeStamp: signatures.map(\.record.info.isTimeStamp))
    var review = ModificationReview(
      zip(signatures, messages).map { signature, message in
        let info = signature.record.info
        return ModificationReview.Signature(
          gap: signature.coverage.end.map { _ in signature.record.byteRange[1] },
          firstLater: signature.firstLater,
          limits: ModificationLimits(level: info.permittedChanges, locks: info.locks),
          isIntact: message.integrity == .intact && signature.coverage.end != nil, isMade: message.isMade,
          problem: signature.problem)
      }, findings.revisions)
    return signatures.indices.map { index in
      let judged = trust.judge(
        messages[index], isTimeStamp: signatures[index].record.info.isTimeStamp, at: moments[index])
      return report(signatures[index], messages[index], judged, review.result(of: index))
    }
  }

  private func finding(of signature: SignedFile.Signature, _ digests: CoveredDigests) -> MessageFinding {
    let subFilter = signature.record.info.subFilter
    switch signature.coverage {
    case .invalid:
      var found = MessageVerifier.finding(in: signature.record.contents, subFilter: subFilter) { _ in nil }
      found.integrity = .unknown("its byte range is not what it has to be")
      return found
    case .bytes(let before, let behind, let contents):
      return MessageVerifier.finding(in: contents, subFilter: subFilter) {
        try digests.digest($0, of: before, behind)
      }
    }
  }

  private func report(
    _ signature: SignedFile.Signature, _ found: MessageFinding,
    _ judged: (trust: CertificateTrust?, purpose: KeyPurpose?, stamps: [SignatureReport.TimeStamp]),
    _ later: (changes: LaterChanges, refusals: [SignatureReport.Refusal])
  ) -> SignatureReport {
    let info = signature.record.info
    let coverage: SignatureReport.Coverage =
      switch signature.coverage {
      case .invalid(let reason): .invalid(reason)
      case .bytes(_, let behind, _):
        isEnd(behind.upperBound) ? .wholeFile : .revision(length: behind.upperBound)
      }
    return SignatureReport(
      info: info, coverage: coverage, integrity: found.integrity, signer: found.signed?.signer,
      trust: judged.trust, purpose: judged.purpose,
      claimedDate: found.signed?.data.signer.signingTime ?? info.date, timeStamps: judged.stamps,
      digestName: found.digestAlgorithm.map(Digest.name), weaknesses: found.weaknesses,
      laterChanges: later.changes, refusals: later.refusals)
  }

  private func isEnd(_ position: Int) -> Bool {
    var isBlank = true
    file.forEachPiece(of: position..<max(position, file.length)) { piece in
      isBlank = isBlank && piece.allSatisfy { $0 <= 32 }
    }
    return isBlank
  }
}

import Foundation
import PostilFile

/// Verifies the signatures of a file (ISO 32000-2, 12.8).
struct SignatureVerifier {
  let file: SignedFile
  /// The trusted certificates as DER; `nil` if trust is not asked for.
  let trusted: [[UInt8]]?
  /// When certificates have to be valid, of signatures without a trusted time stamp.
  let time: Date

  func reports() -> [SignatureReport] {
    let findings = file.findings()
    let digests = CoveredDigests(file)
    // Many fields may name one value.
    var known: [Int: MessageFinding] = [:]
    let messages = findings.signatures.map { signature in
      guard case .bytes(let before, _, _) = signature.coverage else { return read(signature, digests) }
      let message = known[before.upperBound] ?? read(signature, digests)
      known[before.upperBound] = message
      return message
    }
    let trust = TrustVerifier(trusted: trusted, time: time)
    let moments = trust.moments(
      zip(findings.signatures, messages).map { signature, message in
        guard case .bytes(let before, let behind, _) = signature.coverage else { return nil }
        return (message, before.upperBound, behind.upperBound)
      }, isTimeStamp: findings.signatures.map(\.record.info.isTimeStamp))
    let review = ModificationReview(
      zip(findings.signatures, messages).map(ModificationReview.Signature.init), findings.revisions)
    return findings.signatures.indices.map { index in
      report(findings.signatures[index], messages[index], trust, at: moments[index], review.result(of: index))
    }
  }

  private func read(_ signature: SignedFile.Signature, _ digests: CoveredDigests) -> MessageFinding {
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
    _ signature: SignedFile.Signature, _ found: MessageFinding, _ trust: TrustVerifier, at moment: Date,
    _ later: (changes: LaterChanges, refusals: [SignatureReport.Refusal])
  ) -> SignatureReport {
    let info = signature.record.info
    let coverage: SignatureReport.Coverage =
      switch signature.coverage {
      case .invalid(let reason): .invalid(reason)
      case .bytes(_, let behind, _):
        isEnd(behind.upperBound) ? .wholeFile : .revision(length: behind.upperBound)
      }
    let judged = trust.judge(found, isTimeStamp: info.isTimeStamp, at: moment)
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

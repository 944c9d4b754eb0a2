import Foundation
import PostilFile
import PostilSystem

/// Verifies the signatures of a file (ISO 32000-2, 12.8).
struct SignatureVerifier {
  let file: SignedFile
  /// The trusted certificates as DER; `nil` if trust is not asked for.
  let trusted: [[UInt8]]?
  /// When certificates have to be valid, of signatures without a trusted time stamp.
  let time: Date

  func reports() -> [SignatureReport] {
    let (source, signatures) = (file.source, file.signatures)
    // What is covered is digested while the other thread finds out what came later.
    var (messages, findings) = concurrently(with: {
      var messages = SignatureMessages(source)
      _ = messages.read(signatures)
      return messages
    }) { file.findings() }
    let readings = messages.read(findings.signatures.map { ($0.record, $0.coverage) })
    let trust = TrustVerifier(trusted: trusted.map(TrustedCertificates.init), time: time)
    let moments = trust.moments(
      zip(findings.signatures, readings).map { signature, reading in
        guard case .bytes(let before, let behind, _) = signature.coverage else { return nil }
        return (reading.finding, before.upperBound, behind.upperBound)
      }, isTimeStamp: findings.signatures.map(\.record.info.isTimeStamp))
    let review = ModificationReview(
      zip(findings.signatures, readings.map(\.finding)).map(ModificationReview.Signature.init),
      findings.revisions)
    var known: [Judged.Key: Judged] = [:]
    return findings.signatures.indices.map { index in
      let signature = findings.signatures[index]
      let finding = readings[index].finding
      let key = Judged.Key(
        reading: readings[index].number, isTimeStamp: signature.record.info.isTimeStamp,
        moment: moments[index])
      let judged = known[key] ?? trust.judge(finding, isTimeStamp: key.isTimeStamp, at: key.moment)
      known[key] = judged
      return report(signature, finding, judged, review.result(of: index))
    }
  }

  private typealias Judged = TrustVerifier.Judged

  private func report(
    _ signature: SignedFile.Signature, _ found: MessageFinding, _ judged: Judged,
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
      digestName: found.digestAlgorithm.map(RunningDigest.name), weaknesses: found.weaknesses,
      laterChanges: later.changes, refusals: later.refusals)
  }

  /// Whether there is only white space behind a position. Comments change nothing of the document, but are bytes that nobody signed.
  private func isEnd(_ position: Int) -> Bool {
    var isBlank = true
    file.source.forEachPiece(of: position..<max(position, file.source.length)) { piece in
      isBlank = isBlank && piece.allSatisfy { $0 <= 32 }
    }
    return isBlank
  }
}

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
    let readings = readings(of: findings.signatures)
    let trust = TrustVerifier(trusted: trusted, time: time)
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

  /// What was read of a signature's message. Signatures that are the same have the same number.
  private struct Reading {
    let finding: MessageFinding
    let number: Int
  }

  /// What tells signatures apart, but for their values: what they cover, to the end, and how they are read.
  private struct ReadingKey: Hashable {
    let byteRange: [Int]
    let isCovered: Bool
    let subFilter: String?
  }

  /// Reads signatures, those that several fields share once.
  private func readings(of signatures: [SignedFile.Signature]) -> [Reading] {
    let digests = CoveredDigests(file)
    var known: [ReadingKey: [(contents: [UInt8], reading: Reading)]] = [:]
    return signatures.enumerated().map { number, signature in
      let record = signature.record
      let key = ReadingKey(
        byteRange: record.byteRange, isCovered: signature.coverage.end != nil,
        subFilter: record.info.subFilter)
      if let one = known[key]?.first(where: { $0.contents == record.contents }) { return one.reading }
      let reading = Reading(finding: finding(of: signature, digests), number: number)
      known[key, default: []].append((record.contents, reading))
      return reading
    }
  }

  /// Of signatures whose byte range is wrong, values that are larger are not read.
  private static let largestUncovered = 256 << 10

  private func finding(of signature: SignedFile.Signature, _ digests: CoveredDigests) -> MessageFinding {
    let record = signature.record
    switch signature.coverage {
    case .invalid:
      let isRead = record.contents.count <= Self.largestUncovered
      var found = MessageVerifier.finding(
        in: isRead ? record.contents : [], subFilter: record.info.subFilter
      ) { _ in nil }
      found.integrity = .unknown("its byte range is not what it has to be")
      return found
    case .bytes(let before, let behind, let contents):
      return MessageVerifier.finding(in: contents, subFilter: record.info.subFilter) {
        try digests.digest($0, of: before, behind)
      }
    }
  }

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

  private func isEnd(_ position: Int) -> Bool {
    var isBlank = true
    file.forEachPiece(of: position..<max(position, file.length)) { piece in
      isBlank = isBlank && piece.allSatisfy { $0 <= 32 }
    }
    return isBlank
  }
}

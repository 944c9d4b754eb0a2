import Foundation
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

  func reports() -> [SignatureReport] {
    let records = Array(file.signatures.prefix(Self.mostSignatures))
    let level = records.compactMap(\.info.permittedChanges).min()
    let certification = records.first { $0.info.isCertification }
    let digests = CoveredDigests(file)
    let readings = records.map { read($0, digests) }
    let trust = TrustVerifier(trusted: trusted, time: time)
    let moments = trust.moments(
      readings.map { one in one.covered.map { (one.finding, $0.gap, $0.end) } },
      isTimeStamp: records.map(\.info.isTimeStamp))
    return records.indices.map { index in
      report(
        records[index], readings[index], trust, at: moments[index], level, certification: certification)
    }
  }

  /// What was read of a signature and its message.
  private struct Reading {
    /// Where the gap for the signature begins, and where what it covers ends; `nil` if its byte range is not what it has to be.
    let covered: (gap: Int, end: Int)?
    /// Why it is not, in words.
    let reason: String?
    let finding: MessageFinding
  }

  private func read(_ record: SignatureRecord, _ digests: CoveredDigests) -> Reading {
    switch file.coverage(of: record) {
    case .invalid(let reason):
      var found = MessageVerifier.finding(in: record.contents, subFilter: record.info.subFilter) { _ in nil }
      found.integrity = .unknown("its byte range is not what it has to be")
      return Reading(covered: nil, reason: reason, finding: found)
    case .bytes(let before, let behind, let contents):
      let found = MessageVerifier.finding(in: contents, subFilter: record.info.subFilter) {
        try digests.digest($0, of: before, behind)
      }
      return Reading(covered: (before.upperBound, behind.upperBound), reason: nil, finding: found)
    }
  }

  private func report(
    _ record: SignatureRecord, _ read: Reading, _ trust: TrustVerifier, at moment: Date,
    _ level: PermittedChanges?,
    certification: SignatureRecord?
  ) -> SignatureReport {
    var coverage = SignatureReport.Coverage.invalid(read.reason ?? "")
    var changes = LaterChanges([])
    if let end = read.covered?.end {
      changes = file.changes(after: end)
      coverage = isEnd(end) ? .wholeFile : .revision(length: end)
    }
    let found = read.finding
    let judged = trust.judge(found, isTimeStamp: record.info.isTimeStamp, at: moment)
    // What was signed before the certification is not bound by it.
    let isBound = record.info.coveredLength ?? 0 >= certification?.info.coveredLength ?? 0
    let limits = ModificationLimits(level: isBound ? level : nil, locks: record.info.locks)
    return SignatureReport(
      info: record.info, coverage: coverage, integrity: found.integrity, signer: found.signed?.signer,
      trust: judged.trust, purpose: judged.purpose,
      claimedDate: found.signed?.data.signer.signingTime ?? record.info.date, timeStamps: judged.stamps,
      digestName: found.digestAlgorithm.map(Digest.name), weaknesses: found.weaknesses,
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
}

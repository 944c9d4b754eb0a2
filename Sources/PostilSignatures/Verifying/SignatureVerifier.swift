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
    let readings = readings(of: records)
    let trust = TrustVerifier(trusted: trusted, time: time)
    let moments = trust.moments(
      readings.map { one in one.covered.map { (one.finding, $0.gap, $0.end) } },
      isTimeStamp: records.map(\.info.isTimeStamp))
    var known: [Judged.Key: Judged] = [:]
    return records.indices.map { index in
      let record = records[index]
      let key = Judged.Key(
        reading: readings[index].number, isTimeStamp: record.info.isTimeStamp, moment: moments[index])
      let judged =
        known[key]
        ?? trust.judge(readings[index].finding, isTimeStamp: key.isTimeStamp, at: key.moment)
      known[key] = judged
      return report(record, readings[index], judged, level, certification: certification)
    }
  }

  private typealias Judged = TrustVerifier.Judged

  /// What was read of a signature and its message.
  private struct Reading {
    /// Where the gap for the signature begins, and where what it covers ends; `nil` if its byte range is not what it has to be.
    let covered: (gap: Int, end: Int)?
    /// Why it is not, in words.
    let reason: String?
    let finding: MessageFinding
    /// Signatures that are the same have the same one.
    let number: Int
  }

  /// What tells signatures apart, but for their values.
  private struct ReadingKey: Hashable {
    let byteRange: [Int]
    let subFilter: String?
  }

  /// Reads signatures, those that several fields share once.
  private func readings(of records: [SignatureRecord]) -> [Reading] {
    let digests = CoveredDigests(file)
    var known: [ReadingKey: [(contents: [UInt8], reading: Reading)]] = [:]
    return records.enumerated().map { number, record in
      let key = ReadingKey(byteRange: record.byteRange, subFilter: record.info.subFilter)
      if let one = known[key]?.first(where: { $0.contents == record.contents }) { return one.reading }
      let reading = read(record, digests, number)
      known[key, default: []].append((record.contents, reading))
      return reading
    }
  }

  /// Of signatures whose byte range is wrong, values that are larger are not read.
  private static let largestUncovered = 256 << 10

  private func read(_ record: SignatureRecord, _ digests: CoveredDigests, _ number: Int) -> Reading {
    switch file.coverage(of: record) {
    case .invalid(let reason):
      let isRead = record.contents.count <= Self.largestUncovered
      var found = MessageVerifier.finding(
        in: isRead ? record.contents : [], subFilter: record.info.subFilter
      ) { _ in nil }
      found.integrity = .unknown("its byte range is not what it has to be")
      return Reading(covered: nil, reason: reason, finding: found, number: number)
    case .bytes(let before, let behind, let contents):
      let found = MessageVerifier.finding(in: contents, subFilter: record.info.subFilter) {
        try digests.digest($0, of: before, behind)
      }
      return Reading(
        covered: (before.upperBound, behind.upperBound), reason: nil, finding: found, number: number)
    }
  }

  private func report(
    _ record: SignatureRecord, _ read: Reading, _ judged: Judged, _ level: PermittedChanges?,
    certification: SignatureRecord?
  ) -> SignatureReport {
    var coverage = SignatureReport.Coverage.invalid(read.reason ?? "")
    var changes = LaterChanges([])
    if let end = read.covered?.end {
      changes = file.changes(after: end)
      coverage = isEnd(end) ? .wholeFile : .revision(length: end)
    }
    let found = read.finding
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

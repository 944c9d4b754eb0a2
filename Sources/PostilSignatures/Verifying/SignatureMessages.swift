import PostilFile

/// The messages of a file's signatures, each read once: several fields may share one.
struct SignatureMessages: Sendable {
  /// What was read of a signature's message. Signatures that are the same have the same number.
  struct Reading {
    let finding: MessageFinding
    let number: Int
  }

  /// What a message was read for: its value, what it covers, to the end, and how it is read.
  private struct Key: Hashable {
    let before: Range<Int>?
    let behind: Range<Int>?
    let subFilter: String?
  }

  private let file: SignedFileSource
  private var known: [Key: [(contents: [UInt8], reading: Reading)]] = [:]
  private var count = 0

  init(_ file: SignedFileSource) { self.file = file }

  /// Reads signatures that were not read yet.
  ///
  /// - Complexity: O(bytes that they cover).
  mutating func read(
    _ signatures: [(record: SignatureRecord, coverage: SignedFile.Coverage)]
  ) -> [Reading] {
    let digests = CoveredDigests(file)
    return signatures.map { record, coverage in
      var (before, behind): (Range<Int>?, Range<Int>?)
      var contents = record.contents
      if case .bytes(let first, let second, let value) = coverage {
        (before, behind, contents) = (first, second, value)
      }
      let key = Key(before: before, behind: behind, subFilter: record.info.subFilter)
      if let one = known[key]?.first(where: { $0.contents == contents }) { return one.reading }
      let reading = Reading(finding: Self.finding(of: record, coverage, digests), number: count)
      count += 1
      known[key, default: []].append((contents, reading))
      return reading
    }
  }

  /// Of signatures whose byte range is wrong, values that are larger are not read.
  private static let largestUncovered = 256 << 10

  private static func finding(
    of record: SignatureRecord, _ coverage: SignedFile.Coverage, _ digests: CoveredDigests
  ) -> MessageFinding {
    switch coverage {
    case .invalid:
      let isRead = record.contents.count <= largestUncovered
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
}

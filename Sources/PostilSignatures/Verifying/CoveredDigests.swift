import PostilFile

/// Digests of what signatures cover. Signatures that follow each other cover the same beginning of the file, which is read once
/// for all of them, if they come in the order of their places.
final class CoveredDigests {
  private let file: SignedFileSource
  /// How many bytes may still be digested: a file may have any number of signatures, each of all its bytes.
  private var budget: Int
  /// By the algorithm, digests of the file's first bytes.
  private var beginnings: [String: [(length: Int, digest: RunningDigest)]] = [:]

  /// At the slowest half a minute.
  static let mostBytes = 16 << 30

  init(_ file: SignedFileSource, mostBytes: Int = CoveredDigests.mostBytes) {
    self.file = file
    budget = mostBytes
  }

  /// The digest of two ranges, of which the first one begins with the file.
  ///
  /// - Returns: `nil` if the algorithm is not known.
  /// - Throws: ``MessageVerifier/Unverifiable`` if there are too many bytes.
  func digest(_ algorithm: String, of before: Range<Int>, _ behind: Range<Int>) throws -> [UInt8]? {
    var known = beginnings[algorithm] ?? []
    let last = known.lastIndex { $0.length <= before.upperBound }
    guard let beginning = last.map({ known[$0].digest.copy() }) ?? RunningDigest(algorithm) else {
      return nil
    }
    let start = last.map { known[$0].length } ?? before.lowerBound
    budget -= before.upperBound - start + behind.count
    guard budget >= 0 else {
      throw MessageVerifier.Unverifiable(
        reason: "the signatures of the file cover more than can be looked at (\(Self.mostBytes >> 30) GB)")
    }
    file.forEachPiece(of: start..<before.upperBound) { beginning.add($0) }
    if let kept = beginning.copy() {
      known.insert((before.upperBound, kept), at: last.map { $0 + 1 } ?? 0)
      beginnings[algorithm] = known
    }
    file.forEachPiece(of: behind) { beginning.add($0) }
    return beginning.finish()
  }
}

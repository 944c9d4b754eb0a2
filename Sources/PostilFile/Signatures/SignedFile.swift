import Foundation
import PostilModel

/// The bytes of a file whose signatures are to be verified, taken from a document: reading them needs the document no
/// more, and may be done on any thread.
package struct SignedFileSource: Sendable {
  let bytes: FileBytes
  let password: String?
  /// The size of the file: the bytes may be a repaired copy, with something behind them.
  let size: Int

  /// The size of the file in bytes.
  package var length: Int { min(size, bytes.pointer.count) }

  /// Hands out bytes of the file in pieces, in order.
  package func forEachPiece(of range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void) {
    let range = range.clamped(to: 0..<length)
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 4 << 20) {
      let end = min(start + 4 << 20, range.upperBound)
      body(UnsafeRawBufferPointer(rebasing: bytes.pointer[start..<end]))
    }
  }
}

/// A file whose signatures are verified: where they are, what they cover, and what was changed after them.
package final class SignedFile {
  package let source: SignedFileSource
  private let graph: ObjectGraph

  /// - Throws: ``PDFError`` if the file cannot be read.
  package init(_ source: SignedFileSource) throws {
    self.source = source
    let chain = try? XrefChain(source.bytes.pointer)
    graph = ObjectGraph(try ObjectReader(source.bytes, password: source.password, chain: chain))
  }

  private var length: Int { source.length }

  /// What a signature covers.
  package enum Coverage: Sendable, Equatable {
    /// All bytes up to the end of `behind`, but for the gap between both ranges, which holds the signature and nothing else.
    case bytes(before: Range<Int>, behind: Range<Int>, contents: [UInt8])
    /// The byte range is not what it has to be, in words.
    case invalid(String)
  }

  /// Gaps for signatures are some kilobytes; with revocation lists some have megabytes.
  private static let largestGap = 128 << 20

  /// What a signature covers, by its own dictionary: its byte range has to be two ranges from the beginning on, within the file, with nothing
  /// between them but the signature itself as a hexadecimal string.
  private func coverage(_ range: [Int], _ value: [UInt8]) -> Coverage {
    guard range.count == 4 else { return .invalid("its byte range is not four numbers") }
    guard range[0] == 0 else { return .invalid("it does not cover the beginning of the file") }
    guard range[1] > 0, range[3] >= 0, range[2] > range[1], range[2] <= length,
      range[3] <= length - range[2]
    else { return .invalid("its byte range is not within the file") }
    guard range[2] - range[1] <= Self.largestGap else { return .invalid("the signature is too large") }
    let gap = source.bytes.pointer[range[1]..<range[2]]
    guard let contents = Self.hexString(gap) else {
      return .invalid("there is more between the bytes that it covers than the signature")
    }
    guard contents == value else {
      return .invalid("what is between the bytes that it covers is not this signature")
    }
    return .bytes(before: 0..<range[1], behind: range[2]..<range[2] + range[3], contents: contents)
  }

  /// The bytes of a hexadecimal string (ISO 32000-2, 7.3.4.3) that fills all of a range; `nil` if something else is there.
  private static func hexString(_ bytes: Slice<UnsafeRawBufferPointer>) -> [UInt8]? {
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "<"), bytes.last == UInt8(ascii: ">") else {
      return nil
    }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count / 2)
    var high: UInt8?
    for byte in bytes.dropFirst().dropLast() {
      if ByteClass.isSpace(byte) { continue }
      guard let value = ByteClass.hexValue(byte) else { return nil }
      if let first = high {
        result.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    if let high { result.append(high << 4) }
    return result
  }

  // MARK: - Revisions

  /// What a file says of one signature.
  package struct Signature: Sendable {
    /// What it says of itself, in the revision that it covers.
    package let record: SignatureRecord
    package let coverage: Coverage
    /// How many of ``Findings/revisions`` it covers: those from this index on came later.
    package let firstLater: Int
    /// What is wrong with what it covers, or why later changes cannot be told.
    package let problem: LaterChanges.Change?
  }

  /// What later updates changed.
  package struct Findings: Sendable {
    package let signatures: [Signature]
    /// The changes of each update after the smallest covered part of the file.
    package let revisions: [LaterChanges]
  }

  /// White space and comments behind an update are looked at up to so many bytes, for each signature.
  private static let mostBlank = 64 << 10
  /// How many bytes of values are read in all to see whether they cover an update.
  private static let mostGaps = 1 << 30
  private var gapBytes = 0

  /// A file may name one signature, or ranges of its bytes, any number of times: no more than this is looked at.
  private static let mostSignatures = 1000

  /// The signatures as the newest revision has them, 1,000 at most, in the order of the form's fields, with what they cover. What they
  /// cover may say something else of them.
  ///
  /// - Complexity: O(fields).
  package private(set) lazy var signatures: [(record: SignatureRecord, coverage: Coverage)] = {
    let records = SignatureReader(graph: graph).records(catalog: graph.catalog).prefix(Self.mostSignatures)
    // Many fields may name one value.
    var known: [Int: Coverage] = [:]
    return records.map { record in
      if let object = record.object, let coverage = known[object] { return (record, coverage) }
      let coverage = coverage(record.byteRange, record.contents)
      if let object = record.object { known[object] = coverage }
      return (record, coverage)
    }
  }()

  /// The same signatures as what they cover has them, and what was changed after them.
  ///
  /// - Complexity: O(fields) for each revision that is signed; if there are updates after the first of them, O(objects of the
  ///   document) and O(objects that were written since).
  package func findings() -> Findings {
    let (records, covered) = (signatures.map(\.record), signatures.map(\.coverage))
    do {
      guard source.size == source.bytes.pointer.count else {
        throw PDFError(.damaged, "the file is damaged, and was repaired to be read")
      }
      return try findings(records, covered, FileRevisions(source.bytes.pointer))
    } catch {
      let reason = (error as? XrefChain.Unusable)?.reason ?? (error as? PDFError)?.message
      return unjudged(
        records, covered,
        "what was changed cannot be told: "
          + (reason ?? "the file's cross-reference sections are not as they should be"))
    }
  }

  private func unjudged(_ records: [SignatureRecord], _ covered: [Coverage], _ reason: String) -> Findings {
    let signatures = zip(records, covered).map { record, coverage in
      let isEnd = coverage.end.map { isBlank(from: $0, to: length) } ?? true
      return Signature(
        record: record, coverage: coverage, firstLater: 0,
        problem: isEnd ? nil : .init(.other, remark: reason))
    }
    return Findings(signatures: signatures, revisions: [])
  }

  private func findings(
    _ records: [SignatureRecord], _ covered: [Coverage], _ revisions: FileRevisions
  ) throws -> Findings {
    let ends = covered.map { $0.end.flatMap { end(of: $0, revisions) } }
    let whole = revisions.ends.last.flatMap { isBlank(from: $0, to: length) ? $0 : nil } ?? length
    var analysis = try ModificationAnalysis(
      source.bytes, revisions, after: ends.compactMap(\.self).min() ?? whole, password: source.password)
    var found: [LaterChanges] = []
    var signatures = zip(records, covered).map { record, coverage in
      Signature(
        record: record, coverage: coverage, firstLater: 0, problem: coverage.end == nil ? nil : Self.amid)
    }
    let (view, objects) = (analysis.view, analysis.objects)
    /// What signatures say that cover all up to an end.
    func take(_ end: Int) {
      let indices = ends.indices.filter { ends[$0] == end }
      guard !indices.isEmpty else { return }
      let known = SignatureReader(graph: view).records(catalog: view.catalog)
      for index in indices {
        signatures[index] = signature(records[index], covered[index], known, view, objects, found.count)
      }
    }
    take(ends.compactMap(\.self).min() ?? whole)
    try analysis.run(covers: { [self] value, update in
      gap(of: value, covering: update, view)
    }) { revision in
      found.append(LaterChanges(revision.changes, isComplete: revision.isComplete))
      take(revision.bytes.upperBound)
    }
    if !isBlank(from: analysis.end, to: length) {
      found.append(
        LaterChanges([
          .init(.other, remark: "there is something behind the last update that is no part of it")
        ]))
    }
    return Findings(signatures: signatures, revisions: found)
  }

  private static var amid: LaterChanges.Change {
    .init(.other, remark: "it covers only a part of the revision that it is in")
  }

  /// The signature as the revision that it covers has it: what came later may say anything of it.
  private func signature(
    _ record: SignatureRecord, _ coverage: Coverage, _ known: [SignatureRecord], _ view: RevisionView,
    _ objects: RevisionObjects, _ firstLater: Int
  ) -> Signature {
    guard case .bytes(let before, let behind, _) = coverage else {
      return Signature(record: record, coverage: coverage, firstLater: firstLater, problem: nil)
    }
    let gap = before.upperBound..<behind.lowerBound
    let own = known.first { candidate in
      guard candidate.object == record.object, candidate.byteRange == record.byteRange,
        let extent = candidate.object.flatMap(objects.extent)
      else { return false }
      return extent.lowerBound < gap.lowerBound && gap.upperBound < extent.upperBound
    }
    guard let own else {
      return Signature(
        record: record,
        coverage: .invalid(
          known.isEmpty && !view.unreadable.isEmpty
            ? "what it covers has objects that cannot be read"
            : "what is between the bytes that it covers belongs to another object"),
        firstLater: firstLater, problem: nil)
    }
    return Signature(record: own, coverage: coverage, firstLater: firstLater, problem: nil)
  }

  /// Whether there is nothing but white space and comments between two positions, which a file may give in any order.
  private func isBlank(from start: Int, to end: Int) -> Bool {
    start <= end && ByteAccounting.isBlank(start..<end, in: source.bytes.pointer)
  }

  /// The end of a revision that is covered up to a position, but for white space and comments.
  private func end(of position: Int, _ revisions: FileRevisions) -> Int? {
    func isShortBlank(_ start: Int, _ end: Int) -> Bool {
      end - start <= Self.mostBlank && isBlank(from: start, to: end)
    }
    if position == length, revisions.ends.last.map({ isShortBlank($0, position) }) != true {
      return length
    }
    if let next = revisions.ends.first(where: { $0 >= position }), isShortBlank(position, next) {
      return next
    }
    if let last = revisions.ends.last(where: { $0 <= position }), isShortBlank(last, position) { return last }
    return nil
  }

  /// Where the gap of a signature begins that is in an update, and covers it and all before it.
  func gap(of value: PDFDictionary, covering update: Range<Int>, _ view: RevisionView) -> Int? {
    let range = (view.resolve(value["ByteRange"]).array ?? []).map { view.resolve($0).integer ?? -1 }
    if range.count == 4, range[1] >= 0, range[2] > range[1], range[2] <= length {
      gapBytes += range[2] - range[1]
    }
    guard gapBytes < Self.mostGaps,
      case .bytes(let before, let behind, _) = coverage(range, view.resolve(value["Contents"]).string ?? []),
      before.upperBound > update.lowerBound, behind.upperBound <= update.upperBound,
      isBlank(from: behind.upperBound, to: update.upperBound)
    else { return nil }
    return before.upperBound
  }
}

extension SignedFile.Coverage {
  /// Up to where the file is covered; `nil` if it is not as it should be.
  package var end: Int? { if case .bytes(_, let behind, _) = self { behind.upperBound } else { nil } }
}

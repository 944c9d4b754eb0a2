/// Where a file was appended to: it begins with each of the states that it had (ISO 32000-2, 7.5.6).
///
/// They are counted by the chain of cross-reference sections, not by `%%EOF`: a linearized file has two of those and was saved
/// once.
struct FileRevisions {
  let chain: XrefChain
  /// The sections, newest first.
  let sections: [XrefChain.Section]
  /// The end of each revision whose end is marked, oldest first: behind the `%%EOF` after the `startxref` that leads to its
  /// newest section.
  let ends: [Int]
  private let bytes: UnsafeRawBufferPointer

  /// What one save appended.
  struct Update {
    let bytes: Range<Int>
    /// Newest first.
    let sections: [XrefChain.Section]
  }

  /// - Throws: ``XrefChain/Unusable``; ``XrefSection/Malformed`` if a section is not plainly right.
  /// - Complexity: O(revisions), and O(bytes behind the oldest section): all of the file if it is linearized.
  init(_ bytes: UnsafeRawBufferPointer) throws {
    chain = try XrefChain(bytes)
    guard let sections = chain.sections else { throw XrefSection.Malformed() }
    (self.bytes, self.sections) = (bytes, sections)
    ends = Self.ends(of: chain, sections, bytes)
  }

  private static func ends(
    of chain: XrefChain, _ sections: [XrefChain.Section], _ bytes: UnsafeRawBufferPointer
  ) -> [Int] {
    let places = sections.map { chain.headerOffset + $0.start }
    guard var position = places.min() else { return [] }
    var marks: [Int: [Range<Int>]] = [:]
    while let word = ByteSearch.first("startxref", in: bytes, from: position) {
      position = word.upperBound
      var parser = PDFParser(bytes, at: position)
      if let start = parser.integer() { marks[start, default: []].append(word.lowerBound..<parser.position) }
    }
    let newest = Set(chain.starts)
    var ends: Set<Int> = []
    for (index, section) in sections.enumerated() where newest.contains(section.start) {
      guard let found = marks[section.start]?.first(where: { $0.lowerBound > places[index] }),
        let end = end(behind: found.upperBound, bytes)
      else { continue }
      // What is still to come belongs to a later save.
      let limit = index > 0 && places[index - 1] > places[index] ? places[index - 1] : bytes.count
      if end <= limit { ends.insert(end) }
    }
    return ends.sorted()
  }

  /// The end of the line of `%%EOF`, which comes soon.
  private static func end(behind position: Int, _ bytes: UnsafeRawBufferPointer) -> Int? {
    let near = UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, position + 1024)])
    guard var end = ByteSearch.first("%%EOF", in: near, from: position)?.upperBound else { return nil }
    if end < bytes.count, bytes[end] == 13 { end += 1 }
    if end < bytes.count, bytes[end] == 10 { end += 1 }
    return end
  }

  /// How long the file was after each save, oldest first. What follows the newest section belongs to it.
  var lengths: [Int] {
    let older = ends.filter { $0 < bytes.count }
    let isLastMarked = ends.last == bytes.count
    return (isLastMarked ? older : Array(older.dropLast())) + [bytes.count]
  }

  // MARK: - Updates

  /// How the file goes on after one of its ends.
  struct Continuation {
    /// The sections of what was there, newest first.
    let older: [XrefChain.Section]
    /// What was appended, oldest first.
    let updates: [Update]
    /// Whether the updates lead to the sections of what was there: if not, the first one stands for all objects.
    let isContinued: Bool
  }

  /// The updates behind an end, or in all if it is none of ``ends``.
  ///
  /// - Throws: ``XrefSection/Malformed`` if the sections do not stand in the order in which updates are appended;
  ///   ``XrefChain/Unusable`` if what was there is no document of its own.
  func continuation(after end: Int) throws -> Continuation {
    let places = sections.map { chain.headerOffset + $0.start }
    let later = places.prefix { $0 >= end }.count
    let first = try XrefChain(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
    guard let own = first.sections else { throw XrefSection.Malformed() }
    let isContinued = later < sections.count && sections[later].start == first.start
    guard zip(places.prefix(later), places.dropFirst().prefix(max(0, later - 1))).allSatisfy({ $0 > $1 }),
      places[later...].allSatisfy({ $0 < end }), later > 0 || isContinued
    else { throw XrefSection.Malformed() }
    var updates: [Update] = []
    var (start, next) = (end, later)
    for boundary in ends where boundary > end {
      var count = 0
      while next - count > 0, places[next - count - 1] < boundary { count += 1 }
      guard count > 0 else { continue }
      updates.append(Update(bytes: start..<boundary, sections: Array(sections[next - count..<next])))
      (start, next) = (boundary, next - count)
    }
    if next > 0 {
      updates.append(Update(bytes: start..<bytes.count, sections: Array(sections[..<next])))
    }
    if !isContinued, let last = updates.last {
      // Nothing of the older sections counts any more: one step leads from all of these to all of those.
      updates = [Update(bytes: end..<last.bytes.upperBound, sections: sections)]
    }
    return Continuation(older: own, updates: updates, isContinued: isContinued)
  }
}

import PostilModel

/// What differs between two revisions of a file: whose objects, and whether values mean the same although they are written
/// differently.
struct RevisionDifference {
  let before: RevisionView
  let after: RevisionView
  /// How many values were compared, and kilobytes of streams: shared objects may make a small file endless.
  private(set) var work = 0
  private static let mostWork = 200_000

  init(_ before: RevisionView, _ after: RevisionView) { (self.before, self.after) = (before, after) }

  /// The keys of which two dictionaries have values that do not mean the same.
  mutating func keys(_ old: PDFDictionary, _ new: PDFDictionary) -> [PDFName] {
    let keys = old.entries.map(\.key) + new.entries.map(\.key).filter { old[$0] == nil }
    return keys.filter { !isSame(old[$0], new[$0]) }
  }

  /// Whether two values mean the same: numbers of one value, strings and names of the same bytes, and what references lead to,
  /// where they are not the same references. Of the same reference what it leads to is not looked at.
  mutating func isSame(_ old: PDFObject?, _ new: PDFObject?, depth: Int = 0) -> Bool {
    work += 1
    guard work < Self.mostWork, depth < 24 else { return false }
    if let one = old?.reference, let other = new?.reference, one.number == other.number {
      return one.generation == other.generation
    }
    switch (before.resolve(old), after.resolve(new)) {
    case (.integer(let old), .integer(let new)): return old == new
    case (.array(let old), .array(let new)):
      guard old.count == new.count else { return false }
      return zip(old, new).allSatisfy { isSame($0, $1, depth: depth + 1) }
    case (.dictionary(let old), .dictionary(let new)): return isSame(old, new, depth)
    case (.stream(let oldEntries, _), .stream(let newEntries, _)):
      guard let old = old?.reference, let new = new?.reference else { return false }
      return isSameStream(old.number, oldEntries, new.number, newEntries, depth)
    case (let old, let new):
      if let one = old.number, let other = new.number { return one == other }
      return old == new
    }
  }

  private mutating func isSame(_ old: PDFDictionary, _ new: PDFDictionary, _ depth: Int) -> Bool {
    guard old.entries.count == new.entries.count else { return false }
    return old.entries.allSatisfy { isSame($0.value, new[$0.key], depth: depth + 1) }
  }

  private mutating func isSameStream(
    _ old: Int, _ oldEntries: PDFDictionary, _ new: Int, _ newEntries: PDFDictionary, _ depth: Int
  ) -> Bool {
    var (one, other) = (oldEntries, newEntries)
    // The data say how long they are; an object that says it has a role of its own.
    (one["Length"], other["Length"]) = (nil, nil)
    guard isSame(one, other, depth), let data = try? before.streamData(old) else { return false }
    // Of one number they are what the update wrote; of two, anything that there is.
    if old != new { work += data.count >> 10 }
    return (try? after.streamData(new)) == data
  }

  /// Whether an object means the same as before.
  mutating func isSame(_ number: Int) -> Bool {
    guard before.generation(of: number) == after.generation(of: number) else { return false }
    switch (before.object(number), after.object(number)) {
    case (.stream(let old, _), .stream(let new, _)): return isSameStream(number, old, number, new, 0)
    case (let old, let new): return old == new || isSame(old, new)
    }
  }
}

/// Looking for words in bytes.
enum ByteSearch {
  /// Where a word comes first from a position on.
  static func first(_ word: String, in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Range<Int>? {
    let word = Array(word.utf8)
    guard let initial = word.first else { return nil }
    for position in stride(from: start, through: bytes.count - word.count, by: 1)
    where bytes[position] == initial && bytes[position..<position + word.count].elementsEqual(word) {
      return position..<position + word.count
    }
    return nil
  }

  /// How often a word occurs, counting up to a limit; not where it overlaps itself.
  static func count(_ word: String, in bytes: UnsafeRawBufferPointer, limit: Int) -> Int {
    var (found, position) = (0, 0)
    while found < limit, let place = first(word, in: bytes, from: position) {
      found += 1
      position = place.upperBound
    }
    return found
  }
}

import Foundation

/// Looking for words in bytes.
enum ByteSearch {
  /// Where a word comes first from a position on.
  static func first(_ word: String, in bytes: UnsafeRawBufferPointer, from start: Int = 0) -> Range<Int>? {
    let word = Array(word.utf8)
    guard let initial = word.first, let base = bytes.baseAddress else { return nil }
    var position = max(start, 0)
    while position <= bytes.count - word.count,
      let found = memchr(base + position, Int32(initial), bytes.count - word.count - position + 1)
    {
      position = UnsafeRawPointer(found) - base
      if memcmp(found, word, word.count) == 0 { return position..<position + word.count }
      position += 1
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

  /// Whether a name that begins with one of these words occurs, without its slash.
  static func containsName(_ words: [StaticString], in bytes: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    var position = 0
    while position < bytes.count,
      let slash = memchr(base + position, Int32(UInt8(ascii: "/")), bytes.count - position)
    {
      position = UnsafeRawPointer(slash) - base + 1
      for word in words where bytes.count - position >= word.utf8CodeUnitCount {
        if memcmp(base + position, word.utf8Start, word.utf8CodeUnitCount) == 0 { return true }
      }
    }
    return false
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// Whether they are the same bytes, compared at the speed of memory, which `elementsEqual` does not reach.
  func hasSameBytes(as other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    let mine = UnsafeRawBufferPointer(rebasing: self)
    return other.withUnsafeBytes { other in
      guard let a = mine.baseAddress, let b = other.baseAddress else { return true }
      return memcmp(a, b, mine.count) == 0
    }
  }
}

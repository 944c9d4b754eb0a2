/// Looking for words in bytes.
enum ByteSearch {
  /// How often a word occurs, counting up to a limit.
  static func count(_ word: String, in bytes: UnsafeRawBufferPointer, limit: Int) -> Int {
    let word = Array(word.utf8)
    var (found, position) = (0, 0)
    while position + word.count <= bytes.count, found < limit {
      if bytes[position] == word[0], bytes[position..<position + word.count].elementsEqual(word) {
        found += 1
      }
      position += 1
    }
    return found
  }
}

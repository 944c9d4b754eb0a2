/// What a journal of edits notes of objects in a file that was written anew: edits name them as they were when the file was opened.
package struct ObjectNumbering: Sendable, Hashable, Codable {
  /// How often the file was written anew since it was opened.
  package var rewrites: Int
  /// Numbers when the file was opened, each with that of now after it; `nil` if all are the same.
  package var numbers: [Int]?

  /// How often, as far as it can be.
  var usableRewrites: Int { min(max(rewrites, 0), 1 << 31) }

  /// The numbers, as far as they can be any.
  var pairs: [(opened: Int, now: Int)] {
    let numbers = numbers ?? []
    let usable = 1...Int(Int32.max)
    return stride(from: 0, to: numbers.count - 1, by: 2).compactMap { index in
      let pair = (opened: numbers[index], now: numbers[index + 1])
      return usable.contains(pair.opened) && usable.contains(pair.now) ? pair : nil
    }
  }
}

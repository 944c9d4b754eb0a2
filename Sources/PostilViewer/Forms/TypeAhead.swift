import Foundation

/// Finds an option by its first letters, which are typed one after the other.
///
/// Letters that come within ``pause`` go on with the word, others begin another one. Case and marks do not count. One letter
/// typed again and again goes through the options that begin with it.
struct TypeAhead: Sendable {
  /// The longest time between two letters of a word, in seconds.
  static let pause = 1.0

  private var typed = ""
  private var lastTime = -Double.infinity

  /// Adds what is typed.
  ///
  /// - Parameters:
  ///   - text: A character. A space counts only where it goes on with a word that an option begins with.
  ///   - time: When, in seconds.
  ///   - labels: The texts of the options.
  ///   - current: The index of the option from which the search goes on; `nil` for the first.
  /// - Returns: The index of the option that begins with what was typed; `nil` if none does.
  /// - Complexity: O(options).
  mutating func type(_ text: String, at time: Double, in labels: [String], from current: Int?) -> Int? {
    let isNew = !(time - lastTime <= Self.pause)
    let word = isNew ? text : typed + text
    if text == " " {
      guard !isNew, let found = Self.option(word, in: labels, from: current ?? 0) else { return nil }
      (typed, lastTime) = (word, time)
      return found
    }
    (typed, lastTime) = (word, time)
    let next = current.map { $0 + 1 } ?? 0
    if isNew { return Self.option(text, in: labels, from: next) }
    if let found = Self.option(word, in: labels, from: current ?? 0) { return found }
    // The same letter again.
    guard word.allSatisfy({ String($0) == text }) else { return nil }
    return Self.option(text, in: labels, from: next)
  }

  /// Begins another word.
  mutating func forget() { (typed, lastTime) = ("", -.infinity) }

  /// The first option that begins with a text, from an index on and then from the start.
  private static func option(_ text: String, in labels: [String], from start: Int) -> Int? {
    let start = labels.indices.contains(start) ? start : 0
    return (Array(start..<labels.count) + Array(0..<start)).first { index in
      labels[index].range(of: text, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
    }
  }
}

import Foundation
import Synchronization

/// Prints the steps and how long each took.
final class StepLog: Sendable {
  private let count = Mutex(0)

  /// Runs a step, then prints its text and duration.
  func step<Result>(_ work: () async throws -> (text: String, result: Result)) async rethrows -> Result {
    let start = ContinuousClock.now
    let (text, result) = try await work()
    report(text, ContinuousClock.now - start)
    return result
  }

  /// Runs a step that has no result but the text.
  func step(_ work: () async throws -> String) async rethrows {
    try await step { (try await work(), ()) }
  }

  private func report(_ text: String, _ duration: Duration) {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let lines = text.split(separator: "\n").map(String.init)
    for (index, line) in lines.enumerated() {
      let mark = index == 0 ? Self.left(String(number), 3) + "  " : "     "
      print(index == 0 ? mark + Self.right(line, 88) + Self.left(Self.text(duration), 10) : mark + line)
    }
  }

  private static func text(_ duration: Duration) -> String {
    let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    return seconds < 10 ? String(format: "%.1f ms", seconds * 1000) : String(format: "%.1f s", seconds)
  }

  private static func left(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func right(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}

/// A number with its thousands set apart: 1,234,567.
func grouped(_ number: Int) -> String {
  var groups: [String] = []
  var rest = String(number.magnitude)[...]
  while !rest.isEmpty {
    groups.append(String(rest.suffix(3)))
    rest = rest.dropLast(3)
  }
  return (number < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
}

/// A number and a noun: "1 page", "3 pages".
func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}

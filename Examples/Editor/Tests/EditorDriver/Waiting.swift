import Foundation

/// That something did not come about in time.
package struct TimeOut: Error, CustomStringConvertible {
  package let description: String
}

/// Waits until a condition holds.
///
/// - Parameters:
///   - what: What is waited for, for whoever reads that it did not come.
///   - seconds: How long at most: generous, since slow machines are no failure.
package func wait(
  for what: String, seconds: Double = 300, until condition: () throws -> Bool
) throws {
  let end = ProcessInfo.processInfo.systemUptime + seconds
  while try !condition() {
    guard ProcessInfo.processInfo.systemUptime < end else {
      throw TimeOut(description: "There was no \(what) within \(Int(seconds)) seconds.")
    }
    Thread.sleep(forTimeInterval: 0.02)
  }
}

import Foundation

/// Programs that this package did not make: a hand on the mouse, and judges of what was saved.
package enum Programs {
  /// That a program is missing or failed.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
  }

  /// Whether a program can be found.
  package static func has(_ name: String) -> Bool { path(of: name) != nil }

  private static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program to its end, and returns what it wrote to its output.
  ///
  /// - Parameter accepted: The exit statuses that are no failure.
  @discardableResult
  package static func run(_ name: String, _ arguments: [String], accepted: [Int32] = [0]) throws -> Data {
    guard let path = path(of: name) else { throw Failure("There is no \(name).") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let (output, errors) = (Pipe(), FileManager.default.temporaryDirectory.appending(path: UUID().uuidString))
    try Data().write(to: errors)
    defer { try? FileManager.default.removeItem(at: errors) }
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard accepted.contains(process.terminationStatus) else {
      let words = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
      let command = ([name] + arguments).joined(separator: " ")
      throw Failure("\(command): status \(process.terminationStatus): \(words)")
    }
    return data
  }

  /// The same, as text.
  package static func text(_ name: String, _ arguments: String...) throws -> String {
    String(decoding: try run(name, arguments), as: UTF8.self)
  }
}

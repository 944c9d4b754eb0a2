import Foundation

/// Programs that we did not write, to judge files by.
package enum Tool {
  /// What `qpdf --check` says: its exit status (0, or 3 with warnings) and its words.
  package static func qpdfCheck(_ file: URL, password: String = "") throws -> (status: Int32, output: String)
  {
    try run("qpdf", ["--check", "--password=\(password)", file.path])
  }

  package static func run(_ name: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}

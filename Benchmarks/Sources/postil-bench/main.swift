import Foundation

/// Runs one case once, in a process of its own, and prints a line of JSON with what it measured.
do {
  let arguments = Array(CommandLine.arguments.dropFirst())
  guard let name = arguments.first, let measure = Cases.all[name] else {
    throw Usage(cases: Cases.all.keys.sorted())
  }
  let file = arguments.dropFirst().first.map { URL(fileURLWithPath: $0) }
  let figures = try measure(file)
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys]
  print(String(decoding: try encoder.encode(figures), as: UTF8.self))
} catch {
  FileHandle.standardError.write(Data("postil-bench: \(error)\n".utf8))
  exit(error is Usage ? 2 : 1)
}

struct Usage: Error, CustomStringConvertible {
  let cases: [String]
  var description: String {
    "usage: postil-bench CASE [FILE], where CASE is one of \(cases.joined(separator: ", "))"
  }
}

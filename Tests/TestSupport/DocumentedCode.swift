import Foundation

/// The code on a page of the documentation, and whether it stands in sources that are compiled.
package enum DocumentedCode {
  private static var root: URL {
    (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Lines without what indents them: code stands deeper in a function than on a page.
  private static func lines(_ code: some StringProtocol) -> [String] {
    code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && $0 != "import Postil" }
      .map { $0.replacingOccurrences(of: "static func", with: "func") }
  }

  /// The blocks of Swift on a page, each with whether it stands in one of the sources.
  package static func blocks(
    on page: String, in sources: [String]
  ) throws -> [(code: String, isCompiled: Bool)] {
    let compiled = try sources.flatMap { try lines(text($0)) }
    return try text(page).components(separatedBy: "```swift\n").dropFirst().map { block in
      let code = block.components(separatedBy: "```")[0]
      // Blank lines between declarations of a block do not matter, but their order does.
      let wanted = lines(code)
      return (code, compiled.indices.contains { compiled[$0...].starts(with: wanted) })
    }
  }
}

import Foundation
import PostilTestSupport
import Testing

@Suite struct PDFKitArticleTests {
  private static var root: URL {
    (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
  }

  private static let page = "Documentation/Postil.docc/ComingFromPDFKit.md"

  @Test func theCodeOfTheArticleIsCompiled() throws {
    let blocks = try DocumentedCode.blocks(
      on: Self.page, in: ["Tests/PDFKitTests/Documentation/PDFKitSnippets.swift"])
    #expect(blocks.count == 1)
    for block in blocks { #expect(block.isCompiled, "\(block.code)") }
  }

  /// What the tables say is in the module is declared there, and what they say is not is not.
  @Test func theTablesSayWhatTheModuleHas() throws {
    let sources = try FileManager.default.subpathsOfDirectory(atPath: Self.root.path + "/Sources/PDFKit")
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOfFile: "\(Self.root.path)/Sources/PDFKit/\($0)", encoding: .utf8) }
    let declared = try Regex(#"\b(?:func|var|let|class|struct|enum|case|protocol) (\w+)"#)
    let names = Set(
      sources.flatMap { $0.matches(of: declared).compactMap { $0.output[1].substring.map(String.init) } })
    let article = try String(contentsOf: Self.root.appendingPathComponent(Self.page), encoding: .utf8)
    var counts = (present: 0, absent: 0)
    for line in article.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 3 else { continue }
      for call in cells[0].split(separator: "`", omittingEmptySubsequences: false).enumerated().filter({
        $0.offset % 2 == 1
      }) {
        let name = String(call.element.prefix { $0.isLetter })
        guard name != "init", name != "draw", name != "transform" else { continue }
        let isLeftOut = cells[2] == "no" || cells[2].hasPrefix("kept, as")
        #expect(names.contains(name) != isLeftOut, "\(call.element)")
        if isLeftOut { counts.absent += 1 } else { counts.present += 1 }
      }
    }
    #expect(counts.present > 100 && counts.absent > 10)
  }
}

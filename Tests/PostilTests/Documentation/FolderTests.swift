import Foundation
import Testing

/// Folders of a target do not use each other in circles, as Documentation/Architecture.md says.
@Suite struct FolderTests {
  private static var sources: URL {
    (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
      .appending(path: "Sources")
  }

  /// The folders of targets in the order of their pages in Documentation/Architecture: each uses only those before it.
  private static let orders = [
    "PostilFile": [
      "Options", "Objects", "Encryption", "Filters", "QPDF", "Reading", "Pages", "Content", "Painting",
      "Annotations",
      "Forms", "Catalog",
      "Signatures", "Structure", "Conformity", "Writing", "Composing", "Rendering", "Store", "Text",
      "Resources",
      "SavePlan", "Saving",
      "Redaction",
      "Journal",
    ],
    "Postil": [
      "Concurrency", "Caching", "Engines", "Journal", "Document", "Editing", "Pages", "Forms", "Saving",
      "Recovery", "Revisions",
      "Text", "Rendering", "Resources", "Redaction", "Comparison", "Exchange",
    ],
    "PostilViewer": [
      ".", "Grid", "Scrubbing", "Viewing", "Pointing", "Palette", "Storage", "Messages", "Document",
      "Showing",
      "Drawing", "Selecting", "Forms", "Accessibility", "Comments", "Outline", "Layers", "Search",
      "Comparing",
      "Redacting",
      "Session",
    ],
  ]

  /// Which folders use types that others declare at their top level, with the types.
  private static func uses(in target: String) throws -> [String: [String: Set<String>]] {
    let root = sources.appending(path: target)
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    let texts = try names.filter { $0.hasSuffix(".swift") }.map { name in
      let text = try String(contentsOf: root.appending(path: name), encoding: .utf8)
      let folder = name.contains("/") ? String(name.prefix { $0 != "/" }) : "."
      return (folder, text.replacing(/\/\/[^\n]*/, with: "").replacing(/"[^"\n]*"/, with: ""))
    }
    #expect(texts.count > 5, "\(target)")
    var owners: [Substring: String] = [:]
    let modifiers = "(?:(?:public|package|internal|open|final|indirect|nonisolated|@[A-Za-z]+)\\s+)*"
    let declaration = try Regex<(Substring, Substring)>(
      "(?m)^\(modifiers)(?:struct|class|enum|protocol|actor|typealias)\\s+([A-Z][A-Za-z0-9_]*)")
    for (folder, text) in texts { for match in text.matches(of: declaration) { owners[match.1] = folder } }
    var uses: [String: [String: Set<String>]] = [:]
    for (folder, text) in texts {
      for match in text.matches(of: /(?:^|[^A-Za-z0-9_.])([A-Z][A-Za-z0-9_]*)/) {
        guard let owner = owners[match.1], owner != folder else { continue }
        uses[folder, default: [:]][owner, default: []].insert(String(match.1))
      }
    }
    return uses
  }

  @Test(arguments: [
    "PostilModel", "PostilFile", "PostilRender", "PostilRenderServer", "PostilPoppler", "PostilExchange",
    "PostilCommand",
    "PostilSystem", "PostilSignatures", "PostilGraphics", "PostilLayout", "Postil", "PostilViewer",
    "PostilTools", "PDFKit",
  ])
  func foldersDoNotUseEachOther(target: String) throws {
    let uses = try Self.uses(in: target)
    for (folder, others) in uses {
      for (other, types) in others where folder < other {
        let back = uses[other]?[folder] ?? []
        #expect(back.isEmpty, "\(folder) uses \(types.sorted()), \(other) uses \(back.sorted())")
      }
    }
  }

  @Test(arguments: ["PostilFile", "Postil", "PostilViewer"]) func foldersStandInOrder(target: String) throws {
    let order = try #require(Self.orders[target])
    for (folder, others) in try Self.uses(in: target) {
      let place = try #require(order.firstIndex(of: folder), "\(folder) is not in the order")
      for (other, types) in others {
        #expect(order[..<place].contains(other), "\(folder) uses \(types.sorted()) of \(other)")
      }
    }
  }
}

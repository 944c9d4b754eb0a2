import Foundation
import Postil
import PostilTestSupport
import Testing

@Suite struct DocumentationTests {
  private static let pages = [
    "README.md", "Documentation/Postil.docc/GettingStarted.md", "Documentation/Postil.docc/Saving.md",
    "Documentation/Postil.docc/WritingADrawingTool.md", "Documentation/Postil.docc/ShowingPages.md",
    "Documentation/Postil.docc/TextAndSearch.md",
  ]

  private static var root: URL {
    (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
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

  @Test(arguments: pages)
  func codeOnAPageIsCodeThatCompiles(page: String) throws {
    let folder = "Tests/PostilTests/Documentation/"
    let compiled = try ["Snippets.swift", "Snippets+Text.swift", "ArrowTool.swift", "HighlighterTool.swift"]
      .flatMap {
        try Self.lines(Self.text(folder + $0))
      }
    let blocks = try Self.text(page).components(separatedBy: "```swift\n").dropFirst()
    #expect(!blocks.isEmpty)
    for block in blocks {
      let wanted = Self.lines(block.components(separatedBy: "```")[0])
      #expect(compiled.indices.contains { compiled[$0...].starts(with: wanted) }, "\(wanted)")
    }
  }

  @Test func theCodeDoesWhatThePagesSay() async throws {
    let folder = try TemporaryFolder()
    var sample = SampleDocument()
    sample.pageCount = 4
    sample.mediaBox = "[0 0 595 842]"
    let url = try folder.file("sample.pdf", sample.data)
    try Snippets.readme(url)
    #expect(try PDFDocument(url: url).page(at: 0).annotations.count == 5)

    let document = try Snippets.gettingStarted(url)
    let page = try document.page(at: 1)
    #expect(try Data(contentsOf: url).starts(with: sample.data))
    try HighlighterTool.highlight(document, page)
    #expect(try Snippets.saveByAppending(document).strategy == .append)
    #expect(try Snippets.saveInPlace(document).strategy == .nothing)
    #expect(Snippets.save(document).hasPrefix("Saved"))
    try await Snippets.show(document, page, folder.url.appendingPathComponent("page.png"))
    #expect(try Snippets.inMemory(url).pageCount == 4)
    #expect(try await Snippets.draw(document, page) == 1200)
    let renderer = PageRenderer(document, options: .forTests)
    await Snippets.show(page.id, in: ViewRect(x: 0, y: 0, width: 99, height: 99), scale: 1, with: renderer)
    await Snippets.listThumbnails(page, renderer)

    try await Snippets.text(document, page)
    let copy = folder.url.appendingPathComponent("copy.pdf")
    #expect(try Snippets.saveElsewhere(document, copy) == Data(contentsOf: copy))
    try Snippets.changeEncryption(document)
    #expect(try Snippets.open(copy, askForPassword: { "open" }).isEncrypted)
  }

  @Test func theHighlighterKeepsItsHeight() {
    var tool = HighlighterTool()
    #expect(tool.begin(at: PagePoint(x: 10, y: 100)).isEmpty && tool.isDrawing)
    let box = tool.move(to: PagePoint(x: 60, y: 140))
    #expect(box == PageRect(x: 3, y: 93, width: 64, height: 14))
    let picture = tool.draw()
    let changes = tool.finish()
    guard case .add(let band, at: nil)? = changes.first else { return #expect(changes.count == 1) }
    #expect(band.bounds == box && band.appearance == picture)
    #expect(!tool.isDrawing && tool.finish().isEmpty)
  }
}

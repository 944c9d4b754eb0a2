import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilSnippets

@Suite struct DocumentationTests {
  private static let pages = [
    "README.md", "Documentation/Postil.docc/GettingStarted.md", "Documentation/Postil.docc/Saving.md",
    "Documentation/Postil.docc/WritingADrawingTool.md", "Documentation/Postil.docc/ShowingPages.md",
    "Documentation/Postil.docc/FindingAndChangingAnnotations.md",
    "Documentation/Postil.docc/TextAndSearch.md", "Documentation/Postil.docc/Concurrency.md",
    "Documentation/Postil.docc/ArrangingPages.md", "Documentation/Postil.docc/OutlineLabelsAndAttachments.md",
    "Documentation/Postil.docc/ExchangingAnnotations.md",
    "Documentation/Postil.docc/FillingInForms.md", "Documentation/Postil.docc/Redacting.md",
    "Documentation/Postil.docc/MakingDocuments.md",
  ]

  @Test(arguments: pages)
  func codeOnAPageIsCodeThatCompiles(page: String) throws {
    let folder = "Tests/Snippets/"
    let sources = [
      "Snippets.swift", "Snippets+Text.swift", "Snippets+Concurrency.swift", "Snippets+Annotations.swift",
      "Snippets+Pages.swift",
      "Snippets+Exchange.swift", "Snippets+Forms.swift", "Snippets+Parts.swift",
      "Snippets+Redacting.swift", "Snippets+Layout.swift",
      "ArrowTool.swift", "HighlighterTool.swift",
    ]
    let blocks = try DocumentedCode.blocks(on: page, in: sources.map { folder + $0 })
    #expect(!blocks.isEmpty)
    for block in blocks { #expect(block.isCompiled, "\(block.code)") }
  }

  /// The page about kinds shows the code of one.
  @Test func theCodeOfAKindIsWhatItIs() throws {
    let kind = "Annotations/Kinds/EllipseContent.swift"
    let blocks = try DocumentedCode.blocks(
      on: "Documentation/Postil.docc/AddingAnAnnotationKind.md",
      in: ["Sources/PostilModel/\(kind)", "Sources/PostilFile/Annotations/Codecs/EllipseCodec.swift"])
    #expect(blocks.count == 4)
    for block in blocks { #expect(block.isCompiled, "\(block.code)") }
  }

  /// Each promise of the page about them names tests that there are.
  @Test func promisesNameTheirTests() throws {
    let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let page = try String(
      contentsOf: root.appending(path: "Documentation/Postil.docc/WhatYouCanRelyOn.md"), encoding: .utf8)
    let tests = root.appending(path: "Tests")
    let paths = FileManager.default.enumerator(atPath: tests.path)?.compactMap { $0 as? String } ?? []
    let sources = try paths.filter { $0.hasSuffix("Tests.swift") }.map {
      try String(contentsOf: tests.appending(path: $0), encoding: .utf8)
    }
    let names = page.matches(of: /`([A-Z][A-Za-z]+Tests)(?:\.([A-Za-z]+))?`/)
    #expect(names.count > 30)
    for name in names {
      let suites = sources.filter { $0.contains("struct \(name.1) ") }
      let hasTest = name.2.map { test in suites.contains { $0.contains("func \(test)(") } } ?? !suites.isEmpty
      #expect(hasTest, "\(name.0)")
    }
  }

  @Test func theCodeDoesWhatThePagesSay() async throws {
    let folder = try TemporaryFolder()
    var sample = SampleDocument()
    sample.pageCount = 4
    sample.mediaBox = "[0 0 595 842]"
    let url = try folder.file("sample.pdf", sample.data)
    try await Snippets.readme(url)
    #expect(try PDFDocument.openAndWait(url).page(at: 0).annotations.count == 5)

    let document = try await Snippets.gettingStarted(url)
    let page = try document.page(at: 1)
    #expect(try Data(contentsOf: url).starts(with: sample.data))
    try HighlighterTool.highlight(document, page)
    #expect(try await Snippets.saveByAppending(document).method == .append)
    #expect(try await Snippets.saveInPlace(document).method == .nothing)
    #expect(await Snippets.save(document).hasPrefix("Saved"))
    try await Snippets.show(document, page, folder.url.appendingPathComponent("page.png"))
    #expect(try await Snippets.inMemory(url).pageCount == 4)
    #expect(try await Snippets.draw(document, page) == 1200)
    let original = try PDFDocument.openAndWait(try folder.file("copy.pdf", sample.data))
    try await Snippets.exchange(document, original, folder.url)
    #expect(original.undoName == "Import Annotations")
    let renderer = PageRenderer(document, options: .forTests)
    await Snippets.show(page.id, in: ViewRect(x: 0, y: 0, width: 99, height: 99), scale: 1, with: renderer)
    await Snippets.listThumbnails(page, renderer)
    #expect(try await Snippets.tryAgain(page.id, renderer).width > 0)
    Snippets.tellIsolation(renderer)
    #expect(renderer.isolation?.limitsMemory == true)

    try await Snippets.text(document, page, folder.url.appendingPathComponent("copy.md"))
    #expect(try await Snippets.markAll("a", in: document) >= 0)
    try await Snippets.watch(document, page)
    let copy = folder.url.appendingPathComponent("copy.pdf")
    #expect(try await Snippets.saveElsewhere(document, copy) == Data(contentsOf: copy))
    try await Snippets.changeEncryption(document)
    #expect(try await Snippets.open(copy, askForPassword: { "open" }).isEncrypted)
  }

  @Test func partsAreChangedAsThePageSays() throws {
    let document = try PDFDocument(data: SampleDocument().data)
    try Snippets.outline(document, document.page(at: 2))
    #expect(try document.outline.items.map(\.label) == ["Last", "Chapter 1"])
    var long = SampleDocument()
    long.pageCount = 6
    let labelled = try PDFDocument(data: long.data)
    try Snippets.describe(labelled)
    #expect(labelled.pages.map(\.label) == ["i", "ii", "iii", "iv", "1", "2"])
    #expect(try labelled.information.title == "Annual report" && labelled.settings.language == "en-GB")
    try Snippets.attach(Data("a,b".utf8), to: document)
    #expect(try document.data(ofAttachment: "costs.csv") == Data("a,b".utf8))
  }

  @Test func pagesAreArrangedAsThePageSays() async throws {
    let folder = try TemporaryFolder()
    let (document, other) = (
      try PDFDocument(data: SampleDocument().data), try PDFDocument(data: SampleDocument().data)
    )
    try await Snippets.arrange(document, other)
    try await Snippets.resize(document, document.pageIDs[0])
    #expect(document.pageCount == 6)
    #expect(try await Snippets.paint(document, other).pageCount == 1)
    try await Snippets.outlineOfHeadings(document)
    try Snippets.outline(other, other.page(at: 2))
    try await Snippets.split(other, folder.url)
    #expect(try PDFDocument.openAndWait(folder.url.appending(path: "2.pdf")).pageCount > 0)
    let url = folder.url.appendingPathComponent("all.pdf")
    try await Snippets.bind([document, other, document], url)
    #expect(try await PDFDocument.open(url).pageCount == 16)
  }

  @Test func annotationsAreFoundChangedAndRemovedAsThePageSays() async throws {
    let document = try PDFDocument(data: SampleDocument().data)
    let page = document.pages[1]
    try Snippets.make(document, page)
    #expect(document.pages[1].annotations.count == 7)
    try await Snippets.find(document)
    let transform = page.transform()
    let middle = transform.viewPoint(PagePoint(x: 100, y: 600))
    #expect(Snippets.clicked(middle, scale: 1, on: document.pages[1])?.id == "room-kitchen")
    try Snippets.change(document, page)
    #expect(document.pages[1].annotation(named: "room-kitchen")?.contents == "Kitchen, 12 m²")
    #expect(document.pages[1].annotation(named: "room-kitchen")?.bounds.minX == 83)
    #expect(document.pages[1].annotation(named: "route-1")?.content.polyline?.end == .closedArrow)
    try await Snippets.links(document)
    try Snippets.remove(document, page)
    #expect(document.pages[1].annotations.isEmpty)
  }

  @Test func theHighlighterKeepsItsHeight() {
    var tool = HighlighterTool()
    #expect(tool.begin(at: PagePoint(x: 10, y: 100)).isEmpty && tool.isDrawing)
    let box = tool.move(to: PagePoint(x: 60, y: 140))
    #expect(box == PageRect(x: 3, y: 93, width: 64, height: 14))
    let picture = tool.draw()
    let changes = tool.finish()
    guard let band = changes.first?.annotation else { return #expect(changes.count == 1) }
    #expect(band.bounds == box && band.appearance == picture)
    #expect(!tool.isDrawing && tool.finish().isEmpty)
  }
}

import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilLayout

@Suite struct MarkdownTests {
  private func data(_ text: String, folder: URL? = nil, _ standards: Set<Conformance> = []) throws -> Data {
    try LayoutDocument(title: "A text", language: "en") { Markdown(text, imagesIn: folder, name: "text.md") }
      .dataAndWait(conformingTo: standards)
  }

  /// What a reader finds in the document that is made of a text.
  private func read(_ text: String, folder: URL? = nil) async throws -> DocumentStructure {
    try await PDFDocument(data: data(text, folder: folder)).structure()
  }

  private func message(_ text: String, folder: URL? = nil, _ standards: Set<Conformance> = []) -> String {
    do {
      _ = try data(text, folder: folder, standards)
      return ""
    } catch { return (error as? PDFError)?.message ?? "\(error)" }
  }

  @Test func whatIsReadIsWhatWasWritten() async throws {
    let text = """
      # One

      A paragraph of two lines, with a [link](https://example.com/a).

      ## Two

      - one
      - two

      1. first
      2. second

      | Name | Price |
      | --- | --- |
      | a | 1.50 |

      """
    let found = try await read(text).markdown
    #expect(found.trimmingCharacters(in: .newlines) == text.trimmingCharacters(in: .newlines))
  }

  @Test func codeIsTaggedAsSuch() async throws {
    var codes: [String] = []
    try await read("```swift\nlet x = 1\n  indented()\n```\n\n    more\n").forEach { element, _ in
      if element.role == "Code" { codes.append(element.text) }
    }
    #expect(codes.count == 2 && codes.first?.contains("indented()") == true && codes.last == "more")
  }

  @Test func looksAndBreaksAreKept() throws {
    let tree = try MarkdownTree(
      "*a* **b** ***c*** `d` ~~e~~ f  \ng<br>h <b>i</b><!-- no -->\nj", name: "", firstLine: 1)
    let converter = MarkdownConverter(
      tree.root, name: "text.md", line: 0, base: nil, folder: nil,
      LayoutSession(after: LayoutRecord(), [], isRightToLeft: false))
    let blocks = try tree.root.children.flatMap { try converter.blocks(of: $0) }
    let text = try #require(blocks.first as? Paragraph).text
    #expect(blocks.count == 1 && text.string == "a b c d e f\ng\nh <b>i</b> j")
    func looks(_ letter: String) -> Inline.Look? {
      text.spans.first { if case .text(letter) = $0.content { true } else { false } }?.look
    }
    #expect(looks("a")?.isItalic == true && looks("a")?.isBold == nil)
    #expect(looks("b")?.isBold == true && looks("c")?.isBold == true && looks("c")?.isItalic == true)
    #expect(looks("d")?.isCode == true && looks("e")?.isStruckThrough == true)
  }

  @Test func linksLeadToHeadingsAndAddresses() async throws {
    let text = """
      [a](#what-is-it) [b](#what-is-it-1) [c](#nowhere) [d](javascript:x) [e](<ä b.md>) <ann@example.com>

      # What *is* it?
      # What is it
      """
    let document = try PDFDocument(data: data(text))
    let page = try document.page(at: 0)
    let targets = page.annotations.compactMap(\.content.link?.target)
    #expect(
      targets == [
        .named("what-is-it"), .named("what-is-it-1"), .uri("%C3%A4%20b.md"), .uri("mailto:ann@example.com"),
      ])
    #expect(try document.namedDestinations.map(\.name).sorted() == ["what-is-it", "what-is-it-1"])
  }

  @Test func twoTextsMayHaveHeadingsOfOneName() throws {
    let document = LayoutDocument {
      Markdown("# A\n\n[A](#a)")
      Markdown("# A\n\n[A](#a)")
    }
    let made = try PDFDocument(data: document.dataAndWait())
    #expect(try made.namedDestinations.map(\.name).sorted() == ["a", "a-1"])
    #expect(try made.outline.items.map(\.label) == ["A", "A"])
  }

  @Test(arguments: [
    ("What *is* it?", "what-is-it"), ("A  b_c-d", "a--b_c-d"), ("Größe: 5 €", "größe-5-"), ("`f(x)`", "fx"),
    ("!!!", ""),
  ])
  func slugsAreThoseOfGitHub(text: String, slug: String) throws {
    let tree = try MarkdownTree("# \(text)", name: "", firstLine: 1)
    let heading = try #require(tree.root.children.first { $0.type == "heading" })
    #expect(MarkdownConverter.slug(of: heading.text) == slug)
  }

  @Test func footnotesStandOnce() async throws {
    let structure = try await read("One[^a], two[^b], one again[^a].\n\n[^b]: Bee.\n[^a]: Ay[^b].\n")
    var notes: [String] = []
    structure.forEach { element, _ in
      if element.role == "Note" { notes.append(element.text.replacing("\n", with: "")) }
    }
    #expect(notes.count == 2)
    #expect(notes.first?.contains("Ay2") == true && notes.last?.contains("Bee.") == true, "\(notes)")
  }

  @Test func footnotesReferToFootnotes() async throws {
    let structure = try await read("T[^a][^b].\n\n[^a]: A[^b]\n[^b]: see[^a] and [^c].\n[^c]: C[^c]\n")
    var notes: [String] = []
    structure.forEach { element, _ in
      if element.role == "Note" { notes.append(element.text.replacing("\n", with: "")) }
    }
    #expect(notes.count == 3 && !notes.joined().contains("^"), "\(notes)")
    #expect(notes.contains { $0.contains("see1 and 3") }, "\(notes)")
    // However many there are, they are set once, and none within another.
    let chain = (0..<300).map { "[^\($0)]: n\($0)[^\($0 + 1)][^\($0 + 1)]\n" }.joined()
    #expect(try PDFDocument(data: data("T[^0]\n\n\(chain)[^300]: end\n")).pageCount > 1)
  }

  @Test func smallPicturesStandAmongTheLetters() async throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("i.png", SampleImage.png(width: 40, height: 40) { _, _ in [200, 0, 0, 255] })
    _ = try folder.file("big.png", SampleImage.png(width: 40, height: 90) { _, _ in [200, 0, 0, 255] })
    let text = """
      # See ![one](i.png) here

      Text ![two](i.png) in *em ![three](i.png) ph* end [![four](i.png)](https://example.com) z.

      ## With **bold ![five](big.png) x** y

      ![six](i.png)
      """
    let made = try PDFDocument(data: data(text, folder: folder.url, [.pdfUA1]))
    #expect(try made.outline.items.map(\.label) == ["See here"])
    #expect(try made.outline.items.first?.children.map(\.label) == ["With bold x y"])
    var (parents, texts): ([String: String], [String]) = ([:], [])
    try await made.structure().forEach { element, _ in
      if element.type == "P" || element.type.hasPrefix("H") { texts.append(element.text) }
      for kid in element.elements where kid.type == "Figure" {
        parents[kid.alternateText ?? ""] = element.type
      }
    }
    #expect(
      parents == [
        "one": "H1", "two": "P", "three": "P", "four": "Link", "five": "Document", "six": "Document",
      ])
    #expect(texts.count == 3, "\(texts)")
    let page = try await made.text(of: made.page(at: 0).id)
    #expect(page.string.contains("With bold x y"), "\(page.string)")
    let (before, after) = try (
      #require(page.matches(of: "Text").first?.quads.first?.bounds),
      #require(page.matches(of: "z.").first?.quads.first?.bounds)
    )
    #expect(abs(before.minY - after.minY) < 1 && after.minX - before.maxX > 90)
  }

  @Test func brokenWordsHaveNoHyphens() async throws {
    let word = (1...80).map { "averyverylong\($0)" }.joined(separator: "x")
    let made = try PDFDocument(
      data: data("# T\n\n```\n\(word)\n```\n\n\(word) `\(word)`\n\n| A |\n| --- |\n| \(word) |\n"))
    let text = try await made.text(of: made.page(at: 0).id).string
    #expect(!text.contains("-") && !text.contains("\u{2010}") && text.contains("averyverylong80"))
  }

  @Test func tasksHaveBoxes() async throws {
    let structure = try await read("- [x] done\n- [ ] open\n- none\n")
    var labels: [String] = []
    structure.forEach { element, _ in if element.role == "Lbl" { labels.append(element.text) } }
    #expect(labels == ["☑", "☐", "•"])
  }

  @Test func picturesAreThoseOfTheFolder() async throws {
    let folder = try TemporaryFolder()
    let image = SampleImage.png(width: 2, height: 2) { _, _ in [200, 0, 0, 255] }
    _ = try folder.file("red one.png", image)
    let text = "Before ![A red square](<red one.png> \"The caption\") after.\n\n![](red%20one.png)"
    let structure = try await read(text, folder: folder.url)
    var figures: [String?] = []
    structure.forEach { element, _ in if element.role == "Figure" { figures.append(element.alternateText) } }
    #expect(figures == ["A red square"])
    #expect(structure.markdown.contains("The caption"))
    for (address, reason) in [
      ("https://example.com/a.png", "on another computer"), ("//example.com/a.png", "on another computer"),
      ("data:image/png;base64,AA==", "on another computer"), ("../a.png", "not in the folder"),
      ("/etc/hostname", "not in the folder"), ("none.png", "no such file"),
    ] {
      let found = message("# T\n\nA line\n\n![a](\(address))", folder: folder.url)
      #expect(found.contains(reason) && found.contains("at text.md:5: "), "\(address): \(found)")
    }
    #expect(message("![a](a.png)").contains("is in no folder"))
    // Links of the file system lead out of it, too.
    let inner = folder.url.appending(path: "inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: inner.appending(path: "link.png"), withDestinationURL: folder.url.appending(path: "red one.png"))
    #expect(message("![a](link.png)", folder: inner).contains("not in the folder"))
  }

  @Test func picturesAreNamedFromTheText() throws {
    let folder = try TemporaryFolder()
    let inner = folder.url.appending(path: "inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    _ = try folder.file("a.png", SampleImage.png(width: 2, height: 2) { _, _ in [200, 0, 0, 255] })
    func data(_ address: String, imagesIn images: URL?) throws {
      let text = Markdown("![a](\(address))", relativeTo: inner, imagesIn: images)
      _ = try LayoutDocument { text }.dataAndWait()
    }
    try data("../a.png", imagesIn: folder.url)
    try data("a.png", imagesIn: folder.url)
    for (address, images) in [("../a.png", nil), ("../../a.png", folder.url), ("a.png", nil)]
      as [(String, URL?)]
    {
      #expect(throws: PDFError.self) { try data(address, imagesIn: images) }
    }
  }

  @Test func longWordsOfTablesAreDivided() throws {
    let word = String(repeating: "Wide", count: 60)
    let made = try data("| A | B | C |\n| --- | --- | --- |\n| \(word) | short | \(word) |\n")
    #expect(try PDFDocument(data: made).pageCount == 1)
    let many = String(repeating: "| a ", count: 90) + "|\n" + String(repeating: "| - ", count: 90) + "|\n"
    #expect(message(many).contains("The table needs"))
  }

  @Test func messagesSayTheLine() {
    #expect(
      message("---\ntitle: x\n---\n\n# One\n\n### Three", [.pdfUA1]).hasPrefix("The heading at text.md:7: "))
    #expect(message(String(repeating: "> ", count: 30) + "a").contains("more than 20 deep"))
  }

  @Test func textsThatWouldTakeTooLongAreRefused() {
    func row(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    for (text, reason) in [
      (row("> ", 200) + "a", "too deep"), (row("- ", 200) + "a", "too deep"),
      (row("![[]()", 30_000), "brackets"), (row("|", 20_000), "cells"),
      (row("|a", 900) + "|\n" + row("|-", 900) + "|\n" + row("|x|\n", 2_000), "cells"),
      ("[a]: /" + row("u", 60_000) + "\n\n" + row("[a]\n\n", 8_000), "an address too long"),
    ] {
      #expect(message(text).contains(reason), "\(text.prefix(20))")
    }
    #expect(message(row("- ", 200)).isEmpty)
    #expect(message(row("*a ", 5_000)).isEmpty)
  }

  @Test func emptyAndOddTextsAreDocuments() throws {
    for text in [
      "", "---\n", "---\n---\n", "\u{FEFF}---\na: b\n---\n", "\0", "[^1]\n\n[^1]: [^1]\n", "# \n\n- \n\n>",
    ] {
      #expect(try PDFDocument(data: data(text)).pageCount == 1, "\(text.debugDescription)")
    }
  }

  @Test func theFrontMatterIsRead() {
    let text = """
      ---
      title: "A title: with a colon"
      Author:  Ann
      keywords: [a, b]
      # comment: no
        nested: no
      ---
      # Heading
      """
    #expect(
      Markdown.frontMatter(of: text) == [
        "title": "A title: with a colon", "author": "Ann", "keywords": "a, b",
      ])
    #expect(Markdown.title(of: text) == "A title: with a colon")
    #expect(Markdown.title(of: "## No\n\n# *The* title\n") == "The title")
    #expect(Markdown.title(of: "text") == nil && Markdown.frontMatter(of: "---\na: b\n").isEmpty)
  }

  @Test func filesAreRead() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("a.md", Data("# A file".utf8))
    let made = try PDFDocument(data: LayoutDocument { Markdown(contentsOf: file) }.dataAndWait())
    #expect(try made.outline.items.map(\.label) == ["A file"])
    for (name, bytes) in [("b.md", Data([0xFF, 0xFE, 0x41])), ("c.md", nil)] {
      let url = try bytes.map { try folder.file(name, $0) } ?? folder.url.appending(path: name)
      #expect(throws: PDFError.self) { try LayoutDocument { Markdown(contentsOf: url) }.dataAndWait() }
    }
  }
}

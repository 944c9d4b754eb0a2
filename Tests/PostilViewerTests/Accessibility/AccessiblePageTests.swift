import PostilTestSupport
import Testing

@testable import PostilModel
@testable import PostilViewer

/// What readers are told of pages whose letters are 10 points wide and 16 high, in lines of 20 points from 996 down.
@Suite struct AccessiblePageTests {
  private let page = PageID(number: 1)

  private func content(_ string: String, line: Int, _ columns: Range<Int>, lines: Int = 1)
    -> StructureElement.Kid
  {
    var bounds = layoutRect(line: line, columns)
    if lines > 1 { bounds = bounds.union(layoutRect(line: line + lines - 1, columns)) }
    return .content(StructureContent(string, on: page, bounds: bounds))
  }

  /// The roles and texts of nodes, indented.
  private func lines(_ page: AccessiblePage) -> [String] {
    var lines: [String] = []
    for node in page.nodes {
      node.forEach { node, depth in
        let text = [
          node.name.isEmpty ? nil : "'\(node.name)'", node.ranges.isEmpty ? nil : page.string(of: node),
        ]
        lines.append(
          ([String(repeating: " ", count: depth) + node.role.rawValue] + text.compactMap(\.self)).joined(
            separator: " "))
      }
    }
    return lines
  }

  /// Each word is in one block.
  private func checkWords(_ page: AccessiblePage, ordered: Bool = true) {
    let words = page.blocks.flatMap { page.string(of: $0).split(whereSeparator: \.isWhitespace) }.map(
      String.init)
    let expected = page.text.words.map(\.string)
    #expect(ordered ? words == expected : words.sorted() == expected.sorted())
  }

  @Test func withoutTagsThereAreParagraphs() {
    let text = PageText(layout: "one two\nthree\n\n\nfour")
    let read = AccessiblePage(page, text: text)
    #expect(lines(read) == ["paragraph one two\nthree", "paragraph four"])
    checkWords(read)
    #expect(read.nodes[1].bounds == layoutRect(line: 4, 0..<4))
    #expect(AccessiblePage(page, text: PageText(layout: "")).nodes.isEmpty)
  }

  @Test func tagsGiveOrderRolesAndLevels() {
    let text = PageText(layout: "Title\nsecond first\nfirst too\nPage 7\nlost")
    var structure = DocumentStructure(
      [
        StructureElement(
          "Document",
          kids: [
            .element(StructureElement("H2", kids: [content("Title", line: 0, 0..<5)])),
            .element(
              StructureElement(
                "P",
                kids: [
                  content("first", line: 1, 7..<12),
                  .element(StructureElement("Span", kids: [content("first too", line: 2, 0..<9)])),
                ])), .element(StructureElement("P", kids: [content("second", line: 1, 0..<6)])),
            .element(
              StructureElement("P", kids: [.content(StructureContent("other", on: PageID(number: 2)))])),
          ])
      ], language: "en")
    structure.artifacts = [StructureContent("Page 7", on: page, bounds: layoutRect(line: 3, 0..<6))]
    let read = AccessiblePage(page, text: text, structure: structure)
    #expect(
      lines(read) == [
        "heading Title", "paragraph first\nfirst too", "paragraph second", "artifact Page 7",
        "paragraph lost",
      ])
    #expect(read.nodes[0].level == 2 && read.language == "en")
    checkWords(read, ordered: false)
  }

  @Test func listsTablesAndFiguresAreNested() {
    let text = PageText(layout: "1. one\na b\nbelow\nc d")
    func item(_ role: String, _ kids: [StructureElement.Kid]) -> StructureElement.Kid {
      .element(StructureElement(role, kids: kids))
    }
    var figure = StructureElement("Figure", kids: [item("Caption", [content("below", line: 2, 0..<5)])])
    figure.alternateText = "A cat"
    let structure = DocumentStructure([
      StructureElement(
        "L",
        kids: [
          item(
            "LI",
            [
              item("Lbl", [content("1.", line: 0, 0..<2)]), item("LBody", [content("one", line: 0, 3..<6)]),
            ])
        ]),
      StructureElement(
        "Table",
        kids: [
          item(
            "TR", [item("TH", [content("a", line: 1, 0..<1)]), item("TH", [content("b", line: 1, 2..<3)])]),
          item(
            "TR",
            [
              item("TD", [item("P", [content("c", line: 3, 0..<1)])]),
              item("TD", [content("d", line: 3, 2..<3)]),
            ]),
        ]), figure,
    ])
    let read = AccessiblePage(page, text: text, structure: structure)
    #expect(
      lines(read) == [
        "list", " listItem 1. one", "table", " row", "  columnHeader a", "  columnHeader b", " row", "  cell",
        "   paragraph c", "  cell d", "figure 'A cat'", " caption below",
      ])
    checkWords(read, ordered: false)
  }

  @Test func aLineThroughSeveralContentsIsDivided() {
    // Two columns whose lines the page's text has as one.
    let text = PageText(layout: "left one right one\nleft two right two\nthe the the")
    let structure = DocumentStructure([
      StructureElement("P", kids: [content("left one\nleft two", line: 0, 0..<8, lines: 2)]),
      StructureElement("P", kids: [content("right one\nright two", line: 0, 9..<18, lines: 2)]),
      StructureElement("P", kids: [content("the", line: 2, 8..<11)]),
      StructureElement("P", kids: [content("the the", line: 2, 0..<7)]),
    ])
    let read = AccessiblePage(page, text: text, structure: structure)
    #expect(
      lines(read) == [
        "paragraph left one\nleft two", "paragraph right one\nright two", "paragraph the",
        "paragraph the the",
      ])
    checkWords(read, ordered: false)
  }

  @Test func linksAndMarksAreInTheirBlocks() throws {
    let text = PageText(layout: "see here now\n\n\nmore")
    let link = Annotation(.link(layoutRect(line: 0, 4..<8), to: .uri("http://a.example")))
    let selection = try #require(text.selection(of: 16..<17))
    var mark = Annotation(marking: selection, as: .highlight, style: .textMarkup(.highlight))
    (mark.author, mark.contents) = ("Ann", "why")
    let note = Annotation(.note(at: PagePoint(x: 0, y: 960)), contents: "aside")
    let read = AccessiblePage(page, text: text, annotations: [link, mark, note])
    #expect(lines(read).first == "paragraph see here now" && lines(read).contains(" link here"))
    let inner = try #require(read.nodes.first?.children.first)
    #expect(inner.target == .uri("http://a.example") && inner.annotation == link.id && inner.kind == .link)
    let comment = try #require(read.nodes.flatMap(\.children).first { $0.kind == .highlight })
    #expect(comment.name == "why" && comment.detail == "Ann" && comment.role == .comment)
    #expect(read.nodes.contains { $0.annotation == note.id && $0.name == "aside" })
    checkWords(read)

    // In the tag of a link the annotation is that link.
    let structure = DocumentStructure([
      StructureElement(
        "P",
        kids: [
          content("see", line: 0, 0..<3),
          .element(
            StructureElement(
              "Link", kids: [content("here", line: 0, 4..<8), .annotation(link.id, page: page)])),
          content("now", line: 0, 9..<12),
        ])
    ])
    let tagged = AccessiblePage(page, text: text, structure: structure, annotations: [link])
    #expect(lines(tagged) == ["paragraph see here now", " link here", "paragraph more"])
    #expect(tagged.nodes[0].children[0].target == .uri("http://a.example"))

    // Another link in the same tag is told too.
    let other = Annotation(.link(layoutRect(line: 0, 9..<12), to: .uri("http://b.example")))
    var two = structure
    two.elements[0].kids[1] = .element(
      StructureElement(
        "Link",
        kids: [
          content("here", line: 0, 4..<8), .annotation(link.id, page: page),
          .annotation(other.id, page: page),
        ]))
    let both = AccessiblePage(page, text: text, structure: two, annotations: [link, other])
    #expect(lines(both) == ["paragraph see here now", " link here", " link now", "paragraph more"])
  }
}

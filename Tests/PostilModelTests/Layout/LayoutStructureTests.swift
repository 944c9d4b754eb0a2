import Testing

@testable import PostilModel

/// The structure that pages look to have.
@Suite struct LayoutStructureTests {
  /// A part of a line in one style.
  struct Part {
    var text: String
    var style: TextStyle
    /// How far its baseline stands above that of the line.
    var rise = 0.0
  }

  /// A line of a page of 600 × 800 points, whose letters are half as wide as they are tall.
  struct Line {
    var x: Double
    var y: Double
    var parts: [Part]

    init(_ x: Double, _ y: Double, _ text: String, size: Double = 10, bold: Bool = false, fixed: Bool = false)
    {
      (self.x, self.y) = (x, y)
      parts = [Part(text: text, style: TextStyle(fontSize: size, isBold: bold, isMonospaced: fixed))]
    }

    init(_ x: Double, _ y: Double, _ parts: [Part]) { (self.x, self.y, self.parts) = (x, y, parts) }
  }

  static func page(_ lines: [Line], view: PageTransform? = nil) -> PageLayout {
    var (characters, boxes, styles): ([Unicode.Scalar], [SIMD4<Float>], TextStyles) = ([], [], TextStyles())
    for (number, line) in lines.enumerated() {
      if number > 0 {
        characters.append("\n")
        boxes.append(.zero)
      }
      var x = line.x
      for part in line.parts {
        let (start, from, size) = (characters.count, x, part.style.fontSize)
        let y = line.y + part.rise
        for scalar in part.text.unicodeScalars {
          characters.append(scalar)
          boxes.append(
            SIMD4(Float(x), Float(y - 0.25 * size), Float(x + size / 2), Float(y + 0.75 * size)))
          x += size / 2
        }
        styles.runs.append(
          TextStyles.Run(
            start..<characters.count, style: styles.styles.count,
            baseline: SIMD4(Float(from), Float(y), Float(x), Float(y))))
        styles.styles.append(part.style)
      }
    }
    return PageLayout(
      PageText(characters: characters, boxes: boxes, styles: styles),
      view: view ?? PageTransform(cropBox: PageRect(x: 0, y: 0, width: 600, height: 800)))
  }

  private let ids = (0..<20).map { PageID(number: $0) }

  private func structure(_ pages: [PageLayout]) -> DocumentStructure {
    LayoutStructure.structure(of: zip(ids, pages).map { LayoutPage($0, $1) })
  }

  private func markdown(_ lines: [Line]) -> String { structure([Self.page(lines)]).markdown }

  /// Some lines of text that make ten points the size of it.
  private func text(at y: Double, lines: Int = 3) -> [Line] {
    (0..<lines).map {
      Line(50, y - Double($0) * 12, "words of the text that go on and on here\($0 == lines - 1 ? "." : "")")
    }
  }

  @Test func headingsAreToldBySizeAndWeight() {
    let lines =
      [Line(50, 700, "The Title", size: 20), Line(50, 660, "A part", size: 14)] + text(at: 630)
      + [Line(50, 570, "Bold one", bold: true)] + text(at: 540) + [Line(50, 480, "Another part", size: 14)]
      + text(at: 450)
    let found = structure([Self.page(lines)])
    #expect(found.source == .layout && !found.isTagged && found.hasText)
    #expect(found.elements.map(\.role) == ["H1", "H2", "P", "H3", "P", "H2", "P"])
    #expect(found.elements[3].text == "Bold one")
    #expect(found.markdown.hasPrefix("# The Title\n\n## A part\n\nwords of"))
  }

  @Test func paragraphsEndAtGapsAndIndents() {
    let word = "words that go on and on to the right end"
    #expect(
      markdown([
        Line(50, 700, word), Line(50, 688, "end."), Line(50, 664, word), Line(50, 652, word + "."),
        Line(65, 640, "New " + word), Line(50, 628, "and on."),
      ]) == "\(word) end.\n\n\(word) \(word).\n\nNew \(word) and on.\n")
  }

  @Test func dividedWordsAreWhole() {
    #expect(
      markdown([
        Line(50, 700, "a word that is divi-"), Line(50, 688, "ded, and Anglo-"), Line(50, 676, "Saxon"),
      ])
        == "a word that is divided, and Anglo-Saxon\n")
  }

  @Test func listsAreToldByTheirLabels() {
    let lines =
      text(at: 700) + [
        Line(60, 650, "• one"), Line(60, 638, "• two that goes on"), Line(72, 626, "on the next line"),
        Line(80, 614, "– inner"), Line(80, 602, "– second"), Line(60, 590, "• three"),
        Line(50, 560, "Text."), Line(60, 540, "1. first"), Line(60, 528, "2. second"),
      ]
    let found = structure([Self.page(lines)])
    #expect(found.elements.map(\.role) == ["P", "L", "P", "L"])
    #expect(
      found.markdown.hasSuffix(
        """
        - one
        - two that goes on on the next line

          - inner
          - second
        - three

        Text.

        1. first
        2. second

        """))
    #expect(found.html().contains("<ol>\n<li value=\"1\">first</li>\n<li value=\"2\">second</li>\n</ol>"))
    // Neither a name nor a number that stands alone begins a list.
    #expect(structure([Self.page([Line(50, 700, "A. Smith wrote it")])]).elements.map(\.role) == ["P"])
    #expect(markdown([Line(50, 700, "7. is a number")]) == "7\\. is a number\n")
  }

  @Test func whatComesAgainAtEdgesIsNoContent() {
    let pages = (1...4).map { number in
      Self.page(
        [Line(50, 770, "Chapter \(number < 3 ? "One" : "Two")", size: 8)] + text(at: 700)
          + [Line(300, 30, "\(number)")])
    }
    let found = structure(pages)
    #expect(
      found.artifacts.map(\.text) == [
        "Chapter One", "1", "Chapter One", "2", "Chapter Two", "3", "Chapter Two", "4",
      ])
    #expect(found.artifacts.allSatisfy { $0.artifactKind == "Pagination" })
    #expect(found.elements.map(\.role) == ["P", "P", "P", "P"])
    // On one page nothing comes again.
    #expect(structure([pages[0]]).artifacts.isEmpty)
  }

  @Test func aParagraphGoesOnBehindTheEndOfItsPage() {
    let found = structure([
      Self.page([Line(50, 60, "text that is not yet at its"), Line(50, 48, "end but will con-")]),
      Self.page([Line(50, 700, "tinue here, and ends."), Line(50, 670, "Another one.")]),
    ])
    #expect(
      found.markdown == "text that is not yet at its end but will continue here, and ends.\n\nAnother one.\n")
    #expect(found.elements.map { $0.contents.map(\.page) } == [[ids[0], ids[1]], [ids[1]]])
  }

  @Test func codeKeepsItsLines() {
    let lines =
      text(at: 700) + [
        Line(50, 640, "func run() {", fixed: true), Line(60, 628, "call()", fixed: true),
        Line(50, 616, "}", fixed: true),
      ]
    #expect(markdown(lines).hasSuffix("\n\n```\nfunc run() {\n  call()\n}\n```\n"))
    #expect(
      structure([Self.page(lines)]).html().contains("<pre><code>func run() {\n  call()\n}</code></pre>"))
  }

  @Test func footnotesAreTold() {
    let small = TextStyle(fontSize: 8)
    let found = structure([
      Self.page(
        text(at: 700) + [
          Line(
            50, 100,
            [Part(text: "1", style: TextStyle(fontSize: 5), rise: 3), Part(text: " A note.", style: small)])
        ])
    ])
    #expect(found.elements.map(\.role) == ["P", "Note"])
    #expect(found.html().contains("<aside>1 A note.</aside>"))
  }

  @Test func contentsAreLines() {
    let lines =
      text(at: 700) + [
        Line(50, 640, "1 One . . . . . . . . 3"), Line(50, 628, "1.1 Two . . . . . . . 12"),
        Line(50, 616, "2 Three ..... iv"),
      ]
    let found = structure([Self.page(lines)])
    #expect(found.elements.map(\.role) == ["P", "TOC"])
    #expect(found.elements[1].elements.map(\.role) == ["TOCI", "TOCI", "TOCI"])
  }

  @Test func emphasisAndLinksAreElements() {
    let plain = TextStyle(fontSize: 10)
    var page = Self.page([
      Line(
        50, 700,
        [
          Part(text: "a ", style: plain), Part(text: "bold", style: TextStyle(fontSize: 10, isBold: true)),
          Part(text: ", a link and ", style: plain),
          Part(text: "code", style: TextStyle(fontSize: 10, isMonospaced: true)),
          Part(text: ".", style: plain),
        ])
    ])
    let id = AnnotationID()
    // Over "link".
    page.links = [PageLayout.Link(id, rect: PageRect(x: 100, y: 695, width: 20, height: 15))]
    var found = structure([page])
    #expect(found.markdown == "a **bold**, a link and `code`.\n")
    #expect(found.elements[0].text == "a bold, a link and code.")
    found.setLinks { $1 == id ? "https://example.org/a" : nil }
    #expect(found.markdown == "a **bold**, a [link](https://example.org/a) and `code`.\n")
    #expect(
      found.html().contains(
        "<p>a <strong>bold</strong>, a <a href=\"https://example.org/a\">link</a> and <code>code</code>.</p>")
    )
    for address in ["javascript:alert(1)", "https://example.org/) [x](y"] {
      var other = structure([page])
      other.setLinks { _, _ in address }
      #expect(!other.markdown.contains("]("))
    }
  }

  @Test func tablesGoOnOverPagesAndHaveCaptions() {
    func page(_ rows: [[String]], y: Double, caption: String? = nil) -> PageLayout {
      var lines = text(at: 790, lines: 1)
      var cells: [PageTable.Cell] = []
      if let caption { lines.append(Line(50, y + 20, caption)) }
      for (row, texts) in rows.enumerated() {
        for (column, text) in texts.enumerated() {
          let line = Line(50 + 100 * Double(column), y - 15 * Double(row), text)
          lines.append(line)
          cells.append(
            PageTable.Cell(
              text, rows: row..<row + 1, columns: column..<column + 1,
              bounds: PageRect(x: line.x, y: line.y, width: 30, height: 10)))
        }
      }
      var page = Self.page(lines)
      page.tables = [.init(cells)]
      return page
    }
    var first = page([["Name", "No."], ["a|b", "1"]], y: 700, caption: "Table 1: Names")
    let found = structure([first, page([["Name", "No."], ["c", "2"]], y: 740)])
    let tables = found.elements.filter { $0.role == "Table" }
    #expect(tables.count == 1 && tables[0].elements.first?.text == "Table 1: Names")
    #expect(
      found.markdown.contains(
        "Table 1: Names\n\n| Name | No. |\n| --- | --- |\n| a\\|b | 1 |\n| c | 2 |\n"))
    #expect(found.html().contains("<table>\n<caption>Table 1: Names</caption>\n<tr>"))
    // Its text stands nowhere else.
    #expect(found.markdown.components(separatedBy: "No.").count == 2)
    // Of other columns it is another one.
    first.tables[0].cells.removeAll { $0.columns.lowerBound == 1 }
    #expect(structure([first, page([["x", "y"]], y: 740)]).elements.count { $0.role == "Table" } == 2)
  }

  @Test func picturesAreFiguresWithTheirCaptions() {
    var page = Self.page(text(at: 760) + [Line(50, 480, "Figure 3: A picture")] + text(at: 450))
    page.pictures = [
      PageRect(x: 50, y: 500, width: 200, height: 150), PageRect(x: 0, y: 0, width: 5, height: 5),
    ]
    let found = structure([page])
    #expect(found.elements.map(\.role) == ["P", "Figure", "P"])
    #expect(found.elements[1].text == "Figure 3: A picture")
    #expect(found.elements[1].contents.map(\.imageCount) == [1])
    #expect(found.html().contains("<figure><figcaption>Figure 3: A picture</figcaption></figure>"))
  }

  @Test func bulletsThatAreDrawnBeginItems() {
    var page = Self.page(
      text(at: 700) + [
        Line(60, 650, "one"), Line(60, 638, "two that goes on"), Line(60, 626, "on the next line"),
        Line(60, 614, "three"),
      ])
    page.marks = [650, 638, 614].map { PageRect(x: 50, y: $0 + 1, width: 3, height: 3) }
    // Those that stand beside each other are a drawing.
    page.marks += [
      PageRect(x: 44, y: 700, width: 3, height: 3), PageRect(x: 40, y: 700, width: 3, height: 3),
    ]
    let found = structure([page])
    #expect(found.elements.map(\.role) == ["P", "L"])
    #expect(found.markdown.hasSuffix("- one\n- two that goes on on the next line\n- three\n"))
  }

  @Test func itemsFromTheRightBeginAtTheRight() {
    let (a, b) = (String(repeating: "\u{5D0}", count: 20), String(repeating: "\u{5D1}", count: 12))
    let found = structure([
      Self.page([
        Line(100, 700, "• " + a), Line(140, 688, "• " + b), Line(170, 676, "2. \(b)"), Line(150, 664, b),
      ])
    ])
    #expect(found.elements.map(\.role).first == "L")
    #expect(found.elements[0].elements.count == 2)
  }

  @Test(arguments: [
    (["i. one", "ii. two", "iii. three", "iv. four", "v. five", "vi. six"], true),
    (["I) one", "II) two"], true),
    (["[1] A book", "[2] Another"], false), (["١. one", "٢. two"], true), (["x. one", "b. two"], false),
    (["[a] one", "[b] two"], false),
  ]) func labelsOfManyKindsMakeLists(_ items: [String], _ isList: Bool) {
    let lines = items.enumerated().map { Line(60, 650 - 20 * Double($0), $1) }
    #expect((structure([Self.page(lines)]).elements.first?.role == "L") == isList)
  }

  @Test func whatHangsFromItsFirstLineEndsWhereTheNextBegins() {
    let lines = (0..<3).flatMap {
      [
        Line(50, 700 - 24 * Double($0), "Author \($0), the name of a book that goes"),
        Line(70, 688 - 24 * Double($0), "on, and a year"),
      ]
    }
    #expect(structure([Self.page(lines)]).elements.count == 3)
  }

  @Test func headingsAreToldByCapitalsAndSmallDifferencesToo() {
    let lines =
      text(at: 700) + [Line(50, 640, "IN CAPITALS")] + text(at: 610) + [
        Line(50, 550, "A little larger", size: 11)
      ]
      + text(at: 520) + [Line(50, 460, "NATO.")] + text(at: 430)
    #expect(structure([Self.page(lines)]).elements.map(\.role) == ["P", "H2", "P", "H1", "P", "P", "P"])
  }

  @Test func headsOfChaptersAreNoRunningLines() {
    let pages = (1...3).map {
      Self.page([Line(250, 760, "Chapter \($0)", size: 20)] + text(at: 700, lines: 9))
    }
    #expect(structure(pages).elements.map(\.role) == ["H1", "P", "H1", "P", "H1", "P"])
  }

  @Test func aParagraphGoesOnBesideItsLargeLetter() {
    let lines =
      [
        Line(
          50, 640,
          [
            Part(text: "T", style: TextStyle(fontSize: 30), rise: -12),
            Part(text: "he first line of it", style: TextStyle(fontSize: 10)),
          ])
      ]
      + [Line(66, 628, "and the second one"), Line(50, 616, "and the last.")]
    let found = structure([Self.page(text(at: 760) + lines)])
    #expect(found.elements.map(\.text).last == "The first line of it\nand the second one\nand the last.")
  }

  @Test func itemsOfLargeLettersAreNoHeadings() {
    let found = structure([
      Self.page([Line(50, 700, "• Large", size: 16), Line(50, 660, "• Another", size: 16)] + text(at: 600))
    ])
    #expect(found.elements.map(\.role) == ["L", "P"])
  }

  @Test func lettersOfOneWidthAreNoCodeIfAllAre() {
    let text = String(repeating: "\u{6587}", count: 30)
    let found = structure([Self.page(self.text(at: 700) + [Line(50, 640, text, fixed: true)])])
    #expect(found.elements.map(\.role) == ["P", "P"])
  }

  @Test func everyWordIsSomewhere() {
    var page = Self.page(
      text(at: 760) + [
        Line(60, 600, "in a drawing"), Line(60, 560, "• item"), Line(300, 780, "Head", size: 20),
      ]
        + text(at: 400, lines: 5))
    page.drawings = [PageRect(x: 50, y: 590, width: 200, height: 100)]
    let found = structure([page])
    let words = Set(
      found.elements.map(\.text).joined(separator: " ").split(whereSeparator: \.isWhitespace).map(String.init)
    )
    for word in page.text.words { #expect(words.contains(word.string), "\(word)") }
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e12, 0, 1e-300])
  func placesThatCannotBeAreNoTrap(_ number: Double) {
    var page = Self.page([
      Line(number, 700, "one"), Line(50, number, "two"), Line(50, 600, "three", size: number),
      Line(50, 588, "• four"),
    ])
    page.pictures = [PageRect(x: number, y: number, width: number, height: number)]
    page.drawings = page.pictures
    page.tables = [.init([PageTable.Cell("x", rows: 0..<1, columns: 0..<1, bounds: page.pictures[0])])]
    page.links = [PageLayout.Link(AnnotationID(), rect: page.pictures[0])]
    let found = structure([page, page])
    #expect(!found.markdown.isEmpty)
    #expect(!page.text.laidOut(in: page.view).isEmpty)
  }
}

import Foundation
import Postil
import PostilLayout
import PostilTestSupport
import Testing

@Suite struct LayoutDocumentTests {
  private static let letter = LayoutDocument(title: "A letter", language: "en") {
    Heading("A letter")
    Paragraph(
      "Dear reader, this is \(Inline("important").bold()): see \(Inline("us").link(to: "https://example.com"))."
    )
    BulletList {
      "one"
      ListItem {
        Paragraph("two")
        NumberedList(.lowerRoman) { "below" }
      }
    }
  }

  @Test func backgroundsAreNoPartOfWhatPagesSay() async throws {
    let frame = Appearance(items: [
      Appearance.Item(
        path: .rectangle(PageRect(x: 5, y: 5, width: 50, height: 50)), fill: Color(hex: 0xFF0000))
    ])
    let document = LayoutDocument(title: "T", language: "en") {
      for part in 1...3 {
        Paragraph("part \(part)")
        PageBreak()
      }
    }
    .background { $0.number == $0.count ? nil : frame }
    let reading = try await LayoutReading(document, conformingTo: [.pdfA3b, .pdfUA1])
    #expect(reading.types == ["Document", "P", "P", "P"])
    var counts: [Int] = []
    for page in reading.document.pageIDs {
      counts.append(try await reading.document.drawings(on: page).count)
    }
    #expect(counts == [1, 1, 0])
    #expect(try reading.document.conformityAndWait().findings.isEmpty)
  }

  /// Font maps are of one thread each, and what they know of texts set before is the same.
  @Test func severalAreMadeAtOnceAndAlikeEachTime() async throws {
    @Sendable func document(_ number: Int) -> LayoutDocument {
      var document = LayoutDocument(title: "\(number)", language: "en") {
        Heading("Number \(number)")
        Table([.flexible(), .automatic.aligned(.decimal)]) {
          for row in 1...20 { Row("item \(row) of \(number)", "\(row).\(10 + number)") }
        }
      }
      document.information.creationDate = Date(timeIntervalSince1970: 1_700_000_000)
      return document
    }
    let alone = try (0..<12).map { try document($0).dataAndWait(conformingTo: [.pdfA3b]) }
    let together = try await withThrowingTaskGroup(of: (Int, Data).self) { group in
      for number in 0..<12 {
        group.addTask { (number, try await document(number).data(conformingTo: [.pdfA3b])) }
      }
      return try await group.reduce(into: [Int: Data]()) { $0[$1.0] = $1.1 }
    }
    // Their identifiers differ.
    for (number, data) in alone.enumerated() { #expect(together[number]?.count == data.count, "\(number)") }
  }

  @Test func whatIsWrittenIsReadInItsOrder() async throws {
    let reading = try await LayoutReading(Self.letter)
    #expect(reading.pages.count == 1)
    let words = reading.pages[0].string.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words == "A letter Dear reader, this is important: see us. • one • two i. below")
    #expect(
      reading.types == [
        "Document", "H1", "P", "Link", "L", "LI", "Lbl", "LBody", "P", "LI", "Lbl", "LBody", "P", "L", "LI",
        "Lbl",
        "LBody", "P",
      ])
    #expect(reading.structure.language == "en" && reading.structure.untagged.isEmpty)
    #expect(reading.elements("P").first?.text == "Dear reader, this is important: see us.")
    #expect(try reading.document.outline.items.map(\.label) == ["A letter"])
    #expect(reading.document.information.title == "A letter")
    #expect(
      try reading.document.page(at: 0).annotations.compactMap(\.content.link?.target)
        == [.uri("https://example.com")])
  }

  @Test(arguments: [[], [.pdfA3b], [.pdfUA1], Set(Conformance.allCases)] as [Set<Conformance>])
  func qpdfFindsNothing(standards: Set<Conformance>) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "letter.pdf")
    let report = try Self.letter.writeAndWait(to: file, conformingTo: standards)
    #expect(report.pageCount == 1)
    let check = try Tool.qpdfCheck(file)
    #expect(check.status == 0, "\(check.output)")
  }

  @Test func standardsAreClaimed() throws {
    func objects(_ standards: Set<Conformance>) throws -> String {
      let document = try PDFDocument(data: try Self.letter.dataAndWait(conformingTo: standards))
      guard case .dictionary(let catalog) = try document.objects.catalog,
        case .reference(let metadata)? = catalog["Metadata"]
      else { return "" }
      let packet = try document.objects.stream(metadata, limit: 1 << 20)
      return "\(catalog["OutputIntents"] != nil) " + String(decoding: packet, as: UTF8.self)
    }
    let all = try objects([.pdfA3b, .pdfUA1])
    #expect(all.hasPrefix("true") && all.contains(">3</pdfaid:part>") && all.contains(">1</pdfuaid:part>"))
    let none = try objects([])
    #expect(none.hasPrefix("false") && !none.contains("pdfaid") && !none.contains("pdfuaid"))
  }

  @Test func whatIsMissingIsSaidWithItsPlaceAndNothingIsWritten() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("kept.pdf", Data("kept".utf8))
    func message(_ document: LayoutDocument, _ standards: Set<Conformance> = [.pdfUA1]) throws -> String {
      let error = #expect(throws: PDFError.self) {
        try document.writeAndWait(to: file, conformingTo: standards)
      }
      #expect(try Data(contentsOf: file) == Data("kept".utf8))
      return error?.description ?? ""
    }
    let here = "LayoutDocumentTests.swift:7: "
    func refused(_ says: String, _ document: LayoutDocument, _ standards: Set<Conformance> = []) throws {
      let message = try message(document, standards)
      #expect(message.contains(here) && message.contains(says), "\(message)")
    }
    func document(@BlockBuilder _ blocks: () -> [any Block]) -> LayoutDocument {
      LayoutDocument(line: 1, blocks)
    }
    try refused("asks for a title", LayoutDocument(language: "en", line: 7) { Paragraph("a") }, [.pdfUA1])
    try refused("asks for a language", LayoutDocument(title: "a", line: 7) { Paragraph("a") }, [.pdfUA1])
    try refused(
      "PDF/A-3b and PDF/UA-1 ask for a title", LayoutDocument(language: "en", line: 7) { Paragraph("a") },
      [.pdfA3b, .pdfUA1])
    try refused(
      "leave no room", LayoutDocument(page: PageStyle(.a4, margins: 400), line: 7) { Paragraph("a") })
    let deep = LayoutDocument(title: "a", language: "en", line: 1) { Heading("a", level: 2, line: 7) }
    try refused("The first heading has level 2", deep, [.pdfUA1])
    try refused("U+10FFFD", document { Paragraph("\u{10FFFD}", line: 7) })
    let image = try Appearance.Image(SampleImage.png(width: 2, height: 2) { _, _ in [255, 0, 0, 255] })
    try refused("alternative text is empty", document { Picture(image, alternative: "", line: 7) })
    let none = folder.url.appending(path: "none.png")
    try refused("There is no such file", document { Picture(contentsOf: none, alternative: "a", line: 7) })
    let broken = try folder.file("broken.png", Data("no image".utf8))
    try refused("The picture", document { Picture(contentsOf: broken, alternative: "a", line: 7) })
    try refused("room for", document { Table([.fixed(5000)], line: 7) { Row("a") } })
    let field = Field.text("name", label: "Name", line: 1)
    let twice = document {
      field
      Field.text("name", label: "Other", line: 7)
    }
    try refused("a field named 'name' already", twice)
    let wide = LayoutDocument { Picture(image, alternative: "a", width: 5000) }
    #expect(try message(wide, []).contains("5000"))
  }

  @Test func headersAndFootersKnowTheirPages() async throws {
    let document = LayoutDocument {
      for chapter in 1...3 {
        Heading("Chapter \(chapter)")
        Paragraph("text")
        PageBreak()
      }
    }
    .header { page in Paragraph("in \(page.heading())") }
    .footer { page in Paragraph("page \(page.number) of \(page.count)") }
    let reading = try await LayoutReading(document)
    #expect(reading.pages.count == 3)
    for (index, page) in reading.pages.enumerated() {
      #expect(page.string.contains("in Chapter \(index + 1)"))
      #expect(page.string.contains("page \(index + 1) of 3"))
    }
    #expect(!reading.structure.elements.map(\.text).joined().contains("page"))
    #expect(reading.structure.artifacts.contains { $0.text.contains("page 1 of 3") })
  }

  @Test func contentsSayTheRightPages() async throws {
    let document = LayoutDocument {
      TableOfContents()
      PageBreak()
      ForEach(1...30) { chapter in
        Heading("Chapter \(chapter)", name: "c\(chapter)")
        for _ in 0..<10 { Paragraph("Some text that goes on, see page \(.page(of: "c30")).") }
      }
    }
    let reading = try await LayoutReading(document)
    let entries = reading.elements("TOCI").map(\.text)
    #expect(entries.count == 30)
    for chapter in 1...30 {
      let page = try #require(
        reading.pages.firstIndex { $0.string.split(separator: "\n").contains("Chapter \(chapter)") })
      let entry = entries[chapter - 1]
      #expect(entry.contains("Chapter \(chapter)") && entry.hasSuffix("\(page + 1)"), "\(entry)")
    }
    #expect(reading.pages[1].string.contains("see page \(reading.pages.count)"))
  }

  @Test func headingsAreNumberedWhereverTheyAreNamed() async throws {
    var style = LayoutStyle()
    style.numberedHeadings = 2
    let document = LayoutDocument(title: "a", language: "en", style: style) {
      TableOfContents()
      PageBreak()
      Heading("Before").numbered(false)
      for chapter in 1...2 {
        Heading("Chapter")
        Heading("Section", level: 2)
        Heading("Part", level: 3)
        Heading("Section", level: 2)
        PageBreak()
        Paragraph("page \(chapter)")
      }
    }
    .header { page in Paragraph("in \(page.heading()), \(page.heading(level: 2))") }
    let reading = try await LayoutReading(document, conformingTo: [.pdfUA1])
    let expected = [
      "Before", "1 Chapter", "1.1 Section", "Part", "1.2 Section", "2 Chapter", "2.1 Section", "Part",
      "2.2 Section",
    ]
    func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    var headings: [String] = []
    reading.structure.forEach { element, _ in
      if ["H1", "H2", "H3"].contains(element.type) { headings.append(words(element.text)) }
    }
    #expect(headings == expected)
    for (entry, heading) in zip(reading.elements("TOCI").map(\.text), expected) {
      #expect(words(entry).hasPrefix(heading), "\(entry)")
    }
    let outline = try reading.document.outline.items
    #expect(outline.map(\.label) == ["Before", "1 Chapter", "2 Chapter"])
    #expect(outline[1].children.map(\.label) == ["1.1 Section", "1.2 Section"])
    #expect(reading.pages[2].string.contains("in 2 Chapter, 2.2 Section"), "\(reading.pages[2].string)")
  }

  @Test func linksAreWrittenInASCII() throws {
    let document = LayoutDocument { Paragraph("\(Inline("here").link(to: "https://example.com/ä b"))") }
    let annotations = try PDFDocument(data: try document.dataAndWait()).page(at: 0).annotations
    #expect(annotations.compactMap(\.content.link?.target) == [.uri("https://example.com/%C3%A4%20b")])
    let bytes = try document.dataAndWait()
    #expect(bytes.range(of: Data("ä b".utf8)) == nil)
  }

  @Test(arguments: [("en", "word "), ("he", "מילה ")])
  func theLastLineOfWhatIsJustifiedStandsAsUsual(language: String, word: String) async throws {
    let text = String(repeating: word, count: 60) + "\nbroken\n" + String(repeating: word, count: 40) + "last"
    let document = LayoutDocument(language: language) { Paragraph("\(text)").aligned(.justified) }
    let reading = try await LayoutReading(document)
    var lines: [Double: PageRect] = [:]
    for found in reading.pages[0].words {
      let line = found.bounds.midY.rounded()
      lines[line] = lines[line].map { $0.union(found.bounds) } ?? found.bounds
    }
    let (left, right) = (56.0, PageSize.a4.width - 56)
    let isFull = lines.sorted { $0.key > $1.key }.map {
      $0.value.minX < left + 2 && $0.value.maxX > right - 2
    }
    #expect(isFull.filter { !$0 }.count == 3 && isFull.last == false && isFull.first == true, "\(isFull)")
  }

  @Test func listsWithoutBulletsOfTheStyleHaveOne() async throws {
    var style = LayoutStyle()
    style.bullets = []
    let reading = try await LayoutReading(LayoutDocument(style: style) { BulletList { "one" } })
    #expect(reading.pages[0].string.split(whereSeparator: \.isWhitespace) == ["•", "one"])
  }

  @Test func elementsOfASequenceAreMadeWhenTheyAreSet() throws {
    let folder = try TemporaryFolder()
    let report = try LayoutDocument { ForEach(0..<200) { number in Paragraph("\(number)") } }
      .writeAndWait(to: folder.url.appending(path: "many.pdf"))
    #expect(report.pageCount > 1)
  }

  @Test func aTaskThatIsCancelledEnds() async throws {
    let document = LayoutDocument { ForEach(0..<1_000_000) { number in Paragraph("\(number)") } }
    let task = Task { try await document.data() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func pagesComeIntoAnOpenDocumentAndGoAgain() async throws {
    let document = try PDFDocument(data: SampleDocument().data)
    let before = document.pageCount
    let inserted = try await document.insertPages(of: Self.letter, at: before)
    #expect(inserted.pages.count == 1 && document.pageCount == before + 1)
    #expect(try await document.text(of: inserted.pages[0]).string.contains("Dear reader"))
    try document.undo()
    #expect(document.pageCount == before)
  }

  @Test(arguments: [1, 2]) func fontsOfPagesAreListedWhereTheDocumentKeepsTheFirstPart(part: Int) async throws
  {
    let document = try PDFDocument(data: ConformingDocument(archive: part).data)
    try await document.insertPages(of: Self.letter, at: 0)
    try document.insertPagesAndWait(of: Self.letter, at: 0)
    let findings = try await document.conformity().findings
    #expect(!findings.contains { $0.description.contains("CIDSet") }, "\(findings)")
    let data = try document.dataRepresentationAndWait(.rewrite(RewriteOptions(objectStreams: false)))
    #expect((data.range(of: Data("/CIDSet".utf8)) != nil) == (part == 1))
  }

  // MARK: - Texts of others

  @Test func controlCharactersShowNothingAndLinesEndAnyWay() async throws {
    let reading = try await LayoutReading(
      LayoutDocument {
        Paragraph(Inline("one\r\ntwo\rthree\u{2028}fo\u{7}ur\u{85}five"))
      })
    #expect(reading.pages[0].string.split(separator: "\n") == ["one", "two", "three", "four", "five"])
  }

  @Test func charactersThatNoFontHasMayBeReplaced() async throws {
    func document(_ replacement: Character?) -> LayoutDocument {
      var style = LayoutStyle()
      style.replacementCharacter = replacement
      return LayoutDocument(title: "A", language: "en", style: style) {
        Paragraph("a\u{E000}b\(Inline("\u{E000}").bold())c")
      }
    }
    let error = #expect(throws: PDFError.self) { try document(nil).dataAndWait() }
    #expect(error?.code == .missingGlyphs)
    let reading = try await LayoutReading(document("?"), conformingTo: [.pdfA3b, .pdfUA1])
    #expect(reading.pages[0].string.contains("a?b?c"))
    // What stands for them has to be there.
    let other = #expect(throws: PDFError.self) { try document("\u{E000}").dataAndWait() }
    #expect(other?.code == .missingGlyphs)
    let json = try JSONEncoder().encode(document("?").style)
    #expect(try JSONDecoder().decode(LayoutStyle.self, from: json).replacementCharacter == "?")
  }

  @Test func stringsStandWhereTextsDo() async throws {
    let (title, words, cells) = ("Title", "some words", ["a", "b"])
    let reading = try await LayoutReading(
      LayoutDocument {
        Heading(title)
        words
        Paragraph(words)
        Paragraph("\(words), \(Inline("bold").bold())")
        BulletList {
          words
          ListItem(words)
        }
        Table([.automatic, .automatic]) {
          Row.header(title, words)
          Row(cells)
          Row(cells[0], cells[1])
          Row {
            cells[0]
            Cell(cells[1])
          }
        }
      })
    #expect(reading.elements("P").map(\.text).prefix(3) == [words, words, "some words, bold"])
    #expect(reading.elements("TH").map(\.text) == [title, words])
    #expect(reading.elements("TD").map(\.text) == ["a", "b", "a", "b", "a", "b"])
  }
}

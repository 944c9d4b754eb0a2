import Foundation
import Postil
import PostilLayout
import PostilTestSupport
import Testing

@Suite struct PageFlowTests {
  private static let small = PageStyle(PageSize(width: 220, height: 200), margins: 20)
  private static let words = (1...40).map { "word\($0)" }.joined(separator: " ")

  @Test func headingsStandWithWhatFollows() async throws {
    for lines in 1...12 {
      let document = LayoutDocument(page: Self.small) {
        for line in 0..<lines { Paragraph("line \(line)") }
        Heading("Heading")
        Paragraph("behind it")
      }
      let reading = try await LayoutReading(document)
      let page = try #require(reading.pages.firstIndex { $0.string.contains("Heading") })
      #expect(reading.pages[page].string.contains("behind it"), "\(lines)")
    }
  }

  @Test func headingsStandWithTablesAndColumns() async throws {
    for lines in 1...12 {
      let document = LayoutDocument(page: Self.small) {
        for line in 0..<lines { Paragraph("line \(line)") }
        Heading("Heading")
        if lines % 2 == 0 {
          Columns(2) { for number in 1...4 { Paragraph("behind \(number)") } }
        } else {
          Table([.automatic, .automatic], caption: "The caption") {
            Row.header("Head", "Second")
            Row("behind", "it")
            Row("and", "more")
          }
        }
      }
      let reading = try await LayoutReading(document)
      let page = try #require(reading.pages.first { $0.string.contains("Heading") })
      #expect(page.string.contains("behind"), "\(lines): \(page.string)")
      for one in reading.pages where one.string.contains("Head\n") || one.string.contains("Second") {
        #expect(one.string.contains("behind") || one.string.contains("more"), "\(lines): \(one.string)")
      }
    }
  }

  /// A group that is higher than a page is given up before what stands together in it.
  @Test func headingsStandWithTallRowsInLongGroupsToo() async throws {
    for lines in 1...14 {
      let document = LayoutDocument(page: Self.small) {
        KeepTogether {
          for line in 0..<lines { Paragraph("line \(line)") }
          Heading("Heading")
          Table([.flexible()]) {
            Row.header("Head")
            Row { Cell { for part in 0..<14 { Paragraph("part \(part).") } } }
          }
          Paragraph("end")
        }
      }
      let reading = try await LayoutReading(document)
      let page = try #require(reading.pages.first { $0.string.contains("Heading") })
      #expect(page.string.contains("part 0."), "\(lines): \(page.string)")
      #expect(reading.pages.map(\.string).joined().contains("end"))
    }
  }

  @Test func rowsMayStandWithTheNext() async throws {
    for lines in 1...12 {
      let document = LayoutDocument(page: Self.small) {
        Table([.flexible()]) {
          for line in 0..<lines { Row("line \(line)") }
          Row("Group").keptWithNext()
          Row("first of it")
          Row("Last").keptWithNext()
        }
      }
      let reading = try await LayoutReading(document)
      let page = try #require(reading.pages.first { $0.string.contains("Group") })
      #expect(page.string.contains("first of it"), "\(lines): \(page.string)")
    }
  }

  @Test func columnsMayEndWithWhatStandsWithNothing() async throws {
    let reading = try await LayoutReading(
      LayoutDocument {
        Columns(2) {
          Paragraph("above")
          Heading("Last")
          Anchor("end")
        }
      })
    #expect(reading.pages.count == 1 && reading.pages[0].string.contains("Last"))
  }

  @Test func theHeadOfATableStandsWithARowThatIsDivided() async throws {
    let document = LayoutDocument(page: Self.small) {
      Paragraph("before")
      Table([.flexible()]) {
        Row.header("Head")
        Row("\(Self.words) \(Self.words)")
      }
    }
    let reading = try await LayoutReading(document)
    #expect(reading.pages.count > 2)
    for page in reading.pages.dropFirst() {
      #expect(page.string.contains("Head") && page.string.contains("word"), "\(page.string)")
    }
  }

  @Test func highPicturesLeaveRoomForWhatStandsWithThem() async throws {
    let image = try Appearance.Image(SampleImage.png(width: 20, height: 400) { _, _ in [200, 0, 0, 255] })
    let document = LayoutDocument(page: Self.small) {
      Heading("Heading")
      Picture(image, alternative: "Tall").caption("Caption")
      Table([.flexible()]) { Row { Cell { Picture(image, alternative: "Tall") } } }
    }
    let reading = try await LayoutReading(document)
    #expect(reading.pages.count == 2)
    #expect(reading.pages[0].string.contains("Heading") && reading.pages[0].string.contains("Caption"))
    let figures = reading.elements("Figure")
    guard case .array(let box)? = figures.first?.attributes["Layout"]?["BBox"] else {
      return #expect(Bool(false), "no box")
    }
    let sides = box.compactMap(\.number)
    #expect(sides.count == 4 && abs((sides[3] - sides[1]) / (sides[2] - sides[0]) - 20) < 0.1)
    #expect(try sides[3] < #require(reading.box("Heading")).minY)
    #expect(try sides[1] > #require(reading.box("Caption")).maxY)
  }

  @Test func footnotesThatAreLongerThanAPageGoOnOnTheNext() async throws {
    let document = LayoutDocument(title: "T", language: "en", page: Self.small) {
      Heading("T")
      Paragraph("text\(.footnote { for number in 1...40 { Paragraph("note<\(number)>") } })")
      Paragraph("second\(.footnote("short"))")
      Paragraph("third")
    }
    let reading = try await LayoutReading(document, conformingTo: [.pdfUA1])
    #expect(reading.pages.count > 3 && reading.pages[0].string.contains("text"))
    let all = reading.pages.map(\.string).joined(separator: "\n")
    for number in 1...40 { #expect(all.contains("note<\(number)>"), "\(number)") }
    let notes = reading.elements("Note")
    #expect(notes.count == 2 && notes[0].text.contains("note<40>") && notes[1].text.contains("short"))
    let page = try #require(reading.pages.firstIndex { $0.string.contains("second") })
    #expect(reading.pages[page].string.contains("short"))
    #expect(reading.pages[..<page].contains { $0.string.contains("note<20>") })
    // At the end of the document too.
    let last = try await LayoutReading(
      LayoutDocument(page: Self.small) {
        Paragraph("text\(.footnote { for number in 1...40 { Paragraph("note<\(number)>") } })")
      })
    #expect(last.pages.last?.string.contains("note<40>") == true)
  }

  @Test func footnotesReferToFootnotes() async throws {
    let reading = try await LayoutReading(
      LayoutDocument {
        Paragraph("text\(.footnote("outer\(.footnote("inner"))")) end\(.footnote("x"))\(.footnote("y")).")
      })
    #expect(reading.elements("Note").map(\.id) == (1...4).map { "footnote-\($0)" })
    #expect(reading.pages[0].string.contains("inner"))
    #expect(reading.pages[0].string.contains("end3,\u{A0}4.") || reading.pages[0].string.contains("end3, 4."))
  }

  @Test func noLineStandsAloneAtTheFootOrTheTopOfAPage() async throws {
    for lines in 0...10 {
      let document = LayoutDocument(page: Self.small) {
        for line in 0..<lines { Paragraph("line \(line)") }
        Paragraph("\(Self.words)")
      }
      let reading = try await LayoutReading(document)
      for page in reading.pages {
        let count = page.string.split(separator: "\n").filter { $0.contains("word") }.count
        #expect(count != 1, "\(lines)")
      }
    }
  }

  @Test func groupsAreKeptTogether() async throws {
    let document = LayoutDocument(page: Self.small) {
      for line in 0..<5 { Paragraph("line \(line)") }
      KeepTogether { for line in 0..<5 { Paragraph("kept \(line)") } }
    }
    let reading = try await LayoutReading(document)
    #expect(reading.pages.count == 2)
    #expect(!reading.pages[0].string.contains("kept"))
    #expect(reading.pages[1].string.contains("kept 0") && reading.pages[1].string.contains("kept 4"))
  }

  @Test func theLargerOfTwoSpacesCounts() async throws {
    func distance(_ below: Double, _ above: Double, _ spacer: Double) async throws -> Double {
      let reading = try await LayoutReading(
        LayoutDocument {
          Paragraph("upper").styled { $0.spaceAfter = below }
          Spacer(spacer)
          Paragraph("lower").styled { $0.spaceBefore = above }
        })
      return try #require(reading.box("upper")).minY - #require(reading.box("lower")).minY
    }
    let none = try await distance(0, 0, 0)
    for (below, above, spacer) in [(10.0, 4.0, 0.0), (4, 10, 0), (0, 0, 10), (2, 2, 10)] {
      #expect(abs(try await distance(below, above, spacer) - none - 10) < 0.01)
    }
  }

  @Test func footnotesStandOnThePageOfTheirNumbers() async throws {
    let document = LayoutDocument(page: Self.small) {
      for number in 1...12 { Paragraph("text<\(number)>\(.footnote("note<\(number)>"))") }
    }
    let reading = try await LayoutReading(document)
    #expect(reading.pages.count > 1)
    for number in 1...12 {
      let page = try #require(reading.pages.firstIndex { $0.string.contains("text<\(number)>") })
      #expect(reading.pages[page].string.contains("note<\(number)>"))
    }
    #expect(reading.elements("Note").map(\.id) == (1...12).map { "footnote-\($0)" })
    #expect(reading.elements("Note").map(\.text).first?.contains("note<1>") == true)
  }

  @Test func columnsAreEquallyHigh() async throws {
    let document = LayoutDocument {
      Columns(2) { for number in 1...20 { Paragraph("item \(number)") } }
      Paragraph("behind")
    }
    let reading = try await LayoutReading(document)
    let (first, eleventh) = (try #require(reading.box("item 1")), try #require(reading.box("item 11")))
    #expect(abs(first.minY - eleventh.minY) < 0.1 && eleventh.minX > first.maxX)
    let last = try #require(reading.box("item 20"))
    #expect(try #require(reading.box("behind")).maxY < last.minY)
  }

  @Test func columnsEndWhereTheyAreToldTo() async throws {
    let reading = try await LayoutReading(
      LayoutDocument {
        Columns(2, gap: 20) {
          Paragraph("left")
          ColumnBreak()
          Paragraph("right")
          Paragraph("below")
          ColumnBreak()
          Paragraph("next")
        }
        Paragraph("behind")
      })
    let boxes = try ["left", "right", "below"].map { try #require(reading.box($0)) }
    let room = PageSize.a4.width - 112
    #expect(abs(boxes[1].minX - boxes[0].minX - (room + 20) / 2) < 1)
    #expect(abs(boxes[0].maxY - boxes[1].maxY) < 0.1 && boxes[2].maxY < boxes[1].minY)
    #expect(reading.pages.count == 2 && reading.box("next", page: 1) != nil)
    #expect(reading.box("behind", page: 1) != nil)
  }

  @Test func whatIsHigherThanAPageIsRefusedWithItsPlace() {
    let line = #line + 2
    let document = LayoutDocument(page: Self.small) {
      Picture(Appearance(), size: PageSize(width: 10, height: 500), alternative: "tall")
    }
    let error = #expect(throws: PDFError.self) { try document.dataAndWait() }
    #expect(error?.message.contains("PageFlowTests.swift:\(line)") == true, "\(error?.message ?? "")")
    #expect(error?.message.contains("500 points high") == true)
  }

  @Test func boxesGoOnOnTheNextPage() async throws {
    let document = LayoutDocument(page: Self.small) {
      Box(BoxStyle(background: .lightGray)) { for number in 1...30 { Paragraph("line \(number)") } }
    }
    let reading = try await LayoutReading(document)
    #expect(reading.pages.count > 2)
    #expect(reading.pages.map(\.string).joined(separator: "\n").split(separator: "\n").count == 30)
  }

  @Test func breaksWithinCellsAreRefused() {
    let document = LayoutDocument { Table([.automatic]) { Row { Cell { PageBreak() } } } }
    #expect(throws: PDFError.self) { try document.dataAndWait() }
  }
}

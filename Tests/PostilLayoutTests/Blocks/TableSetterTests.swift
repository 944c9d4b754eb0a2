import Foundation
import Postil
import PostilLayout
import PostilTestSupport
import Testing

@Suite struct TableSetterTests {
  @Test func cellsAreReadAsTheyWereWritten() async throws {
    let document = LayoutDocument {
      Table([.flexible(), .automatic, .fixed(80)], caption: "Prices") {
        Row.header("Item", "Count", "Price")
        for number in 1...3 { Row("item \(number)", "\(number)", "\(number * 10)") }
        Row {
          Cell("Total", columns: 2)
          Cell("60")
        }
      }
    }
    let reading = try await LayoutReading(document)
    let table = try #require(reading.elements("Table").first)
    #expect(reading.elements("Caption").map(\.text) == ["Prices"])
    let rows = table.elements.flatMap { $0.type == "TR" ? [$0] : $0.elements.filter { $0.type == "TR" } }
    #expect(
      rows.map { $0.elements.map(\.text) } == [
        ["Item", "Count", "Price"], ["item 1", "1", "10"], ["item 2", "2", "20"], ["item 3", "3", "30"],
        ["Total", "60"],
      ])
    #expect(
      rows[0].elements.allSatisfy { $0.type == "TH" && $0.attributes["Table"]?["Scope"] == .name("Column") })
    #expect(rows[4].elements[0].attributes["Table"]?["ColSpan"] == .integer(2))
    let tables = try await reading.document.tables(on: [reading.document.pages[0].id])
    #expect(tables.first?.rowCount == 5 && tables.first?.columnCount == 3)
  }

  @Test func decimalPointsStandBelowEachOther() async throws {
    let numbers = ["1.5", "1000.25", "-7.125"]
    let document = LayoutDocument {
      Table([.automatic.aligned(.decimal)]) { for number in numbers { Row("\(number)") } }
    }
    let reading = try await LayoutReading(document)
    let characters = reading.pages[0].string.unicodeScalars.enumerated().filter { $0.element == "." }.map(
      \.offset)
    let places = try characters.map {
      try #require(reading.pages[0].selection(of: $0..<$0 + 1)).quads[0].bounds.minX
    }
    #expect(places.count == 3)
    for place in places { #expect(abs(place - places[0]) < 0.1) }
  }

  @Test func theHeadIsOnEachPageAndSaidOnce() async throws {
    let document = LayoutDocument(page: PageStyle(PageSize(width: 300, height: 200), margins: 20)) {
      Table([.flexible(), .flexible()]) {
        Row.header("Left", "Right")
        for number in 1...40 { Row("a\(number)", "b\(number)") }
      }
    }
    let reading = try await LayoutReading(document)
    #expect(reading.pages.count > 2)
    for page in reading.pages { #expect(page.string.contains("Left")) }
    #expect(reading.elements("TH").count == 2 && reading.elements("TR").count == 41)
    #expect(reading.structure.artifacts.filter { $0.text.contains("Left") }.count == reading.pages.count - 1)
  }

  @Test func rowsThatAreHigherThanAPageAreDivided() async throws {
    let document = LayoutDocument(page: PageStyle(PageSize(width: 200, height: 200), margins: 20)) {
      Table([.flexible(), .flexible()]) {
        Row {
          Cell { for number in 1...40 { Paragraph("left\(number)") } }
          Cell("short")
        }
      }
    }
    let reading = try await LayoutReading(document)
    #expect(reading.pages.count > 2 && reading.elements("TD").count == 2 && reading.elements("TR").count == 1)
    let all = reading.pages.map(\.string).joined(separator: "\n")
    for number in 1...40 { #expect(all.contains("left\(number)")) }
  }

  @Test func cellsCoverRows() async throws {
    let document = LayoutDocument {
      Table([.fixed(60), .fixed(60)]) {
        Row {
          Cell("tall", rows: 2)
          "one"
        }
        Row("two")
        Row("x", "y")
      }
    }
    let reading = try await LayoutReading(document)
    let (one, two, tall) = (
      try #require(reading.box("one")), try #require(reading.box("two")), try #require(reading.box("tall"))
    )
    #expect(abs(one.minX - two.minX) < 1 && two.maxY < one.minY && tall.maxX < one.minX)
    #expect(reading.elements("TD").first?.attributes["Table"]?["RowSpan"] == .integer(2))
  }

  private static func carrying(_ count: Int) -> LayoutDocument {
    LayoutDocument(page: PageStyle(PageSize(width: 220, height: 200), margins: 20)) {
      Table([.flexible(), .automatic.aligned(.decimal)]) {
        Row.header("Item", "Price")
        for row in 1...count { Row("item \(row)", "\(row)").amount(Decimal(row)) }
      }
      .carryingOver { carried in Row(carried.isAtFoot ? "to carry" : "carried", "\(carried.total)") }
    }
  }

  @Test func totalsAreCarriedOverFromPageToPage() async throws {
    let reading = try await LayoutReading(Self.carrying(30))
    #expect(reading.pages.count > 2)
    var total = 0
    for (index, page) in reading.pages.enumerated() {
      let lines = page.string.split(separator: "\n").map(String.init)
      let rows = page.string.matches(of: /item (\d+)/).compactMap { Int($0.1) }
      #expect(lines.first?.contains("Item") == true)
      #expect(page.string.contains("carried \(total)") == (index > 0), "\(page.string)")
      total += rows.reduce(0, +)
      let isLast = index == reading.pages.count - 1
      #expect(page.string.contains("to carry \(total)") == !isLast, "\(page.string)")
      // Nothing stands in the margin.
      #expect(page.words.allSatisfy { $0.bounds.minY > 19 })
    }
    #expect(total == 465)
    #expect(!reading.structure.elements.map(\.text).joined().contains("carr"))
    #expect(reading.elements("TR").count == 31)
  }

  @Test func groupsCarryOverToo() async throws {
    let table = Table([.flexible(), .automatic.aligned(.decimal)]) {
      for row in 1...30 { Row("item \(row)", "\(row)").amount(Decimal(row)) }
    }
    .carryingOver { carried in Row(carried.isAtFoot ? "to carry" : "carried", "\(carried.total)") }
    let page = PageStyle(PageSize(width: 220, height: 200), margins: 20)
    let reading = try await LayoutReading(LayoutDocument(page: page) { KeepTogether { table } })
    #expect(reading.pages.count > 2)
    for (index, page) in reading.pages.enumerated() {
      #expect(page.string.contains("to carry") == (index < reading.pages.count - 1), "\(page.string)")
    }
    // Where no page ends, nothing could be carried over.
    let others: [any Block] = [
      Columns(2) { table }, Table([.flexible()]) { Row { Cell { table } } },
      Paragraph(Inline("see") + .footnote { table }),
    ]
    for (place, block) in others.enumerated() {
      let error = #expect(throws: PDFError.self, "\(place)") { try LayoutDocument { block }.dataAndWait() }
      #expect(error?.code == .invalidArgument && error?.message.contains("TableSetterTests.swift") == true)
    }
  }

  @Test func tablesThatEndOnTheirPageCarryNothing() async throws {
    for count in 1...12 {
      let reading = try await LayoutReading(Self.carrying(count))
      let all = reading.pages.map(\.string).joined()
      #expect(all.contains("carr") == (reading.pages.count > 1), "\(count)")
      #expect(reading.pages.allSatisfy { $0.string.contains("item") }, "\(count)")
    }
  }

  @Test func tablesWithoutRowsHaveNoHeadOfTheirOwn() async throws {
    let document = LayoutDocument(title: "T", language: "en") {
      Table([.automatic, .automatic]) { Row.header("Left", "Right") }
    }
    let reading = try await LayoutReading(document, conformingTo: [.pdfUA1])
    #expect(reading.types.filter { $0 != "Document" } == ["Table", "TR", "TH", "TH"])
    let full = try await LayoutReading(
      LayoutDocument {
        Table([.automatic]) {
          Row.header("Left")
          Row("1")
        }
      })
    #expect(full.types.contains("THead") && full.types.contains("TBody"))
  }

  @Test func narrowTablesStandWhereTheLanguageBegins() async throws {
    let document = LayoutDocument(language: "he") {
      Table([.fixed(60), .fixed(60)]) { Row("אחד", "12") }
      NumberedList { "רשימה" }
    }
    let reading = try await LayoutReading(document)
    let (one, number) = (try #require(reading.box("אחד")), try #require(reading.box("12")))
    #expect(one.maxX > PageSize.a4.width - 70 && number.maxX > PageSize.a4.width - 200)
    // The dot of the label is on the side of the text.
    #expect(reading.elements("Lbl").map(\.actualText) == ["1."])
    let (digit, dot) = try (
      #require(reading.pages[0].string.unicodeScalars.enumerated().filter { $0.element == "1" }.last?.offset),
      #require(reading.pages[0].string.unicodeScalars.enumerated().first { $0.element == "." }?.offset)
    )
    let boxes = try [digit, dot].map {
      try #require(reading.pages[0].selection(of: $0..<$0 + 1)).quads[0].bounds
    }
    #expect(boxes[1].maxX <= boxes[0].minX + 1)
    #expect(try boxes[1].minX > #require(reading.box("רשימה")).maxX)
  }

  @Test func columnsBeginWhereTheLanguageBegins() async throws {
    let document = LayoutDocument(language: "he") {
      Table([.automatic, .automatic, .flexible()]) { Row("אחד", "two", "three") }
      BulletList { "רשימה" }
    }
    let reading = try await LayoutReading(document)
    let (one, two, three) = (
      try #require(reading.box("אחד")), try #require(reading.box("two")), try #require(reading.box("three"))
    )
    #expect(one.minX > two.maxX && two.minX > three.maxX && one.maxX > PageSize.a4.width - 70)
    #expect(one.maxX - three.minX < 500)
    let (bullet, item) = (try #require(reading.box("•")), try #require(reading.box("רשימה")))
    #expect(bullet.minX > item.maxX)
  }

  @Test func whatHasNoRoomIsRefused() {
    func message(_ columns: [Table.Column], @RowBuilder _ rows: () -> [Row]) -> String {
      let document = LayoutDocument(page: PageStyle(PageSize(width: 200, height: 200), margins: 20)) {
        Table(columns, rows)
      }
      return #expect(throws: PDFError.self) { try document.dataAndWait() }?.message ?? ""
    }
    #expect(message([.automatic]) { Row("a", "b") }.contains("Row 1 has more cells"))
    #expect(message([.automatic]) { Row { Cell("a", rows: 2) } }.contains("covers 2 rows"))
    #expect(message([.fixed(500)]) { Row("a") }.contains("room for 160"))
    #expect(message([.fixed(-1)]) { Row("a") }.contains("cannot be"))
    #expect(message([.flexible(.nan)]) { Row("a") }.contains("share"))
    let word = Inline(String(repeating: "w", count: 60))
    #expect(message([.automatic]) { Row(word) }.contains("make fonts or columns smaller"))
    #expect(message([]) { Row("a") }.contains("1 to 1,000 columns"))
  }

  @Test func theRowOfWhatIsWrongIsSaid() {
    let layout = LayoutDocument {
      Table([.automatic]) {
        Row.header("Head")
        for number in 1...4 { Row(number == 3 ? "\u{E000}" : "\(number)") }
      }
    }
    let error = #expect(throws: PDFError.self) { try layout.dataAndWait() }
    #expect(error?.message.contains("Row 4: ") == true)
  }
}

import Testing

@testable import PostilModel

@Suite struct TableFinderTests {
  /// A word of letters half as wide as they are tall, on a line 10 points tall.
  private func words(_ text: String, _ x: Double, _ y: Double) -> [TableInput.Word] {
    var (words, left): ([TableInput.Word], Double) = ([], x)
    for word in text.split(separator: " ") {
      let right = left + 5 * Double(word.count)
      words.append(.init(box: TableBox(x0: left, y0: y, x1: right, y1: y + 10), text: String(word), size: 10))
      left = right + 3
    }
    return words
  }

  /// Cells stand at the bottom of their rows.
  @Test func aCellOfTwoLinesIsOneRowWithTheCellsBesideItsLast() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    input.words = words("Item", 20, 20) + words("Description", 100, 20) + words("Price", 260, 20)
    for row in 0..<5 {
      let y = 38 + 30 * Double(row)
      input.words += words("First line of text", 100, y)
      input.words +=
        words("Thing \(row)", 20, y + 12) + words("second line of it", 100, y + 12)
        + words("\(row).50", 260, y + 12)
    }
    let table = try #require(TableFinder(input).find().tables.first)
    let rows = (0..<6).map { row in table.cells.filter { $0.rows == row...row }.map(\.text) }
    #expect(rows[0] == ["Item", "Description", "Price"])
    for row in 0..<5 {
      #expect(rows[row + 1] == ["Thing \(row)", "First line of text second line of it", "\(row).50"])
    }
  }

  private func rows(_ input: TableInput, _ count: Int) throws -> [[String]] {
    let table = try #require(TableFinder(input).find().tables.first)
    return (0..<count).map { row in table.cells.filter { $0.rows == row...row }.map(\.text) }
  }

  /// Cells stand in the middle of their rows, which more white parts than their lines.
  @Test func cellsOfSeveralLinesAreRowsThatWhiteParts() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    input.words =
      words("Code", 20, 20) + words("Description", 90, 20) + words("Notes", 200, 20) + words("Value", 320, 20)
    for (row, top) in [38.0, 80, 122].enumerated() {
      for line in 0..<3 { input.words += words("Part \(line) of a text", 90, top + 12 * Double(line)) }
      for line in 0..<2 { input.words += words("Note \(line) beside it", 200, top + 6 + 12 * Double(line)) }
      input.words +=
        words("Thing", 20, top + 6) + words("x\(row)", 20, top + 18) + words("\(row).50", 320, top + 12)
    }
    let rows = try rows(input, 4)
    #expect(rows[0] == ["Code", "Description", "Notes", "Value"])
    for row in 0..<3 {
      #expect(
        rows[row + 1] == [
          "Thing x\(row)", "Part 0 of a text Part 1 of a text Part 2 of a text",
          "Note 0 beside it Note 1 beside it",
          "\(row).50",
        ])
    }
  }

  /// The last row ends with lines that have text in one column only.
  @Test func linesBelowTheLastRowBelongToIt() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    for row in 0..<4 {
      let y = 20 + 70 * Double(row)
      input.words += words("Thing\(row)", 20, y) + words("\(row).50", 320, y)
      for line in 0..<5 { input.words += words("Part \(line) of a text", 120, y + 12 * Double(line)) }
    }
    let rows = try rows(input, 4)
    for row in rows { #expect(row.count == 3 && row[1].hasSuffix("Part 4 of a text")) }
  }

  /// Headings begin at the left of columns whose numbers stand at the right.
  @Test func headingsFarBeforeTheirNumbersAreOfTheirColumns() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 500, height: 400)
    input.words = words("2022", 120, 20) + words("2023", 240, 20) + words("2024", 360, 20)
    for row in 1..<7 {
      let y = 20 + 16 * Double(row)
      input.words += words("Thing", 20, y)
      for column in 0..<3 { input.words += words("\(row)2,345", 195 + 120 * Double(column), y) }
    }
    #expect(try self.rows(input, 7)[0] == ["2022", "2023", "2024"])
  }

  /// Text on one side of the page, and a table on the other, whose lines stand on other heights.
  @Test func aTableBesideRunningTextIsFoundAlone() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 600, height: 800)
    for line in 0..<40 {
      input.words += words("some words of a long text that goes on", 20, 20 + 12 * Double(line))
    }
    for row in 0..<5 {
      for (column, text) in ["Name", "\(row).5", "7\(row)"].enumerated() {
        input.words += words(text, 320 + 80 * Double(column), 27 + 14 * Double(row))
      }
    }
    for line in 0..<30 {
      input.words += words("other words of a long text that goes on", 320, 130 + 12 * Double(line))
    }
    let tables = TableFinder(input).find().tables
    #expect(tables.count == 1 && tables[0].cells.count == 15)
  }

  /// Rows in groups of two are rows all the same.
  @Test func whiteBetweenGroupsOfRowsPartsNoCells() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    for row in 0..<8 {
      let y = 20 + 12 * Double(row) + 10 * Double(row / 2)
      input.words += words("Thing\(row)", 20, y) + words("\(row).50", 120, y) + words("1\(row)", 220, y)
    }
    let rows = try rows(input, 8)
    #expect(rows.allSatisfy { $0.count == 3 })
  }

  @Test func columnsOfANewspaperAreNoTable() {
    var input = TableInput(words: [], rulings: [], fills: [], width: 600, height: 800)
    for line in 0..<30 {
      for column in 0..<3 {
        input.words += words(
          line % 7 == 6 ? "end of it." : "some words of a long text", 20 + 160 * Double(column),
          20 + 12 * Double(line))
      }
    }
    #expect(TableFinder(input).find().tables.isEmpty)
  }

  /// Times stand so close that their distance could be that of words.
  @Test func narrowGapsBetweenValuesPartColumns() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    for row in 0..<9 {
      var x = 20.0
      for value in ["Place", "10:1\(row)", "11:2\(row)", "12:3\(row)", "13:4\(row)"] {
        input.words += words(value, x, 20 + 14 * Double(row))
        x += 5 * Double(value.count) + 7
      }
    }
    #expect(try rows(input, 9).allSatisfy { $0.count == 5 })
  }

  @Test func tablesOfScriptsFromTheRightBeginThere() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    let (name, rest) = ("\u{5D0}\u{5D1}\u{5D2}\u{5D3}", "\u{5D4}\u{5D5}\u{5D6}")
    for row in 0..<6 {
      let y = 20 + 20 * Double(row)
      // Words stand from the right too.
      input.words += words("\(row)5", 60, y) + words("1\(row)", 160, y) + words("\(rest) \(name)", 260, y)
    }
    let table = try #require(TableFinder(input).find().tables.first)
    #expect(table.cells.prefix(3).map(\.text) == ["\(name) \(rest)", "10", "05"])
    #expect(table.cells[0].box.x0 == 260 && table.cells[2].box.x0 == 60)
  }

  /// Cells at places from the left, on lines of 14 points.
  private func grid(_ rows: [[String]], at places: [Double], top: Double = 20) -> [TableInput.Word] {
    rows.enumerated().flatMap { row, texts in
      zip(texts, places).flatMap { text, x in words(text, x, top + 14 * Double(row)) }
    }
  }

  @Test func mathematicsIsNoTable() {
    let systems: [[[String]]] = [
      [["", "1", "0", "2", ""], ["A = (", "0", "1", "4", ")"], ["", "0", "0", "7", ""]],
      [["x", "= 3", "(I)"], ["2 x", "= 0", "(II)"], ["x", "= 1", "(III)"]],
      [
        ["\u{239B}\u{239D}", "a", "b", "\u{239E}\u{23A0}"], ["", "c", "d", ""], ["", "1", "2", ""],
        ["", "3", "4", ""],
      ],
      [["1", "\u{2200}x", "9"], ["2", "x \u{2208} A", "8"], ["3", "\u{2211} x", "7"]],
    ]
    for rows in systems {
      var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
      input.words = grid(rows, at: [20, 80, 140, 200, 260])
      #expect(TableFinder(input).find().tables.isEmpty)
    }
  }

  /// Negative numbers in brackets, also where these stand apart, and signs beside text.
  @Test func tablesWithSignsOfMathematicsAreTables() {
    let tables: [[[String]]] = [
      [
        ["Taxes", "( 12 )", "7"], ["Fees", "( 3 )", "(8)"], ["Fines", "4", "( 9 )"], ["Total", "( 11", ")"],
      ],
      [
        ["\u{2208}", "is an element of", "1"], ["\u{2200}", "for all of these", "2"],
        ["\u{2211}", "sum of a row", "3"],
      ],
    ]
    for rows in tables {
      var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
      input.words = grid(rows, at: [20, 80, 240])
      #expect(TableFinder(input).find().tables.count == 1)
    }
  }

  @Test func aCaptionPartsTablesThatAreCloseToEachOther() {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    let rows = [
      ["Year", "Grants", "Loans"], ["2008", "12", "7"], ["2009", "15", "9"], ["2010", "11", "4"],
    ]
    input.words =
      grid(rows, at: [20, 120, 220]) + words("Table 2. Amounts", 20, 76)
      + grid(rows, at: [20, 120, 220], top: 90)
    #expect(TableFinder(input).find().tables.map(\.cells.count) == [12, 12])
  }

  /// It does not go on with the number above it.
  @Test func theHeadingOfASectionInTheMiddleIsOverAllColumns() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    let rows = [["Area", "2000", "2005"], ["Ohio", "12", "7"], ["Iowa", "15", "9"]]
    let more = [["Utah", "11", "4"], ["Texas", "5", "6"]]
    input.words =
      grid(rows, at: [20, 125, 230]) + words("South", 122, 62) + grid(more, at: [20, 125, 230], top: 76)
    let table = try #require(TableFinder(input).find().tables.first)
    let heading = try #require(table.cells.first { $0.text == "South" })
    #expect(heading.rows == 3...3 && heading.columns == 0...2)
    #expect(table.cells.contains { $0.text == "15" } && table.cells.count == 16)
  }

  @Test func rulesAcrossTwoColumnsOfTextBoundOneTable() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 600, height: 800)
    func text(_ top: Double) {
      for line in 0..<20 {
        for x in [20.0, 320] {
          input.words += words("some words of a long text that goes on", x, top + 12 * Double(line))
        }
      }
    }
    text(20)
    let rows = (0..<8).map { ["Name\($0)", "1\($0)", "2\($0)", "3\($0)"] }
    input.words += grid([["State", "2008", "2009", "2010"]] + rows, at: [20, 200, 340, 440], top: 280)
    for y in [276.0, 292, 406] { input.rulings.append(.horizontal(y: y, x0: 20, x1: 500)) }
    text(440)
    let tables = TableFinder(input).find().tables
    #expect(tables.count == 1 && tables[0].cells.count == 36 && tables[0].isRuled)
  }

  /// A long text beside a label is no paragraph with its bullet there.
  @Test func rowsBetweenRulesMayHoldRunningText() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    input.words = words("Term", 20, 20) + words("Meaning", 100, 20)
    for row in 0..<4 {
      let y = 36 + 42 * Double(row)
      input.words += words("Term\(row)", 20, y)
      for line in 0..<3 {
        input.words += words("a long text of so many words as fill it", 100, y + 12 * Double(line))
      }
      input.rulings.append(.horizontal(y: y - 3, x0: 20, x1: 320))
    }
    input.rulings.append(.horizontal(y: 201, x0: 20, x1: 320))
    let rows = try rows(input, 5)
    #expect(rows[0] == ["Term", "Meaning"] && rows.allSatisfy { $0.count == 2 })
  }

  @Test func whetherLinesAreDrawnIsTold() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    input.words = grid((0..<4).map { ["Name\($0)", "1\($0)", "2\($0)"] }, at: [20, 120, 220])
    #expect(TableFinder(input).find().tables.map(\.isRuled) == [false])
    for y in stride(from: 18.0, through: 74, by: 14) {
      input.rulings.append(.horizontal(y: y, x0: 10, x1: 300))
    }
    #expect(TableFinder(input).find().tables.map(\.isRuled) == [true])
    for x in [10.0, 110, 210, 300] { input.rulings.append(.vertical(x: x, y0: 18, y1: 74)) }
    #expect(TableFinder(input).find().tables.map(\.isRuled) == [true])
  }

  private func rulings(_ xs: [Double], _ ys: [Double]) -> [TableInput.Ruling] {
    guard let left = xs.first, let right = xs.last, let top = ys.first, let bottom = ys.last else {
      return []
    }
    return ys.map { .horizontal(y: $0, x0: left, x1: right) }
      + xs.map { .vertical(x: $0, y0: top, y1: bottom) }
  }

  /// The outer table has the text of the inner one as that of a cell, whichever has more lines.
  @Test(arguments: [2, 5]) func aTableInACellIsItsText(_ count: Int) throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    let bottom = 56 + 20 * Double(count)
    input.rulings =
      rulings([10, 110, 300], [10, 36, bottom, bottom + 26])
      + rulings([120, 180, 240], (0...count).map { 46 + 20 * Double($0) })
    input.words =
      words("Name", 16, 18) + words("Parts", 116, 18) + words("Thing", 16, 60)
      + words("Other", 16, bottom + 8)
      + words("plain", 116, bottom + 8)
    for row in 0..<count {
      input.words +=
        words("a\(row)", 126, 51 + 20 * Double(row)) + words("b\(row)", 186, 51 + 20 * Double(row))
    }
    let tables = TableFinder(input).find().tables
    #expect(tables.count == 1)
    let inner = (0..<count).map { "a\($0) b\($0)" }.joined(separator: " ")
    #expect(try rows(input, 3) == [["Name", "Parts"], ["Thing", inner], ["Other", "plain"]])
  }

  /// Without lines of its own, it stands beside cells of one line.
  @Test func aTableWithoutLinesInACellIsItsText() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    input.rulings = rulings([10, 110, 300], [10, 36, 100, 126])
    input.words =
      words("Name", 16, 18) + words("Parts", 116, 18) + words("Thing", 16, 60) + words("Other", 16, 108)
      + words("plain", 116, 108)
      + grid((0..<4).map { ["a\($0)", "b\($0)"] }, at: [116, 200], top: 40)
    #expect(
      try rows(input, 3) == [
        ["Name", "Parts"], ["Thing", "a0 b0 a1 b1 a2 b2 a3 b3"], ["Other", "plain"],
      ])
  }

  /// Rooms have no rows and columns in common.
  @Test func aPlanIsNoTable() {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    // One room in the middle of four.
    let rooms = [
      (10.0, 10.0, 210.0, 110.0), (210, 10, 310, 210), (110, 210, 310, 310), (10, 110, 110, 310),
      (110, 110, 210, 210),
    ]
    for (number, room) in rooms.enumerated() {
      input.rulings += rulings([room.0, room.2], [room.1, room.3])
      input.words += words("Room\(number)", room.0 + 20, room.1 + 40)
    }
    #expect(TableFinder(input).find().tables.isEmpty)
  }

  @Test func boxesThatLinesJoinAreNoTable() {
    var input = TableInput(words: [], rulings: [], fills: [], width: 500, height: 400)
    for (text, x, y) in [
      ("Board", 160.0, 20.0), ("Sales", 20, 100), ("Tests", 160, 100), ("Costs", 300, 100),
    ] {
      input.rulings += rulings([x, x + 100], [y, y + 24])
      input.words += words(text, x + 30, y + 7)
    }
    input.rulings += [.horizontal(y: 70, x0: 70, x1: 350), .vertical(x: 210, y0: 44, y1: 100)]
    input.rulings += [70.0, 350].map { .vertical(x: $0, y0: 70, y1: 100) }
    #expect(TableFinder(input).find().tables.isEmpty)
  }

  /// Axes that cross, with their scales beside them.
  @Test func axesWithScalesAreADrawing() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    input.rulings = [.horizontal(y: 200, x0: 40, x1: 360), .vertical(x: 200, y0: 40, y1: 360)]
    for value in -3...3 where value != 0 {
      let (text, place) = ("\(value)", 200 + 50 * Double(value))
      input.words += words(text, place - 2.5 * Double(text.count), 205)
      input.words += words(text, 195 - 5 * Double(text.count), 395 - place)
      input.rulings += [.vertical(x: place, y0: 60, y1: 340), .horizontal(y: place, x0: 60, x1: 340)]
    }
    let found = TableFinder(input).find()
    #expect(found.tables.isEmpty)
    let box = try #require(found.drawings.first)
    #expect(found.drawings.count == 1 && box.x0 < 60 && box.x1 > 340 && box.y0 < 60 && box.y1 > 340)
  }

  /// Years go on evenly, and have values beside them.
  @Test func aTableOfYearsAndNumbersIsNoChart() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    input.words = grid(
      [["Rank", "2001", "2002", "2003", "2004"]] + (0..<5).map { ["\(5 - $0)", "7\($0)", "3", "12", "8"] },
      at: [20, 80, 140, 200, 260])
    #expect(try rows(input, 6)[5] == ["1", "74", "3", "12", "8"])
  }

  /// Lines of a paragraph run on where rows of the table beside it begin.
  @Test(arguments: [true, false]) func aParagraphIsNoColumnOfTheTableBesideIt(_ isLeft: Bool) throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 500, height: 400)
    let text = ["Some words of a text that goes", "on and on over many lines of it"]
    for line in 0..<12 {
      input.words += words(text[min(line, 1)], isLeft ? 20 : 250, 20 + 13 * Double(line))
    }
    let places = [0.0, 60, 110].map { (isLeft ? 250 : 20) + $0 }
    input.words += grid((0..<5).map { ["Name\($0)", "1\($0)", "2\($0)"] }, at: places, top: 34)
    let tables = TableFinder(input).find().tables
    #expect(tables.count == 1)
    #expect(try rows(input, 5) == (0..<5).map { ["Name\($0)", "1\($0)", "2\($0)"] })
  }

  /// Labels of rows are long, and begin anew with each.
  @Test func longLabelsAreAColumn() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 500, height: 400)
    for row in 0..<5 {
      input.words +=
        words("Words of a long label as it is", 20, 20 + 13 * Double(row))
        + words("\(row).5", 250, 20 + 13 * Double(row))
        + words("1\(row)", 310, 20 + 13 * Double(row))
    }
    #expect(try rows(input, 5)[4] == ["Words of a long label as it is", "4.5", "14"])
  }

  @Test func statementsOfProgramsAreNoTable() {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    input.words = grid(
      (0..<6).map { ["node[place]", "(name\($0))", "{};"] }, at: [20, 120, 220])
    #expect(TableFinder(input).find().tables.isEmpty)
  }

  /// The numbers of chapters and of sections stand in columns of their own.
  @Test func aListOfContentsWithSeveralLevelsIsNoTable() {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    for chapter in 0..<4 {
      let (y, page) = (20 + 56 * Double(chapter), 10 * chapter + 11)
      input.words += words("\(chapter)", 20, y) + words("Chapter", 40, y) + words("\(page)", 300, y)
      for section in 1...3 {
        let y = y + 14 * Double(section)
        input.words +=
          words("\(chapter).\(section)", 40, y) + words("Section ........", 80, y)
          + words("\(page + section)", 300, y)
      }
    }
    #expect(TableFinder(input).find().tables.isEmpty)
  }

  /// Headings that are wider than their numbers are flush with these, and keep no gaps among themselves that part cells for sure.
  @Test func headingsThatAreFlushWithTheirColumnsAreOfTheTable() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    let ends = [118.0, 156, 194]
    input.words = words("Programnames", 20, 20)
    for (end, heading) in zip(ends, ["Grants", "Credit", "Others"]) {
      input.words += words(heading, end - 5 * Double(heading.count), 20)
    }
    for row in 1..<6 {
      input.words += words("Name\(row)", 20, 20 + 13 * Double(row))
      for end in ends { input.words += words("1\(row)", end - 10, 20 + 13 * Double(row)) }
    }
    #expect(try rows(input, 6)[0] == ["Programnames", "Grants", "Credit", "Others"])
  }
}

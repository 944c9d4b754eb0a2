import Testing

@testable import PostilModel

@Suite struct TableChoiceTests {
  private let page = PageID(number: 1)
  private let view = PageTransform(cropBox: PageRect(x: 0, y: 0, width: 200, height: 200), rotation: .none)

  private func bounds(row: Int, column: Int) -> PageRect {
    PageRect(x: 20 + 40 * Double(column), y: 150 - 20 * Double(row), width: 10, height: 10)
  }

  /// A table of letters, two in each row and column, as tags say it.
  private func tagged(_ rows: [String]) -> PageTable {
    var cells: [PageTable.Cell] = []
    for (row, letters) in rows.enumerated() {
      for (column, letter) in letters.enumerated() where letter != " " {
        let place = ["abcd", "efgh", "ijkl"].enumerated().compactMap { line, text in
          text.firstIndex(of: letter).map { (line, text.distance(from: text.startIndex, to: $0)) }
        }[0]
        cells.append(
          .init(
            String(letter), rows: row..<row + 1, columns: column..<column + 1,
            bounds: bounds(row: place.0, column: place.1)))
      }
    }
    return PageTable(cells, on: page, source: .tags)
  }

  /// Producers leave out cells without text: what follows them is not in their column.
  @Test func cellsThatStandInOtherColumnsAreNotTrue() {
    func table(_ columns: [Int]) -> PageTable {
      let full = "abc".enumerated().map { column, letter in
        PageTable.Cell(
          String(letter), rows: 0..<1, columns: column..<column + 1, bounds: bounds(row: 0, column: column))
      }
      // "e" and "g" stand in the first and the third column.
      let short = zip(["e", "g"], zip([0, 2], columns)).map { letter, place in
        PageTable.Cell(
          letter, rows: 1..<2, columns: place.1..<place.1 + 1, bounds: bounds(row: 1, column: place.0))
      }
      return PageTable(full + short, on: page, source: .tags)
    }
    let layout = layout(["abc", "e g"])
    #expect(TableChoice.isSeen(table([0, 2]), layout))
    #expect(!TableChoice.isSeen(table([0, 1]), layout))
  }

  /// A page that shows some letters at their places.
  private func layout(_ rows: [String], tables: [[PageTable.Cell]] = []) -> PageLayout {
    var (characters, boxes): ([Unicode.Scalar], [SIMD4<Float>]) = ([], [])
    for (row, letters) in rows.enumerated() {
      for (column, letter) in letters.unicodeScalars.enumerated() {
        let rect = bounds(row: row, column: column)
        characters.append(letter)
        boxes.append(SIMD4(Float(rect.minX), Float(rect.minY), Float(rect.maxX), Float(rect.maxY)))
      }
      characters.append("\n")
      boxes.append(.zero)
    }
    return PageLayout(
      PageText(characters: characters, boxes: boxes), tables: tables.map { .init($0) }, view: view)
  }

  private func sources(_ rows: [String], _ shown: [String], found: [PageTable.Cell]) -> [StructureSource] {
    TableChoice.tables(tagged: [tagged(rows)], layout: layout(shown, tables: [found]), on: page).map(\.source)
  }

  private let found = [
    PageTable.Cell("ab", rows: 0..<1, columns: 0..<1, bounds: PageRect(x: 20, y: 130, width: 50, height: 30))
  ]

  @Test func tagsAreTakenWhereTheySayWhatIsSeen() {
    #expect(sources(["ab", "ef"], ["ab", "ef"], found: found) == [.tags])
    // From right to left.
    #expect(sources(["ba", "fe"], ["ab", "ef"], found: found) == [.tags])
  }

  @Test func tagsThatSayOtherThanWhatIsSeenAreNotTaken() {
    // Content that is not tagged, one row for all, rows in each other's place.
    #expect(sources(["ab", "ij"], ["abcd", "efgh", "ijkl"], found: found) == [.layout])
    #expect(sources(["abef"], ["ab", "ef"], found: found) == [.layout])
    #expect(sources(["ij", "ab", "ef"], ["ab", "ef", "ij"], found: found) == [.layout])
    var empty = tagged(["ab", "ef"])
    for index in empty.cells.indices { empty.cells[index].bounds = .zero }
    #expect(TableChoice.tables(tagged: [empty], layout: layout(["ab", "ef"]), on: page).isEmpty)
  }

  @Test func whatIsFoundBesidesStaysInOrder() {
    let below = [
      PageTable.Cell("x", rows: 0..<1, columns: 0..<1, bounds: PageRect(x: 20, y: 20, width: 50, height: 30))
    ]
    let above = [
      PageTable.Cell("y", rows: 0..<1, columns: 0..<1, bounds: PageRect(x: 20, y: 180, width: 50, height: 10))
    ]
    let tables = TableChoice.tables(
      tagged: [tagged(["ab", "ef"])], layout: layout(["ab", "ef"], tables: [above, found, below]), on: page)
    #expect(tables.map(\.source) == [.layout, .tags, .layout])
    #expect(tables.map { $0.cells[0].text } == ["y", "a", "x"])
  }
}

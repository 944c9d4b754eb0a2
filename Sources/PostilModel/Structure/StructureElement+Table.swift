extension StructureElement {
  /// A table of a page as an element: `Table`, with `TR`, `TH` and `TD`, and what cells span as attributes.
  package init(_ table: PageTable) {
    self.init("Table")
    var rest = table.cells[...]
    // Up to which row each column is taken by a cell from above.
    var taken = Array(repeating: 0, count: table.columnCount)
    for row in 0..<table.rowCount {
      var element = StructureElement("TR")
      var column = 0
      while let cell = rest.first, cell.rows.lowerBound <= row {
        rest = rest.dropFirst()
        // Places without text have cells too, so that columns are told.
        while column < cell.columns.lowerBound {
          if taken[column] <= row { element.kids.append(.element(StructureElement("TD"))) }
          column += 1
        }
        for place in cell.columns { taken[place] = max(taken[place], cell.rows.upperBound) }
        var content = StructureContent(cell.text, on: table.page)
        content.bounds = cell.bounds
        var one = StructureElement(cell.isHeader ? "TH" : "TD", kids: [.content(content)])
        if cell.rows.count > 1 {
          one.attributes["Table", default: [:]]["RowSpan"] = .integer(cell.rows.count)
        }
        if cell.columns.count > 1 {
          one.attributes["Table", default: [:]]["ColSpan"] = .integer(cell.columns.count)
        }
        element.kids.append(.element(one))
        column = max(column, cell.columns.upperBound)
      }
      kids.append(.element(element))
    }
  }

  /// The table that it is, by its rows and cells (ISO 32000-2, 14.8.4.8.3); `nil` if it is none, or nothing is in it.
  ///
  /// Cells come as the structure has them; those that it gives the same place as others move to the right.
  ///
  /// - Complexity: O(cells × columns).
  public var table: PageTable? {
    guard role == "Table", let page = firstContent?.page else { return nil }
    return table(rows, on: page)
  }

  /// The parts of the table that it is, by pages: a row is on the page on which it begins.
  ///
  /// - Complexity: O(cells × columns).
  package var tablesByPage: [PageTable] {
    guard role == "Table" else { return [] }
    var parts: [(page: PageID, rows: [StructureElement])] = []
    for row in rows {
      guard let page = row.firstContent?.page ?? parts.last?.page else { continue }
      if parts.last?.page != page { parts.append((page, [])) }
      parts[parts.count - 1].rows.append(row)
    }
    return parts.compactMap { table($0.rows, on: $0.page) }
  }

  private func table(_ rows: [StructureElement], on page: PageID) -> PageTable? {
    var cells: [PageTable.Cell] = []
    // Up to which row each column is taken by a cell from above.
    var taken: [Int] = []
    for (row, element) in rows.enumerated() {
      var column = 0
      for cell in element.elements where Self.cells.contains(cell.role) {
        while column < taken.count, taken[column] > row { column += 1 }
        guard column < Self.mostColumns else { break }
        let width = min(cell.span("ColSpan"), Self.mostColumns - column)
        let height = min(cell.span("RowSpan"), rows.count - row)
        if taken.count < column + width { taken += Array(repeating: 0, count: column + width - taken.count) }
        for place in column..<column + width { taken[place] = row + height }
        let text = StructureText.joined(cell.textSaidOnce).split(whereSeparator: \.isWhitespace).joined(
          separator: " ")
        if !text.isEmpty {
          cells.append(
            PageTable.Cell(
              text, rows: row..<row + height, columns: column..<column + width,
              bounds: cell.bounds(on: page) ?? .zero, isHeader: cell.role == "TH"))
        }
        column += width
      }
    }
    return cells.isEmpty ? nil : PageTable(cells, on: page, source: .tags)
  }

  private static let cells: Set<String> = ["TH", "TD"]
  /// A table with more columns is none.
  private static let mostColumns = 1_000

  /// Its rows, those of its parts included.
  private var rows: [StructureElement] {
    elements.flatMap { element -> [StructureElement] in
      switch element.role {
      case "TR": [element]
      case "THead", "TBody", "TFoot": element.elements.filter { $0.role == "TR" }
      default: []
      }
    }
  }

  private func span(_ name: String) -> Int {
    guard case .integer(let count)? = attributes["Table"]?[name] else { return 1 }
    return min(max(count, 1), Self.mostColumns)
  }

  /// What it says, once where the head of a table that is repeated on several pages has its content on each of them.
  private var textSaidOnce: String {
    guard actualText == nil else { return text }
    var parts: [PageID: String] = [:]
    forEach { element, _ in
      for content in element.contents where !content.text.isEmpty {
        parts[content.page, default: ""] +=
          (parts[content.page] == nil || content.isJoined ? "" : " ") + content.text
      }
    }
    guard parts.count > 1, let first = parts.values.first, parts.values.allSatisfy({ $0 == first }) else {
      return text
    }
    return first
  }

  /// The smallest rectangle around what it has on a page.
  private func bounds(on page: PageID) -> PageRect? {
    var rects: [PageRect] = []
    forEach { element, _ in rects += element.contents.filter { $0.page == page }.compactMap(\.bounds) }
    return rects.isEmpty ? nil : PageRect.union(of: rects)
  }

  /// How far columns of two parts of a table may be apart, in points.
  private static let columnTolerance = 12.0

  /// It, with the rows of a table on the next page that has the same columns; `nil` if that is another table.
  package func continued(by other: PageTable) -> StructureElement? {
    guard let table, table.columnCount == other.columnCount, table.columnCount > 1,
      abs(table.bounds.minX - other.bounds.minX) < Self.columnTolerance,
      abs(table.bounds.maxX - other.bounds.maxX) < Self.columnTolerance
    else { return nil }
    var rest = StructureElement(other)
    // The head is repeated.
    if let head = rows.first, let again = rest.elements.first, head.text == again.text {
      rest.kids.removeFirst()
    }
    var result = self
    result.kids += rest.kids
    return result
  }
}

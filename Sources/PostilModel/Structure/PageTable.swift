/// A table of a page: known by its tags, by the lines between its cells, or by what stands in rows and columns.
public struct PageTable: Sendable, Hashable, Codable {
  /// A cell that has text.
  public struct Cell: Sendable, Hashable, Codable {
    /// The rows that it spans, from 0 on.
    public var rows: Range<Int>
    /// The columns that it spans, from 0 on.
    public var columns: Range<Int>
    /// What it says, on one line.
    public var text: String
    /// The smallest rectangle around its text, in page space.
    public var bounds: PageRect
    /// Whether tags say that it is a heading of rows or columns (`TH`).
    public var isHeader: Bool

    /// Makes a cell.
    public init(
      _ text: String, rows: Range<Int>, columns: Range<Int>, bounds: PageRect = .zero, isHeader: Bool = false
    ) {
      (self.text, self.rows, self.columns, self.bounds) = (text, rows, columns, bounds)
      self.isHeader = isHeader
    }
  }

  /// The page.
  public var page: PageID
  /// The cells that have text, row by row.
  public var cells: [Cell]
  /// What it is known by: tags or layout.
  public var source: StructureSource
  /// Whether lines are drawn around it or between its cells, by which it is known; if not, ``StructureSource/layout`` is a guess from columns of
  /// text. `false` of what tags say.
  public var isRuled: Bool

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - cells: The cells that have text, row by row.
  ///   - page: The page.
  ///   - source: What it is known by.
  ///   - isRuled: Whether lines are drawn around it or between its cells.
  public init(
    _ cells: [Cell], on page: PageID, source: StructureSource = .layout, isRuled: Bool = false
  ) {
    (self.cells, self.page, self.source, self.isRuled) = (cells, page, source, isRuled)
  }

  /// How many rows there are.
  public var rowCount: Int { cells.reduce(0) { max($0, $1.rows.upperBound) } }
  /// How many columns there are.
  public var columnCount: Int { cells.reduce(0) { max($0, $1.columns.upperBound) } }
  /// The smallest rectangle around all text, in page space.
  public var bounds: PageRect { PageRect.union(of: cells.map(\.bounds)) }

  /// The texts by rows; one that spans several places stands at the first of them, the others are empty.
  ///
  /// - Complexity: O(rows × columns).
  public var rows: [[String]] {
    let columnCount = columnCount
    var rows = [[String]](repeating: Array(repeating: "", count: columnCount), count: rowCount)
    for cell in cells {
      if rows[cell.rows.lowerBound][cell.columns.lowerBound].isEmpty {
        rows[cell.rows.lowerBound][cell.columns.lowerBound] = cell.text
      } else {
        rows[cell.rows.lowerBound][cell.columns.lowerBound] += " " + cell.text
      }
    }
    return rows
  }
}

// MARK: - Texts

extension PageTable {
  /// The table as comma-separated values, quoted as RFC 4180 says; each row ends with a line feed alone.
  public var csv: String {
    rows.map { row in
      row.map { text in
        text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
          ? "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
          : text
      }.joined(separator: ",") + "\n"
    }.joined()
  }

  /// The table as GitHub Flavored Markdown has it, the first row as its head.
  public var markdown: String {
    func line(_ row: [String]) -> String {
      "| "
        + row.map { $0.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|") }
        .joined(separator: " | ") + " |\n"
    }
    guard let head = rows.first else { return "" }
    return line(head) + line(head.map { _ in "---" }) + rows.dropFirst().map(line).joined()
  }

  /// The table as HTML, with spans.
  public var html: String {
    var result = "<table>\n"
    var rest = cells[...]
    let covered = coveredPlaces
    for row in 0..<rowCount {
      result += "<tr>"
      var column = 0
      while let cell = rest.first, cell.rows.lowerBound == row {
        rest = rest.dropFirst()
        while column < cell.columns.lowerBound {
          if !covered.contains([row, column]) { result += "<td></td>" }
          column += 1
        }
        let spans =
          (cell.rows.count > 1 ? " rowspan=\"\(cell.rows.count)\"" : "")
          + (cell.columns.count > 1 ? " colspan=\"\(cell.columns.count)\"" : "")
        let name = cell.isHeader ? "th" : "td"
        result += "<\(name)\(spans)>\(StructureText.escapedForHTML(cell.text))</\(name)>"
        column = max(column, cell.columns.upperBound)
      }
      result += "</tr>\n"
    }
    return result + "</table>\n"
  }

  /// Rows and columns that cells from rows above reach over.
  private var coveredPlaces: Set<[Int]> {
    var places: Set<[Int]> = []
    for cell in cells {
      for row in cell.rows.dropFirst() { for column in cell.columns { places.insert([row, column]) } }
    }
    return places
  }
}

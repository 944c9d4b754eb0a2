import PostilModel

/// A table as spreadsheets write it (RFC 4180): rows of texts, of which the first has the names of the columns. Columns are
/// divided by commas, semicolons or tabs, whichever the first row has.
package struct CSVTable: Sendable {
  package let columns: [String]
  package let rows: [[String]]

  private static let mostCells = 10_000_000

  /// - Throws: `PDFError` with code `.invalidArgument`, which says the line if one is wrong.
  package init(_ text: String) throws {
    var lines = try Self.lines(text)
    guard !lines.isEmpty else {
      throw PDFError(.invalidArgument, "The table is empty: its first row names the fields.")
    }
    columns = lines.removeFirst().cells
    guard Set(columns).count == columns.count else {
      throw PDFError(.invalidArgument, "The table has two columns of one name: give each field once.")
    }
    let count = columns.count
    if let wrong = lines.first(where: { $0.cells.count != count }) {
      throw PDFError(
        .invalidArgument,
        "Line \(wrong.number) of the table does not have as many cells as there are columns: \(wrong.cells.count), not \(count)."
      )
    }
    rows = lines.map(\.cells)
  }

  private struct Line {
    var number: Int
    var cells: [String]
  }

  private static func separator(_ text: String.UnicodeScalarView) -> Unicode.Scalar {
    let first = text.prefix { $0 != "\n" && $0 != "\r" }
    let candidates: [Unicode.Scalar] = [",", ";", "\t"]
    return candidates.max { a, b in first.count { $0 == a } < first.count { $0 == b } } ?? ","
  }

  private static func lines(_ text: String) throws -> [Line] {
    var scalars = text.unicodeScalars[...]
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    let separator = separator(String.UnicodeScalarView(scalars))
    var lines: [Line] = []
    var cells: [String] = []
    var cell = String.UnicodeScalarView()
    var (number, start, count) = (1, 1, 0)
    var isQuoted = false
    func refused(_ what: String) -> PDFError {
      PDFError(.invalidArgument, "Line \(number) of the table: \(what).")
    }
    func endCell() {
      cells.append(String(cell))
      cell.removeAll()
      count += 1
    }
    func endLine() {
      endCell()
      // Empty lines are no rows.
      if cells != [""] { lines.append(Line(number: start, cells: cells)) }
      cells = []
      number += 1
      start = number
    }
    while let scalar = scalars.popFirst() {
      guard count < mostCells else { throw refused("it has too many cells; divide it") }
      if isQuoted {
        if scalar == "\n" { number += 1 }
        guard scalar == "\"" else {
          cell.append(scalar)
          continue
        }
        if scalars.first == "\"" {
          scalars.removeFirst()
          cell.append(scalar)
        } else {
          isQuoted = false
          if let next = scalars.first, next != separator, next != "\n", next != "\r" {
            throw refused("a quotation mark inside a cell must be doubled")
          }
        }
      } else if scalar == "\"", cell.isEmpty {
        isQuoted = true
      } else if scalar == separator {
        endCell()
      } else if scalar == "\n" || scalar == "\r" {
        if scalar == "\r", scalars.first == "\n" { scalars.removeFirst() }
        endLine()
      } else {
        cell.append(scalar)
      }
    }
    guard !isQuoted else { throw refused("a quotation mark is missing at the end") }
    if !cell.isEmpty || !cells.isEmpty { endLine() }
    return lines
  }
}

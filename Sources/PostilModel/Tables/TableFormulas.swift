/// Tells matrices, systems of equations and other displayed mathematics, and the statements of programs, which are set in rows and columns
/// too, from tables.
enum TableFormulas {
  /// The part of the rows that show by their signs that they are mathematics.
  private static let formulaRows = 1.0 / 3
  /// A cell with so many words of several letters each is one of text, whatever signs are in it.
  private static let wordsOfText = 3

  /// Whether cells are mathematics.
  ///
  /// - Complexity: O(letters)
  static func areFormulas(_ cells: [TableCell]) -> Bool {
    var rows: [Int: Row] = [:]
    for cell in cells.sorted(by: { $0.columns.lowerBound < $1.columns.lowerBound }) {
      rows[cell.rows.lowerBound, default: Row()].add(cell)
    }
    let formulas = rows.values.count { $0.isFormula }
    return Double(formulas) >= formulaRows * Double(rows.count)
  }

  /// The part of the rows that end as statements do.
  private static let statementRows = 0.5

  /// Whether most rows end as statements of programs do: with a semicolon or a brace.
  ///
  /// - Complexity: O(cells)
  static func areStatements(_ cells: [TableCell]) -> Bool {
    var ends: [Int: (column: Int, isStatement: Bool)] = [:]
    for cell in cells {
      let (row, column) = (cell.rows.lowerBound, cell.columns.lowerBound)
      guard ends[row].map({ $0.column < column }) ?? true, let last = cell.words.last?.text.last else {
        continue
      }
      ends[row] = (column, last == ";" || last == "{" || last == "}")
    }
    return Double(ends.values.count { $0.isStatement }) >= statementRows * Double(ends.count)
  }

  /// What the cells of a row have of mathematics.
  private struct Row {
    private var hasSigns = false
    private var (hasLoneBracket, hasText) = (false, false)
    /// How many brackets are open behind the cells so far, and whether one reached over cells.
    private var open = 0
    private var isBracketed = false

    var isFormula: Bool { isBracketed || hasLoneBracket || hasSigns && !hasText }

    mutating func add(_ cell: TableCell) {
      let before = open
      var closed = 0
      for word in cell.words {
        for scalar in word.text.unicodeScalars {
          if TableFormulas.opening.contains(scalar) { open += 1 }
          if TableFormulas.closing.contains(scalar) {
            open -= 1
            closed = min(closed, open - before)
          }
        }
      }
      // Numbers in brackets are negative ones, also where the brackets stand apart.
      let isNumber = TableText.isValue(cell.words.joined)
      if closed < 0, before > 0, !isNumber { isBracketed = true }
      open = max(open, 0)
      if !isNumber, cell.words.contains(where: { TableFormulas.isBracket($0.text) }) { hasLoneBracket = true }
      if cell.words.count(where: { TableFormulas.isText($0.text) }) >= TableFormulas.wordsOfText {
        hasText = true
      } else if let first = cell.words.first, let last = cell.words.last {
        let isSide =
          cell.words.count > 1
          && (TableFormulas.isRelation(first.text) || TableFormulas.isRelation(last.text))
        if isSide || cell.words.contains(where: { $0.text.unicodeScalars.contains(where: isOfFormulas) }) {
          hasSigns = true
        }
      }
    }
  }

  private static let opening = Set("([{\u{27E8}".unicodeScalars)
  private static let closing = Set(")]}\u{27E9}".unicodeScalars)

  /// Whether a word is nothing but brackets: those that reach over several lines are letters of their own.
  private static func isBracket(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { opening.contains($0) || closing.contains($0) || isPiece($0) }
  }

  /// Whether a word has several letters that are none of mathematics.
  private static func isText(_ text: String) -> Bool {
    text.unicodeScalars.count { $0.isAlphabetic && !isOfFormulas($0) } > 1
  }

  private static func isRelation(_ text: String) -> Bool {
    switch text {
    case "=", ":=", "\u{2254}", "\u{2260}", "\u{2261}", "\u{2243}", "\u{2245}", "\u{2248}": true
    default: false
    }
  }

  /// Pieces of tall brackets, and braces above and below.
  private static func isPiece(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x239B...0x23B3, 0x23DC...0x23E1, 0xFE35...0xFE38: true
    default: false
    }
  }

  /// Signs that stand in formulas alone: operators and relations of sets and logic, sums, integrals, letters of mathematics.
  private static func isOfFormulas(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x21A6, 0x21D0...0x21D4, 0x21DD, 0x27F9, 0x27FA, 0x2200...0x2204, 0x2207...0x2211, 0x2218,
      0x2227...0x2233,
      0x2282...0x228B, 0x1D400...0x1D7CB:
      true
    default: isPiece(scalar)
    }
  }
}

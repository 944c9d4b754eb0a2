/// A text table with aligned columns.
struct Table {
  private var rows: [[String]]
  private let rightAligned: Set<Int>

  /// Makes a table; columns whose title begins with `>` are aligned to the right.
  init(_ titles: [String] = []) {
    rightAligned = Set(titles.indices.filter { titles[$0].hasPrefix(">") })
    rows = titles.isEmpty ? [] : [titles.map { $0.hasPrefix(">") ? String($0.dropFirst()) : $0 }]
  }

  mutating func add(_ row: [String]) { rows.append(row.map(\.printable)) }

  var text: String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.indices.map { pad(row[$0], to: widths[$0], right: rightAligned.contains($0)) }
      let line = cells.joined(separator: "  ")
      return line.reversed().drop { $0 == " " }.reversed() + "\n"
    }.joined()
  }

  private func pad(_ text: String, to width: Int, right: Bool) -> String {
    let space = String(repeating: " ", count: max(width - text.count, 0))
    return right ? space + text : text + space
  }
}

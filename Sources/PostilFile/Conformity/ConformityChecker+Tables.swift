import PostilModel

/// Tables in the structure tree (ISO 14289-1, 7.2 and 7.5).
extension ConformityChecker {
  /// A cell of a table.
  private struct TableCell {
    let isHeader: Bool
    let columns: Int
    let rows: Int
    let scope: String?
    let hasHeaders: Bool
  }

  /// Larger tables are not looked at.
  private static let (mostRows, mostColumns) = (100_000, 10_000)

  func checkTable(_ table: PDFDictionary, _ tree: StructureTree, _ place: ObjectID?) {
    guard let rows = rows(of: table, tree) else { return }
    checkRowLengths(rows, place)
    checkHeaders(rows, place)
  }

  /// The cells of a table; `nil` if there are other elements where rows should be, too many, or spans that are no numbers.
  private func rows(of table: PDFDictionary, _ tree: StructureTree) -> [[TableCell]]? {
    var (rows, pending): ([[TableCell]], [PDFObject]) = ([], tree.kids(of: table).reversed())
    var seen: Set<ObjectID> = []
    while let next = pending.popLast() {
      if let id = next.reference, !seen.insert(id).inserted { return nil }
      guard let element = objects.resolve(next).dictionary, objects.resolve(element["S"]).name != nil else {
        continue
      }
      switch tree.role(of: element) {
      case "THead", "TBody", "TFoot": pending += tree.kids(of: element).reversed()
      case "TR":
        guard rows.count < Self.mostRows, let cells = cells(of: element, tree) else { return nil }
        rows.append(cells)
      case "Caption": break
      default: return nil
      }
    }
    return rows
  }

  private func cells(of row: PDFDictionary, _ tree: StructureTree) -> [TableCell]? {
    var cells: [TableCell] = []
    for kid in tree.kids(of: row) {
      guard let element = objects.resolve(kid).dictionary, objects.resolve(element["S"]).name != nil else {
        continue
      }
      let role = tree.role(of: element)
      guard role == "TH" || role == "TD" else { return nil }
      let attributes = tree.attributes(of: element)["Table"] ?? [:]
      func span(_ key: String) -> Int? {
        guard let value = attributes[key] else { return 1 }
        guard case .integer(let count) = value, (1...Self.mostColumns).contains(count) else {
          return nil
        }
        return count
      }
      guard let columns = span("ColSpan"), let rows = span("RowSpan") else { return nil }
      cells.append(
        TableCell(
          isHeader: role == "TH", columns: columns, rows: rows,
          scope: attributes["Scope"].flatMap { if case .name(let name) = $0 { name } else { nil } },
          hasHeaders: !(attributes["Headers"]?.array ?? []).isEmpty))
    }
    return cells
  }

  private func checkRowLengths(_ rows: [[TableCell]], _ place: ObjectID?) {
    // For how many rows to come cells cover how many columns.
    var covering: [(rows: Int, columns: Int)] = []
    var first: Int?
    for (index, row) in rows.enumerated() {
      let length = row.reduce(covering.reduce(0) { $0 + $1.columns }) { $0 + $1.columns }
      guard length <= Self.mostColumns else { return }
      if let first, first != length {
        return report(.rowLengths, "Row \(index + 1) has \(length) columns, and the first \(first).", place)
      }
      first = length
      covering = (covering + row.map { ($0.rows, $0.columns) }).compactMap {
        $0.rows > 1 ? ($0.rows - 1, $0.columns) : nil
      }
    }
  }

  /// A cell needs a header of its column or row, or names its headers. Where in the column that is, is not looked at.
  private func checkHeaders(_ rows: [[TableCell]], _ place: ObjectID?) {
    let cells = rows.flatMap(\.self)
    guard cells.contains(where: { $0.isHeader && $0.scope == nil }),
      !cells.contains(where: { $0.isHeader && $0.scope.map { $0 != "Row" } == true })
    else { return }
    let isLost = rows.contains { row in
      !row.contains { $0.isHeader && $0.scope != nil } && row.contains { !$0.isHeader && !$0.hasHeaders }
    }
    if isLost { report(.tableHeaders, "One does not.", place) }
  }
}

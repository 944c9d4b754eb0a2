/// Cuts cells of a lattice where their text shows columns that no ruling parts.
struct LatticeColumns {
  let em: Double
  let xs: [Double]

  /// Gaps in em that part pieces of text in a cell.
  private static let pieceGap = 0.6
  /// How far text may reach over a line of the grid, in em.
  private static let overlap = 0.2
  /// Lines nearer to a cell's edge, in points, are the edge.
  private static let edge = 1.0
  /// In a column without rulings, only wide gaps part, and if there are several lines; in em.
  private static let wideGap = 1.0
  private static let fewestLines = 3

  func cut(_ cells: [LatticeCell]) -> [LatticeCell] {
    let parted = cells.flatMap(cutAtGrid)
    // What stands in several lines beside cells of one line has columns of its own: it is another table.
    let lone = loneCells(parted)
    let cells = parted.indices.filter { !lone.contains($0) }.map { parted[$0] }
    var rivers: [Double] = []
    for (left, right) in zip(xs, xs.dropFirst()) {
      let lines = cells.filter { abs($0.box.x0 - left) < Self.edge && abs($0.box.x1 - right) < Self.edge }
        .flatMap(\.words.lines)
      guard lines.count >= Self.fewestLines else { continue }
      rivers += TableRivers(lines, em: em, gap: Self.wideGap, isStrict: true).positions
    }
    return (rivers.isEmpty ? cells : cells.flatMap { cut($0, at: rivers) }) + lone.sorted().map { parted[$0] }
  }

  /// The places of the cells of several lines all of whose neighbors between the same lines have one.
  private func loneCells(_ cells: [LatticeCell]) -> Set<Int> {
    let bands = Dictionary(grouping: cells.indices) { LatticeBand(cells[$0].box) }
    return Set(
      bands.values.compactMap { band in
        let tall = band.filter { cells[$0].words.lines.count > 1 }
        return band.count > 1 && tall.count == 1 ? tall[0] : nil
      })
  }

  private func pieces(_ cell: LatticeCell) -> [TablePiece] {
    cell.words.lines.flatMap { $0.words.pieces(gap: Self.pieceGap * em) }
  }

  /// Cuts a cell over several columns of the grid if its pieces stay within these and fill more than one.
  private func cutAtGrid(_ cell: LatticeCell) -> [LatticeCell] {
    let inner = lines(xs, within: cell.box)
    guard !inner.isEmpty else { return [cell] }
    let pieces = pieces(cell)
    let reach = Self.overlap * em
    for piece in pieces {
      let next = inner.firstPlace { $0 > piece.x0 + reach }
      if next < inner.count, inner[next] < piece.x1 - reach { return [cell] }
    }
    let parts = parts(of: cell, pieces, at: inner)
    return parts.count >= 2 ? parts : [cell]
  }

  private func cut(_ cell: LatticeCell, at rivers: [Double]) -> [LatticeCell] {
    let inner = lines(rivers, within: cell.box)
    guard !inner.isEmpty else { return [cell] }
    let pieces = pieces(cell)
    let free = inner.filter { line in !pieces.contains { $0.x0 < line && line < $0.x1 } }
    return parts(of: cell, pieces, at: free)
  }

  private func lines(_ lines: [Double], within box: TableBox) -> [Double] {
    lines.filter { box.x0 + Self.edge < $0 && $0 < box.x1 - Self.edge }
  }

  /// What of a cell is between lines, without what is empty.
  private func parts(of cell: LatticeCell, _ pieces: [TablePiece], at lines: [Double]) -> [LatticeCell] {
    let edges = [cell.box.x0] + lines + [cell.box.x1]
    var words = [[TableWord]](repeating: [], count: edges.count - 1)
    for piece in pieces where piece.middle >= edges[0] {
      let part = edges.firstPlace { $0 > piece.middle } - 1
      if words.indices.contains(part) { words[part] += piece.words }
    }
    return words.indices.filter { !words[$0].isEmpty }.map { part in
      LatticeCell(
        box: TableBox(x0: edges[part], y0: cell.box.y0, x1: edges[part + 1], y1: cell.box.y1),
        words: words[part])
    }
  }
}

/// Cells with the same top and bottom, to a point.
private struct LatticeBand: Hashable {
  let top, bottom: Int

  init(_ box: TableBox) {
    // Rounds: no coordinate is below -1e6, and positive numbers are cut downwards.
    top = Int(box.y0 + 1_000_000.5)
    bottom = Int(box.y1 + 1_000_000.5)
  }
}

/// Cuts cells beside each other into rows where no ruling does: a cell holds one number.
struct LatticeRows {
  let em: Double

  func cut(_ cells: [LatticeCell]) -> [LatticeCell] {
    var bands: [LatticeBand: [LatticeCell]] = [:]
    var order: [LatticeBand] = []
    for cell in cells {
      let band = LatticeBand(cell.box)
      if bands[band] == nil { order.append(band) }
      bands[band, default: []].append(cell)
    }
    return order.flatMap { cut(band: (bands[$0] ?? []).sorted { $0.box.x0 < $1.box.x0 }) }
  }

  private func cut(band: [LatticeCell]) -> [LatticeCell] {
    guard (2...ColumnSet.capacity).contains(band.count), needsCut(band), let first = band.first,
      let last = band.last
    else { return band }
    var columns: [Int: Int] = [:]
    for (column, cell) in band.enumerated() { for word in cell.words { columns[word.id] = column } }
    let lines = band.flatMap(\.words).lines
    var layout = TableLayout(columns: band.count, lines: [])
    for line in lines {
      var pieces: [PlacedPiece] = []
      for word in line.words {
        guard let column = columns[word.id] else { continue }
        if let place = pieces.firstIndex(where: { $0.first == column }) {
          pieces[place].words.append(word)
          pieces[place].x1 = word.box.x1
        } else {
          pieces.append(
            PlacedPiece(first: column, last: column, x0: word.box.x0, x1: word.box.x1, words: [word]))
        }
      }
      pieces.sort { $0.first < $1.first }
      for piece in pieces { layout.extents[piece.first].add(piece.x0, piece.x1) }
      layout.lines.append(pieces)
    }
    let rows = TableRows(lines, layout, rules: nil, em: em).rows
    var edges = [first.box.y0]
    for (row, next) in zip(rows, rows.dropFirst()) {
      edges.append((lines[row.upperBound].bottom + lines[next.lowerBound].top) / 2)
    }
    edges.append(last.box.y1)
    var result: [LatticeCell] = []
    for (number, row) in rows.enumerated() {
      var words = [[TableWord]](repeating: [], count: band.count)
      for line in row { for piece in layout.lines[line] { words[piece.first] += piece.words } }
      for (cell, words) in zip(band, words) where !words.isEmpty {
        result.append(
          LatticeCell(
            box: TableBox(x0: cell.box.x0, y0: edges[number], x1: cell.box.x1, y1: edges[number + 1]),
            words: words))
      }
    }
    return result
  }

  /// Whether numbers stand below each other in a cell, and others have several lines too.
  private func needsCut(_ band: [LatticeCell]) -> Bool {
    var (tall, stacked) = (0, false)
    for cell in band {
      let lines = cell.words.lines
      guard lines.count >= 2 else { continue }
      tall += 1
      let numbers = lines.count {
        let text = $0.words.joined
        return TableText.isValue(text) && TableText.hasDigit(text)
      }
      if numbers >= 2, 2 * numbers >= lines.count { stacked = true }
    }
    return stacked && tall >= 2
  }
}

/// Columns of a table, of which there are few.
struct ColumnSet: Equatable {
  private var bits: UInt64 = 0

  /// What has more columns is no table: they would be narrower than text.
  static let capacity = 64

  init() {}

  init(from first: Int, through last: Int) {
    for column in Swift.max(first, 0)..<Swift.max(Swift.min(last + 1, Self.capacity), Swift.max(first, 0)) {
      insert(column)
    }
  }

  static let label = ColumnSet(from: 0, through: 0)

  var isEmpty: Bool { bits == 0 }
  var count: Int { bits.nonzeroBitCount }

  mutating func insert(_ column: Int) {
    if (0..<Self.capacity).contains(column) { bits |= 1 << UInt64(column) }
  }

  mutating func formUnion(_ other: ColumnSet) { bits |= other.bits }
  func contains(_ column: Int) -> Bool {
    (0..<Self.capacity).contains(column) && bits >> UInt64(column) & 1 == 1
  }
  func meets(_ other: ColumnSet) -> Bool { bits & other.bits != 0 }
  func isSubset(of other: ColumnSet) -> Bool { bits & ~other.bits == 0 }
}

/// White that runs down between the columns of lines.
struct TableRivers {
  /// Their middles, from the left.
  private(set) var positions: [Double] = []

  /// The part of the lines whose text may stand in a river: headings of groups and odd long labels cross it.
  private static let crossedPart = 0.25
  /// So many lines have a gap there, and so many times more than cross it.
  private static let fewestGaps = 2
  private static let gapsPerCrossing = 2
  /// The part of the lines that have a gap there, where only sure rivers count.
  private static let strictPart = 0.5
  /// How wide, in em, the stretch that fewest lines cross is; or else all of the river.
  private static let narrowestStretch = 0.25
  private static let narrowestRiver = 0.5
  /// Text that is wider, in points, is on no page.
  private static let widest = 20_000

  /// - Parameters:
  ///   - gap: What parts pieces, in em.
  ///   - values: What parts values, in em.
  init(_ lines: [TableLine], em: Double, gap: Double, values: Double? = nil, isStrict: Bool = false) {
    let rows = lines.map { $0.words.pieces(gap: gap * em, values: values.map { $0 * em }) }
      .filter { $0.count >= 2 }
    guard rows.count >= 2, let left = rows.compactMap(\.first?.x0).min(),
      let right = rows.compactMap(\.last?.x1).max()
    else { return }
    // One point after the other: the columns of tables are farther apart. Coordinates are below 1e6.
    let start = Int(left)
    let count = Int(right) + 1 - start + 1
    guard count > 0, count <= Self.widest else { return }
    var crossings = [Int](repeating: 0, count: count + 1)
    var gaps = crossings
    func add(_ from: Int, _ to: Int, _ counts: inout [Int]) {
      let (from, to) = (max(from - start, 0), min(to - start, count))
      guard from < to else { return }
      counts[from] += 1
      counts[to] -= 1
    }
    for row in rows {
      for piece in row { add(Int(piece.x0), Int(piece.x1 + 0.999), &crossings) }
      for (piece, next) in zip(row, row.dropFirst()) { add(Int(piece.x1 + 0.999), Int(next.x0), &gaps) }
    }
    for point in 1..<(count + 1) {
      crossings[point] += crossings[point - 1]
      gaps[point] += gaps[point - 1]
    }
    let most = max(1, Self.crossedPart * Double(rows.count))
    let fewest = max(Double(Self.fewestGaps), isStrict ? Self.strictPart * Double(lines.count) : 0)
    func isFree(_ point: Int) -> Bool {
      Double(crossings[point]) <= most && Double(gaps[point]) >= fewest
        && gaps[point] >= Self.gapsPerCrossing * crossings[point]
    }
    var point = 0
    while point < count {
      var end = point
      while end < count, isFree(end) { end += 1 }
      if end > point {
        let stretch = Self.widestStretch(crossings[point..<end])
        if Double(stretch.count) >= Self.narrowestStretch * em
          || Double(end - point) >= Self.narrowestRiver * em
        {
          positions.append(Double(start + stretch.lowerBound) + Double(stretch.count) / 2)
        }
      }
      point = max(end, point + 1)
    }
  }

  /// The widest stretch of points that fewest lines cross.
  private static func widestStretch(_ crossings: ArraySlice<Int>) -> Range<Int> {
    let fewest = crossings.min() ?? 0
    var best = crossings.startIndex..<crossings.startIndex
    var start = crossings.startIndex
    while start < crossings.endIndex {
      var end = start
      while end < crossings.endIndex, crossings[end] == fewest { end += 1 }
      if end - start > best.count { best = start..<end }
      start = max(end, start + 1)
    }
    return best
  }
}

/// A piece of a line and the columns that it spans.
struct PlacedPiece {
  var first, last: Int
  var x0, x1: Double
  var words: [TableWord]

  var columns: ColumnSet { ColumnSet(from: first, through: last) }
  var isValue: Bool { first == last && TableText.isValue(words.joined) }
}

/// From where to where a column has text of its own.
struct ColumnExtent {
  private(set) var low = Double.infinity
  private(set) var high = -Double.infinity

  var isEmpty: Bool { high < low }
  var middle: Double { (low + high) / 2 }

  mutating func add(_ start: Double, _ end: Double) { (low, high) = (min(low, start), max(high, end)) }
}

/// The pieces of lines, in columns.
struct TableLayout {
  var columnCount: Int { extents.count }
  var lines: [[PlacedPiece]]
  var extents: [ColumnExtent]

  init(columns: Int, lines: [[PlacedPiece]]) {
    self.lines = lines
    extents = Array(repeating: ColumnExtent(), count: columns)
  }

  /// How far a piece may reach out of a column, in em, and be the column's own.
  private static let ownReach = 0.1
  /// How much of a column's text a piece spans if it spans the column, in em.
  private static let spanned = 0.2
  /// So many lines may head the columns.
  private static let headingLines = 2
  /// Lines with more pieces are those of no table.
  private static let mostPieces = 300

  /// Puts lines into the columns between boundaries; `nil` if there are too many pieces.
  init?(_ lines: [TableLine], _ boundaries: [Double], gaps: TableGaps, em: Double) {
    let columns = ColumnBoundaries(boundaries)
    self.init(columns: boundaries.count + 1, lines: [])
    var pieces: [[(piece: TablePiece, column: Int)]] = []
    for (number, line) in lines.enumerated() {
      let cut = line.words.pieces(gap: gaps.piece * em, values: gaps.value * em)
        .flatMap { columns.cut($0, gaps: gaps, em: em) }
      guard cut.count <= Self.mostPieces else { return nil }
      var placed = cut.map { (piece: $0, column: columns.column(of: $0.x0, $0.x1)) }
      // Headings of numbers that stand flush right may begin far before these: one for each column is enough to know.
      if number < Self.headingLines,
        zip(placed, placed.dropFirst()).contains(where: { $0.column >= $1.column }),
        zip(cut, cut.dropFirst()).allSatisfy({ $1.x0 - $0.x1 >= gaps.cell * em })
      {
        let first = cut.count == columnCount ? 0 : 1
        if cut.count == columnCount - first, first == 0 || cut[0].x0 >= boundaries[0] {
          for place in placed.indices { placed[place].column = first + place }
        }
      }
      pieces.append(placed)
      for (piece, column) in pieces[pieces.count - 1] {
        let reach = Self.ownReach * em
        if column == 0 || piece.x0 >= boundaries[column - 1] - reach,
          column == boundaries.count || piece.x1 <= boundaries[column] + reach
        {
          extents[column].add(piece.x0, piece.x1)
        }
      }
    }
    self.lines = pieces.map { placed($0, em: em) }
  }

  private func placed(_ line: [(piece: TablePiece, column: Int)], em: Double) -> [PlacedPiece] {
    var pieces = line.map { piece, column in
      var result = PlacedPiece(first: column, last: column, x0: piece.x0, x1: piece.x1, words: piece.words)
      for (other, extent) in extents.enumerated() where extent.high > extent.low {
        guard min(extent.high, piece.x1) - max(extent.low, piece.x0) > Self.spanned * em else { continue }
        (result.first, result.last) = (min(result.first, other), max(result.last, other))
      }
      return result
    }
    // A column that a neighbor has taken is not spanned.
    for place in pieces.indices {
      for next in pieces.indices.dropFirst(place + 1) where pieces[place].last >= pieces[next].first {
        let (column, nextColumn) = (line[place].column, line[next].column)
        if column < nextColumn {
          pieces[place].last = min(pieces[place].last, nextColumn - 1)
          pieces[next].first = max(pieces[next].first, min(nextColumn, pieces[place].last + 1))
        } else {
          pieces[place].last = min(pieces[place].last, column)
          pieces[next].first = max(pieces[next].first, pieces[place].last)
          pieces[next].last = max(pieces[next].first, pieces[next].last)
        }
      }
    }
    // Pieces in the same column belong together.
    var result: [PlacedPiece] = []
    for piece in pieces {
      if let last = result.indices.last, piece.first <= result[last].last {
        result[last].last = max(result[last].last, piece.last)
        result[last].x1 = piece.x1
        result[last].words += piece.words
      } else {
        result.append(piece)
      }
    }
    for place in result.indices { result[place].last = max(result[place].first, result[place].last) }
    return result
  }
}

/// Where columns meet.
struct ColumnBoundaries {
  private let positions: [Double]

  init(_ positions: [Double]) { self.positions = positions }

  /// The column that most of a stretch is in.
  func column(of x0: Double, _ x1: Double) -> Int {
    var best = (overlap: -Double.infinity, column: 0)
    for column in 0...positions.count {
      let left = column > 0 ? positions[column - 1] : -Self.farOut
      let right = column < positions.count ? positions[column] : Self.farOut
      let overlap = min(right, x1) - max(left, x0)
      if overlap > best.overlap { best = (overlap, column) }
    }
    return best.column
  }

  private static let farOut = 1e7

  /// How far from a gap, in em, a boundary may be that is in it.
  private static let reach = 0.15
  /// No gap is narrower, in em.
  private static let narrowestGap = 0.1
  /// How many times as wide as a piece's usual gap one is that parts columns.
  private static let widerThanUsual = 1.5
  /// How much less than the gap between pieces a piece's only gap may be, in em.
  private static let leeway = 0.05

  /// Cuts a piece where a boundary runs through a gap that is wider than its word spaces.
  func cut(_ piece: TablePiece, gaps: TableGaps, em: Double) -> [TablePiece] {
    let words = piece.words
    var cuts: [Int] = []
    for position in positions where piece.x0 < position && position < piece.x1 {
      let place = words.indices.dropFirst().first { place in
        let (left, right) = (words[place - 1].box.x1, words[place].box.x0)
        return left - Self.reach * em <= position && position <= right + Self.reach * em
          && right - left >= Self.narrowestGap * em
      }
      guard let place else { continue }
      let gap = words[place].box.x0 - words[place - 1].box.x1
      let others = words.indices.dropFirst().filter { $0 != place }
        .map { words[$0].box.x0 - words[$0 - 1].box.x1 }
      let isWider =
        others.isEmpty ? gap >= (gaps.piece - Self.leeway) * em : gap > Self.widerThanUsual * others.median
      if isWider, cuts.last.map({ $0 < place }) ?? true { cuts.append(place) }
    }
    guard !cuts.isEmpty else { return [piece] }
    return zip([0] + cuts, cuts + [words.count]).compactMap { start, end in
      let part = Array(words[start..<end])
      guard let bounds = part.bounds, let first = part.first else { return nil }
      return TablePiece(x0: first.box.x0, x1: bounds.x1, words: part)
    }
  }
}

extension QRSymbol {
  /// A corner of a module: its column and row, from 0 to the width, from the upper left.
  struct Corner: Hashable {
    var column: Int
    var row: Int
  }

  /// The outlines of the dark modules, joined where they touch: filled by the even-odd rule they are the symbol, without seams
  /// between modules, and in less than half the bytes of a square for each.
  var outlines: [[Corner]] {
    // Each edge between dark and light, led around the dark module with that at its right.
    var ends: [Corner: [Corner]] = [:]
    for row in 0..<width {
      for column in 0..<width where isDark(column, row) {
        let (left, top) = (Corner(column: column, row: row), Corner(column: column + 1, row: row))
        let (right, bottom) = (
          Corner(column: column + 1, row: row + 1), Corner(column: column, row: row + 1)
        )
        if !isDark(column, row - 1) { ends[left, default: []].append(top) }
        if !isDark(column + 1, row) { ends[top, default: []].append(right) }
        if !isDark(column, row + 1) { ends[right, default: []].append(bottom) }
        if !isDark(column - 1, row) { ends[bottom, default: []].append(left) }
      }
    }
    var result: [[Corner]] = []
    for row in 0...width {
      for column in 0...width {
        let start = Corner(column: column, row: row)
        while ends[start] != nil { result.append(Self.outline(from: start, &ends)) }
      }
    }
    return result
  }

  /// Takes the edges of one outline out, and gives the corners where it turns.
  private static func outline(from start: Corner, _ ends: inout [Corner: [Corner]]) -> [Corner] {
    var corners: [Corner] = []
    var current = start
    repeat {
      guard var next = ends[current], let end = next.popLast() else { break }
      ends[current] = next.isEmpty ? nil : next
      if corners.count > 1, isStraight(corners[corners.count - 2], corners[corners.count - 1], end) {
        corners.removeLast()
      } else if corners.isEmpty {
        corners.append(current)
      }
      corners.append(end)
      current = end
    } while current != start
    // The last one is the first one again.
    if corners.last == corners.first { corners.removeLast() }
    return corners
  }

  private static func isStraight(_ a: Corner, _ b: Corner, _ c: Corner) -> Bool {
    (a.column == b.column && b.column == c.column) || (a.row == b.row && b.row == c.row)
  }
}

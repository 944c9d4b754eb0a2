/// A straight ruling: where it stands across its direction, and from where to where it runs.
struct TableRuling {
  var position: Double
  var start, end: Double

  var length: Double { end - start }
}

/// Rulings of one direction, by position: finds those near a place without a look at all.
struct TableRulings {
  let rulings: [TableRuling]

  init(_ rulings: [TableRuling]) {
    self.rulings = rulings.sorted { ($0.position, $0.start, $0.end) < ($1.position, $1.start, $1.end) }
  }

  /// Those between two positions, without these.
  func between(_ low: Double, _ high: Double) -> ArraySlice<TableRuling> {
    let start = rulings.firstPlace { $0.position > low }
    let end = rulings.firstPlace { $0.position >= high }
    return start < end ? rulings[start..<end] : []
  }

  /// Those within a distance of a position.
  func near(_ position: Double, within distance: Double) -> ArraySlice<TableRuling> {
    let start = rulings.firstPlace { $0.position >= position - distance }
    let end = rulings.firstPlace { $0.position > position + distance }
    return start < end ? rulings[start..<end] : []
  }

  /// Joins pieces of rulings: double strokes and the edges of thin rectangles are one.
  init(merging pieces: [TableRuling], shortest: Double) {
    var merged: [TableRuling] = []
    let sorted = TableRulings(pieces).rulings
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end].position - sorted[end - 1].position <= Self.sameLine,
        sorted[end].position - sorted[start].position <= 2 * Self.sameLine
      {
        end += 1
      }
      merged += Self.joined(sorted[start..<end].sorted { $0.start < $1.start })
      start = end
    }
    self.init(merged.filter { $0.length > shortest })
  }

  /// Joins rulings of one line where they meet. It stands where the longest piece does.
  private static func joined(_ line: [TableRuling]) -> [TableRuling] {
    var result: [TableRuling] = []
    var longest = (length: 0.0, position: 0.0)
    for piece in line {
      let candidate = (length: piece.length, position: piece.position)
      if let last = result.indices.last, piece.start <= result[last].end + 2 * sameLine {
        result[last].end = max(result[last].end, piece.end)
        longest = max(longest, candidate, by: <)
        result[last].position = longest.position
      } else {
        result.append(piece)
        longest = candidate
      }
    }
    return result
  }

  /// How far from each other pieces of one ruling lie, in points, across it; twice that far along it: strokes and rasterized edges are no
  /// wider, whatever the size of the type.
  private static let sameLine = 1.5
}

private func max<Value>(_ first: Value, _ second: Value, by isLess: (Value, Value) -> Bool) -> Value {
  isLess(first, second) ? second : first
}

/// The stretches of a line that rulings cover.
struct TableCoverage {
  /// From the start, none of them meeting.
  private var stretches: [(start: Double, end: Double)] = []

  init(_ rulings: some Sequence<TableRuling>) {
    for ruling in rulings.sorted(by: { $0.start < $1.start }) {
      if let last = stretches.indices.last, ruling.start <= stretches[last].end {
        stretches[last].end = max(stretches[last].end, ruling.end)
      } else {
        stretches.append((ruling.start, ruling.end))
      }
    }
  }

  /// The part of a stretch that is covered, 0 to 1.
  func share(from start: Double, to end: Double) -> Double {
    var total = 0.0
    var place = stretches.firstPlace { $0.end > start }
    while place < stretches.count, stretches[place].start < end {
      total += min(end, stretches[place].end) - max(start, stretches[place].start)
      place += 1
    }
    return total / max(end - start, 1e-6)
  }
}

/// Rulings that touch each other, directly or by others.
struct RulingGroup {
  var horizontal: [TableRuling] = []
  var vertical: [TableRuling] = []

  var count: Int { horizontal.count + vertical.count }

  var box: TableBox? {
    guard let x0 = horizontal.map(\.start).min(), let x1 = horizontal.map(\.end).max(),
      let y0 = vertical.map(\.start).min(), let y1 = vertical.map(\.end).max()
    else { return nil }
    return TableBox(x0: x0, y0: y0, x1: x1, y1: y1)
  }

  /// - Complexity: O(*n*²) at worst, where all cross all; *n* is at most ``TableFinder/mostRulings``.
  static func groups(_ horizontal: TableRulings, _ vertical: TableRulings, within distance: Double)
    -> [RulingGroup]
  {
    let (across, down) = (horizontal.rulings, vertical.rulings)
    var parents = Array(0..<(across.count + down.count))
    func root(_ item: Int) -> Int {
      var item = item
      while parents[item] != item {
        parents[item] = parents[parents[item]]
        item = parents[item]
      }
      return item
    }
    for (number, ruling) in across.enumerated() {
      let start = down.firstPlace { $0.position >= ruling.start - distance }
      var place = start
      while place < down.count, down[place].position <= ruling.end + distance {
        if down[place].start - distance <= ruling.position, ruling.position <= down[place].end + distance {
          parents[root(number)] = root(across.count + place)
        }
        place += 1
      }
    }
    var groups: [RulingGroup] = []
    var numbers: [Int: Int] = [:]
    for item in parents.indices {
      let key = root(item)
      let number = numbers[key] ?? groups.count
      if number == groups.count {
        numbers[key] = number
        groups.append(RulingGroup())
      }
      if item < across.count {
        groups[number].horizontal.append(across[item])
      } else {
        groups[number].vertical.append(down[item - across.count])
      }
    }
    return groups
  }
}

extension Array {
  /// The first place from which on a condition holds; its end if there is none.
  func firstPlace(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension [Double] {
  /// The means of what lies close together, in order.
  func clusters(within distance: Double) -> [Double] {
    var result: [Double] = []
    var (sum, members, last) = (0.0, 0.0, 0.0)
    for value in sorted() {
      if members > 0, value - last > distance {
        result.append(sum / members)
        (sum, members) = (0, 0)
      }
      (sum, members, last) = (sum + value, members + 1, value)
    }
    if members > 0 { result.append(sum / members) }
    return result
  }

  /// The place of the nearest, among sorted ones.
  func nearestPlace(to value: Double) -> Int {
    let place = firstPlace { $0 >= value }
    guard place > 0 else { return 0 }
    guard place < count else { return count - 1 }
    return value - self[place - 1] <= self[place] - value ? place - 1 : place
  }
}

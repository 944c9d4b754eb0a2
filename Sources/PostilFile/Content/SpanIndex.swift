/// Which of many ranges of numbers, which may overlap, holds a number: the one that was given last.
struct SpanIndex {
  /// Where a range begins, or one has ended before, in order.
  private let bounds: [Int]
  /// The range that holds the numbers from each bound to the next; -1 for none.
  private let holders: [Int]

  /// - Complexity: O(n log n) in the number of ranges, however they overlap.
  init(_ ranges: [ClosedRange<Int>]) {
    let all = Set(ranges.flatMap { [$0.lowerBound, $0.upperBound &+ 1] }).sorted()
    var holders = [Int](repeating: -1, count: all.count)
    // From each bound on the next one that no range holds so far; paths are shortened on the way.
    var next = Array(0...all.count)
    func free(_ start: Int) -> Int {
      var place = start
      while next[place] != place {
        next[place] = next[next[place]]
        place = next[place]
      }
      return place
    }
    for (index, range) in ranges.enumerated().reversed() {
      var place = free(Self.last(all, range.lowerBound))
      while place < all.count, all[place] <= range.upperBound {
        holders[place] = index
        next[place] = place + 1
        place = free(place + 1)
      }
    }
    (bounds, self.holders) = (all, holders)
  }

  /// The index of the range that holds a number; `nil` if none does. O(log n).
  subscript(number: Int) -> Int? {
    let place = Self.last(bounds, number)
    return place >= 0 && holders[place] >= 0 ? holders[place] : nil
  }

  /// The index of the last bound that is not above a number; -1 if all are.
  private static func last(_ bounds: [Int], _ number: Int) -> Int {
    var (low, high) = (0, bounds.count)
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }
}

/// Which pages of two documents are the same page.
struct PageAlignment {
  /// How much two pages look like versions of one.
  enum Likeness: Int, Comparable {
    /// Of different sizes, or only one of them has text.
    case none
    /// They may be: if there are as many of one as of the other, they are.
    case possible
    /// They share most of their words.
    case sameWords

    static func < (a: Likeness, b: Likeness) -> Bool { a.rawValue < b.rawValue }
  }

  /// The index in the older document of each page of the newer one; `nil` for added pages.
  private(set) var oldIndices: [Int?]
  /// The indices in the newer document of pages that stand elsewhere among the others.
  private(set) var moved: Set<Int> = []

  /// - Parameters:
  ///   - old: What tells pages of the older document apart: equal for a page that did not change.
  ///   - new: The same of the newer document.
  ///   - likeness: How much two pages that are not equal look like versions of one.
  /// - Complexity: O(pages × differences).
  init<Token: Hashable>(_ old: [Token], _ new: [Token], likeness: (_ old: Int, _ new: Int) -> Likeness) {
    oldIndices = Array(repeating: nil, count: new.count)
    let difference = new.difference(from: old).inferringMoves()
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, let associated):
        removed.insert(offset)
        if let place = associated { (oldIndices[place], _) = (offset, moved.insert(place)) }
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    let kept = zip(
      old.indices.lazy.filter { !removed.contains($0) }, new.indices.lazy.filter { !inserted.contains($0) })
    for (from, to) in kept { oldIndices[to] = from }
    let free = removed.subtracting(oldIndices.compactMap(\.self))
    pairChanged(free, inserted.filter { oldIndices[$0] == nil }, old.count, likeness)
  }

  /// Pairs what is left between two pages that did not change: as many pages as there were are versions of them, in order; else those
  /// that are alike.
  private mutating func pairChanged(
    _ removed: Set<Int>, _ inserted: Set<Int>, _ count: Int, _ likeness: (Int, Int) -> Likeness
  ) {
    guard !removed.isEmpty, !inserted.isEmpty else { return }
    var before = -1
    var place = 0
    while place < oldIndices.count {
      let start = place
      while place < oldIndices.count, inserted.contains(place) { place += 1 }
      let next = nextKept(from: place)
      let gap = (before + 1..<max(next ?? count, before + 1)).filter(removed.contains)
      let here = Array(start..<place)
      if gap.count == here.count {
        for (from, to) in zip(gap, here) where likeness(from, to) > .none { oldIndices[to] = from }
      } else if gap.count * here.count <= Self.mostComparisons {
        pairAlike(gap, here, likeness)
      }
      if place < oldIndices.count {
        if let old = oldIndices[place], !moved.contains(place) { before = max(before, old) }
        place += 1
      }
    }
  }

  private static let mostComparisons = 10_000

  /// The page of the older document that the next page which did not move is.
  private func nextKept(from place: Int) -> Int? {
    oldIndices.indices.dropFirst(place).first { oldIndices[$0] != nil && !moved.contains($0) }
      .flatMap { oldIndices[$0] }
  }

  private mutating func pairAlike(_ old: [Int], _ new: [Int], _ likeness: (Int, Int) -> Likeness) {
    var rest = old[...]
    for place in new {
      guard let found = rest.firstIndex(where: { likeness($0, place) == .sameWords }) else { continue }
      oldIndices[place] = rest[found]
      rest = rest[(found + 1)...]
    }
  }
}

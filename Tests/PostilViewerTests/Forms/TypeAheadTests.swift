import Testing

@testable import PostilViewer

/// Options that are found by their first letters.
@Suite struct TypeAheadTests {
  private static let labels = [
    "Germany", "Greece", "New York", "Norway", "Österreich", "Newark", "", "gabon",
  ]

  /// Types letters at times, going on from what was found, and returns what was found last.
  private func found(_ letters: [(String, Double)], from start: Int? = nil) -> Int? {
    var ahead = TypeAhead()
    var (index, last): (Int?, Int?) = (start, nil)
    for (letter, time) in letters {
      last = ahead.type(letter, at: time, in: Self.labels, from: index)
      index = last ?? index
    }
    return last
  }

  @Test func lettersMakeAWord() {
    #expect(found([("n", 0)]) == 2)
    #expect(found([("N", 0), ("o", 0.5)]) == 3)
    #expect(found([("g", 0), ("r", 0.2)]) == 1)
    #expect(found([("o", 0)]) == 4)
    #expect(found([("z", 0)]) == nil)
    #expect(found([("n", 0), ("z", 0.5)]) == nil)
  }

  @Test func aPauseBeginsAnotherWord() {
    #expect(found([("g", 0), ("n", 1.5)]) == 2)
    #expect(found([("g", 0), ("n", 0.9)]) == nil)
    // Words begin after the option that is chosen, and wrap around.
    #expect(found([("g", 0)], from: 0) == 1)
    #expect(found([("g", 0)], from: 1) == 7)
    #expect(found([("g", 0)], from: 7) == 0)
  }

  @Test func theSameLetterGoesThroughItsOptions() {
    #expect(found([("n", 0), ("n", 0.3)]) == 3)
    #expect(found([("n", 0), ("n", 0.3), ("n", 0.6)]) == 5)
    #expect(found([("n", 0), ("n", 0.3), ("n", 0.6), ("n", 0.9)]) == 2)
  }

  @Test func aSpaceCountsOnlyInAWord() {
    #expect(found([(" ", 0)]) == nil)
    let word = "new".enumerated().map { (String($1), Double($0) / 10) }
    #expect(found(word) == 2)
    #expect(found(word + [(" ", 0.4)]) == 2)
    #expect(found(word + [("a", 0.4)]) == 5)
    #expect(found([("o", 0), (" ", 0.3)]) == nil)
  }

  @Test func anythingMayBeGiven() {
    #expect(found([("", 0)]) == nil)
    #expect(found([("n", .nan), ("o", .infinity)], from: -5) == 4)
    var ahead = TypeAhead()
    #expect(ahead.type("a", at: 0, in: [], from: 3) == nil)
  }
}

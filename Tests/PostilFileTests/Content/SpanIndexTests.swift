import Testing

@testable import PostilFile

@Suite struct SpanIndexTests {
  @Test func theRangeThatWasGivenLastHoldsANumber() {
    let ranges = [10...20, 0...5, 3...12, 15...15, 18...40, 19...19, 100...100]
    let index = SpanIndex(ranges)
    for number in -2...110 {
      #expect(index[number] == ranges.lastIndex { $0.contains(number) }, "\(number)")
    }
    #expect(SpanIndex([])[0] == nil)
    #expect(SpanIndex([0...Int.max - 1])[Int.max - 1] == 0)
  }

  /// Ranges inside each other, of which all hold most numbers: looking at each for each would be 40,000 times 40,000.
  @Test func manyRangesInsideEachOtherCostLittle() {
    let ranges = (0..<40_000).map { $0...(100_000 - $0) }
    let index = SpanIndex(ranges)
    for number in 0..<40_000 { #expect(index[number] == number) }
    for number in 60_001...100_000 { #expect(index[number] == 100_000 - number) }
  }
}

import PostilTestSupport
import Testing

@testable import PostilModel

@Suite struct HistoryStackTests {
  @Test func itIsAnArrayThatIsTakenFromAtBothEnds() {
    var random = SeededGenerator(trial: 3)
    var stack = HistoryStack<Int>()
    var expected: [Int] = []
    for step in 0..<5000 {
      // More come than go for a while, then the other way round.
      let isGrowing = step / 500 % 2 == 0
      switch Int.random(in: 0..<(isGrowing ? 6 : 3), using: &random) {
      case 0: #expect(stack.removeFirst() == (expected.isEmpty ? nil : expected.removeFirst()))
      case 1: #expect(stack.removeLast() == expected.popLast())
      default:
        stack.append(step)
        expected.append(step)
      }
      #expect(stack.count == expected.count && stack.last == expected.last)
    }
    while let first = stack.removeFirst() { #expect(first == expected.removeFirst()) }
    #expect(expected.isEmpty && stack.isEmpty && stack.last == nil)
  }
}

import Testing

@testable import PostilFile

@Suite struct ObjectNumbersTests {
  @Test func allAreTheSameUntilAFileIsWrittenAnew() {
    var numbers = ObjectNumbers()
    numbers.set(3, to: 3)
    #expect(numbers.isSame && numbers.now(9) == 9 && numbers.opened(9) == 9)
    #expect(numbers.noted([1], rewrites: 0) == nil)
    #expect(numbers.noted([1], rewrites: 1) == ObjectNumbering(rewrites: 1, numbers: nil))
  }

  @Test func numbersFollowOneFileAfterTheOther() {
    // 1, 2, 3 become 10, 20, nothing, and then 100, nothing.
    let first = ObjectNumbers().moved([1: 10, 2: 20])
    #expect(first.now(1) == 10 && first.opened(20) == 2 && first.now(3) == nil && first.opened(3) == nil)
    var second = first.moved([10: 100])
    #expect(second.now(1) == 100 && second.now(2) == nil && second.opened(10) == nil && second.isComplete)
    second.set(2, to: 200)
    #expect(second.now(2) == 200 && second.opened(200) == 2)
    #expect(second.noted([2, 1, 3], rewrites: 2)?.numbers == [1, 100, 2, 200])
  }

  @Test func ofARecoveredFileWhatWasNotedIsKnown() {
    var numbers = ObjectNumbers(ObjectNumbering(rewrites: 1, numbers: [1, 10, -5, 7, 2, Int.max, 4]))
    #expect(numbers.now(1) == 10 && numbers.now(2) == nil && numbers.opened(7) == nil && !numbers.isComplete)
    numbers.add(ObjectNumbering(rewrites: 1, numbers: [3, 30]))
    #expect(numbers.now(3) == 30)
    #expect(ObjectNumbers(ObjectNumbering(rewrites: 1, numbers: nil)).isSame)
    #expect(ObjectNumbering(rewrites: .min, numbers: nil).usableRewrites == 0)
  }
}

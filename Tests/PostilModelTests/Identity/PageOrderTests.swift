import PostilTestSupport
import Testing

@testable import PostilModel

@Suite struct PageOrderTests {
  /// Moves of one page, and now and then of all, against an array.
  @Test func pagesAreFoundWhereverTheyAreMoved() {
    var random = SeededGenerator(trial: 9)
    var order = PageOrder(count: 700)
    var expected = order.pages
    for step in 0..<2000 {
      let page = expected[Int.random(in: 0..<700, using: &random)]
      let target = Int.random(in: 0..<700, using: &random)
      if step % 500 == 499 {
        expected.shuffle(using: &random)
        order.set(expected)
      } else {
        expected.removeAll { $0 == page }
        expected.insert(page, at: target)
        order.move(page, to: target)
      }
      #expect(order.pages == expected)
      for index in [0, target, 699, Int.random(in: 0..<700, using: &random)] {
        #expect(order.index(of: expected[index]) == index)
      }
    }
    #expect(order.index(of: PageID(number: 701)) == nil && order.index(of: PageID(number: 0)) == nil)
    order.set((1...700).map { PageID(number: $0) })
    #expect(order == PageOrder(count: 700))
    #expect((0..<700).allSatisfy { order.index(of: PageID(number: $0 + 1)) == $0 })
  }

  @Test func aMoveThatIsNoneChangesNothing() {
    var order = PageOrder(count: 3)
    order.move(PageID(number: 2), to: 1)
    order.move(PageID(number: 9), to: 1)
    order.move(PageID(number: 2), to: 3)
    #expect(order == PageOrder(count: 3))
  }
}

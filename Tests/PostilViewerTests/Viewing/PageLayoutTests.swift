import PostilTestSupport
import Testing

@testable import PostilViewer

struct PageLayoutTests {
  @Test func unknownSizesAreThoseOfTheFirstKnown() {
    var stack = PageLayout(pages: [1, 2, 3].map(PageID.init), sizes: [:])
    #expect(stack.size(at: 1) == .a4)
    stack.setSizes([PageID(number: 2): .portrait])
    #expect(stack.sizes == [.portrait, .portrait, .portrait])
    #expect(stack.size(at: 7) == .a4)
    #expect(stack.size(at: -1) == .a4)
  }

  @Test func gapsAreAroundAndBetweenPages() {
    let stack = PageLayout(pages: [1, 2].map(PageID.init), sizes: [PageID(number: 1): .portrait])
    #expect(stack.top(of: 0, zoom: 2, gap: 10) == 10)
    #expect(stack.top(of: 1, zoom: 2, gap: 10) == 1_620)
    #expect(stack.height(zoom: 2, gap: 10) == 3_230)
    #expect(stack.top(of: -5, zoom: 2, gap: 10) == 10)
    #expect(stack.top(of: 50, zoom: 2, gap: 10) == 3_230)
  }

  @Test func withoutPagesThereIsAGap() {
    let stack = PageLayout(pages: [], sizes: [:])
    #expect(stack.height(zoom: 1, gap: 10) == 10)
    #expect(stack.index(at: 100, zoom: 1, gap: 10) == 0)
    #expect(stack.indices(from: 0, to: 100, zoom: 1, gap: 10).isEmpty)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func whatIsSearchedForIsWhatLookingAtAllFinds(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pages = (0..<Int.random(in: 1...40, using: &random)).map(PageID.init)
    let sizes = Dictionary(
      uniqueKeysWithValues: pages.map { page in
        (page, ViewSize(width: 100, height: .random(in: 5...500, using: &random)))
      })
    let stack = PageLayout(pages: pages, sizes: sizes)
    let zoom = Double.random(in: 0.1...3, using: &random)
    for _ in 0..<50 {
      let start = Double.random(in: -100...stack.height(zoom: zoom, gap: 12) + 100, using: &random)
      let end = start + .random(in: 0...800, using: &random)
      let seen = pages.indices.filter { index in
        let top = stack.top(of: index, zoom: zoom, gap: 12)
        return top < end && top + stack.size(at: index).height * zoom > start
      }
      #expect(Array(stack.indices(from: start, to: end, zoom: zoom, gap: 12)) == seen)
      let distances = pages.indices.map { index in
        let top = stack.top(of: index, zoom: zoom, gap: 12)
        return max(top - start, start - top - stack.size(at: index).height * zoom, 0)
      }
      let found = stack.index(at: start, zoom: zoom, gap: 12)
      #expect(distances[found] <= (distances.min() ?? 0) + 1e-9)
    }
  }
}

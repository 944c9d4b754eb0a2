import Testing

@testable import Postil

@Suite struct TextCacheTests {
  private let text = PageText(
    characters: Array(repeating: "a", count: 100), boxes: Array(repeating: .zero, count: 100))

  @Test func theLimitHoldsAndWhatWasUsedLastStays() {
    var cache = TextCache(limit: 3 * text.byteCount)
    for page in 1...3 { cache.insert(text, for: PageID(number: page)) }
    #expect(cache.text(of: PageID(number: 1)) != nil)
    cache.insert(text, for: PageID(number: 4))
    #expect(cache.text(of: PageID(number: 2)) == nil, "used longest ago")
    for page in [1, 3, 4] { #expect(cache.text(of: PageID(number: page)) != nil) }
    cache.insert(text, for: PageID(number: 4))
    #expect(cache.text(of: PageID(number: 1)) != nil, "the same page again takes no more room")
  }

  @Test func whatIsTooLargeIsNotKept() {
    var cache = TextCache(limit: text.byteCount - 1)
    cache.insert(text, for: PageID(number: 1))
    #expect(cache.text(of: PageID(number: 1)) == nil)
  }
}

import Testing

@testable import PostilFile

@Suite struct ContentGlanceTests {
  /// "chapter should" holds no "chapters", however the space between is written.
  @Test func wideGapsAreSpaces() {
    func shown(_ content: String) -> String {
      String(decoding: ContentWords.glance(at: Array(content.utf8)).shown, as: UTF8.self)
    }
    #expect(shown("[(chapter)-333(should)]TJ") == "chapter should\u{1}")
    #expect(shown("[(chap)-27.5(ter)40(s)]TJ (x) Tj") == "chapters\u{1}x\u{1}")
    #expect(shown("12 -400 Td [-500(a)]TJ") == "a\u{1}")
  }
}

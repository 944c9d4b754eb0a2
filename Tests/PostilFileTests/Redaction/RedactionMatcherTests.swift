import Testing

@testable import PostilFile
@testable import PostilModel

@Suite struct RedactionMatcherTests {
  private func found(_ text: String, texts: [String] = [], patterns: [String] = []) throws -> [String] {
    var matcher = RedactionMatcher()
    for text in texts { matcher.add(try SearchNeedle(text, [])) }
    for pattern in patterns { matcher.add(try RedactionPattern(pattern)) }
    let scalars = Array(text.unicodeScalars)
    return matcher.ranges(in: scalars).map { String(String.UnicodeScalarView(scalars[$0])) }
  }

  @Test func textsAndPatternsAreFoundInOneText() throws {
    #expect(try found("Jane has AB12", texts: ["Jane"], patterns: ["[A-Z]{2}\\d+"]) == ["Jane", "AB12"])
    #expect(try found("Jane", texts: ["John"], patterns: ["\\d"]).isEmpty)
    #expect(try found("", texts: ["John"], patterns: ["\\d"]).isEmpty)
  }

  /// As texts are: a reader sees one word.
  @Test func patternsSeeThroughHyphensLigaturesAndPresentationForms() throws {
    #expect(Set(try found("a SEC-\nRET b", patterns: ["SE[A-Z]RET"])) == ["SEC-\nRET"])
    #expect(Set(try found("a SEC\u{AD}RET b", patterns: ["SE[A-Z]RET"])) == ["SEC\u{AD}RET"])
    #expect(Set(try found("o\u{FB03}ce", patterns: ["of+ice"])) == ["o\u{FB03}ce"])
  }
}

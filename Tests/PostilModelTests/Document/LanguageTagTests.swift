import Testing

@testable import PostilModel

@Suite struct LanguageTagTests {
  @Test(arguments: ["en", "de-CH", "zh-Hant-TW", "x-own", "de-1996", "i-klingon"]) func names(tag: String) {
    #expect(LanguageTag.isWellFormed(tag))
  }

  @Test(arguments: ["", "en_US", "xx_?", "1a", "en-", "-en", "german language", "abcdefghi", "é"])
  func others(tag: String) { #expect(!LanguageTag.isWellFormed(tag)) }
}

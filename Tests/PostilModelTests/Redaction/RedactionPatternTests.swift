import Testing

@testable import PostilModel

@Suite struct RedactionPatternTests {
  private func found(_ pattern: RedactionPattern, _ text: String) -> [String] {
    let characters = Array(text.unicodeScalars)
    let page = PageText(characters: characters, boxes: characters.map { _ in SIMD4(0, 0, 1, 1) })
    return pattern.matches(in: page).map { range in
      String(String.UnicodeScalarView(characters[range]))
    }
  }

  /// Each letter of a long word would be the beginning of an address, and all of them be looked at again: that would take minutes.
  @Test(arguments: ["a", "a.", "+1", "@", "a@", "a@-"])
  func longWordsAreLookedAtOnce(_ part: String) {
    let text = String(repeating: part, count: 200_000 / part.count)
    #expect(found(.emailAddresses, text).isEmpty)
    #expect(found(.emailAddresses, text + " ada@example.org").last == "ada@example.org")
  }

  @Test func addresses() {
    #expect(
      found(.emailAddresses, "😀 write to ada.l+x@mail.example.org, or a@b") == ["ada.l+x@mail.example.org"])
  }

  @Test func cardNumbersHaveARightCheckDigit() {
    #expect(found(.cardNumbers, "4111 1111 1111 1111 and 4111 1111 1111 1112") == ["4111 1111 1111 1111"])
    #expect(found(.cardNumbers, "378282246310005") == ["378282246310005"])
  }

  @Test func phoneNumbersHaveSevenToFifteenDigits() {
    #expect(found(.phoneNumbers, "call +49 (30) 123456-7 or 12-34") == ["+49 (30) 123456-7"])
  }

  @Test func expressions() throws {
    #expect(found(try RedactionPattern("[A-Z]{2}\\d+"), "AB12 c3 XY7") == ["AB12", "XY7"])
    #expect(throws: PDFError.self) { try RedactionPattern("(") }
    #expect(found(try RedactionPattern("x*"), "ab").isEmpty)
  }
}

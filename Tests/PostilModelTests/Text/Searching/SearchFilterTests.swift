import Testing

@testable import PostilModel

/// A filter may say of a text without the needle that it may have it, never of one with it that it has not.
@Suite struct SearchFilterTests {
  private static let options: [SearchOptions] = [
    [], .ignoringCase, .ignoringDiacritics, [.ignoringCase, .ignoringDiacritics],
  ]

  private func isFound(_ needle: SearchNeedle, in text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    let folded = FoldedText(scalars, needle.options)
    let page = PageText(characters: scalars, boxes: scalars.map { _ in SIMD4(0, 0, 1, 1) })
    return !page.matches(of: needle, in: folded).isEmpty
  }

  /// All characters of the first plane and some of the others, with all options.
  @Test func noCharacterBecomesALetterOfASCIIButThoseThatAreSaidTo() {
    func isLetter(_ scalar: Unicode.Scalar) -> Bool {
      (0x30...0x39).contains(scalar.value) || (0x61...0x7A).contains(scalar.value | 0x20)
    }
    for options in Self.options {
      var folding = TextFolding(options)
      var most = TextFolding([.ignoringCase, .ignoringDiacritics])
      for value in UInt32(0x80)..<0x20000 {
        guard let scalar = Unicode.Scalar(value) else { continue }
        var (letters, all): ([UInt32], [UInt32]) = ([], [])
        folding.fold(scalar) { if $0.value < 0x80, isLetter($0) { letters.append($0.value | 0x20) } }
        guard !letters.isEmpty else { continue }
        most.fold(scalar) { if $0.value < 0x80, isLetter($0) { all.append($0.value | 0x20) } }
        #expect(TextFolding.mayBecomeASCII(scalar), "\(value)")
        // What is gone over as letters has all that any options make of it.
        #expect(letters == all, "\(value)")
      }
    }
  }

  @Test func spacesAreThoseOfUnicode() {
    for value in UInt32(0)..<0x11_0000 {
      guard let scalar = Unicode.Scalar(value), scalar.isSpace != scalar.properties.isWhitespace else {
        continue
      }
      Issue.record("\(value)")
    }
  }

  @Test(arguments: [
    ("coordinate", "the coor\u{AD}dinate"), ("coordinate", "a co-\nordinate"), ("office", "an o\u{FB03}ce"),
    ("Müller", "MU\u{308}LLER"), ("muller", "Müller"), ("strasse", "Straße"), ("łódź", "LODZ and łódź"),
    ("K", "\u{212A}"), ("FAX", "\u{FF26}\u{FF21}\u{FF38}"), ("abc", "\u{1D41A}\u{1D41B}\u{1D41C}"),
    ("漢字", "漢字"),
    ("...", "wait…"), ("John Doe", "John\u{A0}\u{2003}Doe"), ("naïve", "na\u{131}ve nai\u{308}ve"),
  ])
  func whatIsFoundIsNeverFilteredOut(needle: String, text: String) throws {
    var isFoundAtAll = false
    for options in Self.options {
      let needle = try SearchNeedle(needle, options)
      guard isFound(needle, in: text) else { continue }
      isFoundAtAll = true
      #expect(needle.mayMatch(in: Array(text.unicodeScalars)))
      #expect(needle.mayMatch(inBytes: Array(text.utf8)))
      for keepsOthers in Set([true, !needle.isASCII]) {
        #expect(
          needle.mayMatch(
            inBytes: SearchNeedle.asciiBytes(of: Array(text.utf16), keepsOthers: keepsOthers)))
      }
    }
    #expect(isFoundAtAll)
  }

  @Test func whatHasNotTheLettersIsFilteredOut() throws {
    let needle = try SearchNeedle("coordinate", .ignoringCase)
    for text in ["coordinator", "c o o r d i n a t 漢 x", "\u{4100}\u{4300}", "etanidrooc"] {
      #expect(!needle.mayMatch(in: Array(text.unicodeScalars)))
      #expect(!needle.mayMatch(inBytes: SearchNeedle.asciiBytes(of: Array(text.utf16), keepsOthers: false)))
    }
  }
}

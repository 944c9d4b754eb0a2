import Testing

@testable import PostilModel
import PostilTestSupport

@Suite struct SearchTests {
  /// A search in a text, and what it finds.
  private struct Case: Sendable {
    let needle: String
    let text: String
    let expected: [String]
    let options: SearchOptions

    init(_ needle: String, _ text: String, _ expected: [String], _ options: SearchOptions = []) {
      (self.needle, self.text, self.expected, self.options) = (needle, text, expected, options)
    }
  }

  private func matches(_ needle: String, in text: String, _ options: SearchOptions = []) throws -> [String] {
    let page = PageText(layout: text)
    let found = try page.matches(of: needle, options: options).map(\.string)
    // What is found has the letters, too.
    let filter = try SearchNeedle(needle, options)
    #expect(
      found.isEmpty || filter.mayMatch(in: page.characters) && filter.mayMatch(inBytes: Array(text.utf8)))
    return found
  }

  private static let whatIsTheSameCases: [Case] = [
    Case("cat", "cat Cat concat", ["cat", "cat"], []),
    Case("cat", "cat Cat CAT", ["cat", "Cat", "CAT"], .ignoringCase),
    Case("STRASSE", "Straße Strasse", ["Straße", "Strasse"], .ignoringCase),
    Case("straße", "STRASSE", ["STRASSE"], .ignoringCase),
    Case("ΟΔΟΣ", "οδος οδός", ["οδος"], .ignoringCase),
    Case("resume", "resume résumé re\u{301}sume\u{301}", ["resume"], []),
    Case(
      "resume", "resume résumé re\u{301}sume\u{301}", ["resume", "résumé", "re\u{301}sume\u{301}"],
      .ignoringDiacritics
    ),
    Case("résumé", "re\u{301}sume\u{301} resume", ["re\u{301}sume\u{301}"], []),
    Case("résumé", "resume", ["resume"], .ignoringDiacritics),
    Case("lodz", "Łódź", ["Łódź"], [.ignoringCase, .ignoringDiacritics]),
    Case("cafe", "cafe\u{301} cafe", ["cafe"], []),
    Case("ậ", "a\u{323}\u{302} a\u{302}\u{323}", ["a\u{323}\u{302}", "a\u{302}\u{323}"], []),
    Case("office", "o\u{FB03}ce", ["o\u{FB03}ce"], []),
    Case("o\u{FB03}ce", "office", ["office"], []),
    Case("fi", "\u{FB01}\u{FB01}", ["\u{FB01}", "\u{FB01}"], []),
    Case("don't \"go\"", "don\u{2019}t \u{201C}go\u{201D}", ["don\u{2019}t \u{201C}go\u{201D}"], []),
    Case("x2", "x\u{B2}", [], []),
    Case("aa", "aaaaa", ["aa", "aa"], []),
    Case("ss", "ßß", ["ß", "ß"], .ignoringCase),
    Case("s", "ß", ["ß"], .ignoringCase),
    Case("ad\u{200B}b", "a\u{200D}db", ["a\u{200D}db"], []),
    Case("人口", "\u{2F08}口", ["\u{2F08}口"], []), Case("\u{2F08}", "人", ["人"], []),
    Case("kg", "5 ㎏", ["㎏"], []), Case("No", "№ 5", ["№"], []), Case("株", "㈱", ["㈱"], []),
    Case("IV", "Ⅳ", ["Ⅳ"], []), Case("1", "①", [], []),
    Case("ﷺ", "صلى الله عليه وسلم", ["صلى الله عليه وسلم"], []),
  ]

  @Test(arguments: whatIsTheSameCases)
  private func whatIsTheSame(_ test: Case) throws {
    #expect(try matches(test.needle, in: test.text, test.options) == test.expected)
  }

  private static let overTheEndsOfLinesCases: [Case] = [
    Case(
      "two words", "two\nwords two  words two\u{A0}words", ["two\nwords", "two  words", "two\u{A0}words"]),
    Case(" two\n words\t", "two words", ["two words"]),
    Case("hyphenated", "hyphen-\nated hyphenated hyphen-ated", ["hyphen-\nated", "hyphenated"]),
    Case("well-known", "well-\nknown wellknown", ["well-\nknown"]),
    Case("wellknown", "well-\nknown", ["well-\nknown"]),
    Case("pre- and", "pre-\nand", ["pre-\nand"]),
    Case("hyphen ated", "hyphen-\nated", []),
    Case("hyphenated", "hyphen\u{AD}\nated hyphen\u{AD}ated", ["hyphen\u{AD}\nated", "hyphen\u{AD}ated"]),
    Case("well-known", "well\u{AD}\nknown", ["well\u{AD}\nknown"]),
    Case("hyphen\u{AD}ated", "hyphenated", ["hyphenated"]),
    Case("hyphenated", "hyphen\u{2010}\nated", ["hyphen\u{2010}\nated"]),
    Case("three lines long", "three\nlines\nlong", ["three\nlines\nlong"]),
    Case("- item", "-\nitem - item", ["-\nitem", "- item"]),
    Case("a/b", "a/\nb", ["a/\nb"]),
    Case("a/ b", "a/\nb", ["a/\nb"]),
    Case("word—next", "word—\nnext", ["word—\nnext"]),
    Case("日本語", "日本\n語", ["日本\n語"]), Case("ไทยภาษา", "ไทย\nภาษา", ["ไทย\nภาษา"]),
    Case("ไทย ภาษา", "ไทย\nภาษา", ["ไทย\nภาษา"]), Case("한국어", "한국\n어", ["한국\n어"]),
    Case("한국 어", "한국\n어", ["한국\n어"]), Case("한국어", "한국 어", []), Case("a한", "a\n한", ["a\n한"]),
    Case("5원", "5\n원", ["5\n원"]), Case("(한", "(\n한", []),
    Case("hyphen-", "hyphen-\nated", ["hyphen-"]),
    Case("-ated", "hyphen-\nated", ["-\nated"]),
    Case("ated", "hyphen-\nated", ["ated"]),
  ]

  @Test(arguments: overTheEndsOfLinesCases)
  private func overTheEndsOfLines(_ test: Case) throws {
    #expect(try matches(test.needle, in: test.text) == test.expected)
  }

  private static let wholeWordsCases: [Case] = [
    Case("form", "form in-form inform forms form2 form_3 (form)", ["form", "form", "form", "form"]),
    Case("hyphenated", "hyphen-\nated", ["hyphen-\nated"]),
    Case("known", "well-\nknown", ["known"]),
    Case("ated", "hyphen\u{AD}\nated", []),
    Case("été", "étés été", ["été"]),
    Case("cafe", "cafe\u{301}", []),
    Case("日本", "日本語", ["日本"]),
    Case("C++", "C++ C++x", ["C++"]),
  ]

  @Test(arguments: wholeWordsCases)
  private func wholeWords(_ test: Case) throws {
    #expect(try matches(test.needle, in: test.text, .wholeWords) == test.expected)
  }

  @Test func aMatchOverLinesHasARectangleForEach() throws {
    let text = PageText(layout: "a hyphen-\nated word\nends")
    let match = try #require(try text.matches(of: "hyphenated").first)
    #expect(match.rects == [layoutRect(line: 0, 2..<9), layoutRect(line: 1, 0..<4)])
    let long = try #require(try text.matches(of: "hyphenated word ends").first)
    #expect(long.rects.count == 3)
  }

  @Test(arguments: ["", " \n\t", "\u{AD}", "\u{200B}", "\u{301}"])
  func nothingToSearchFor(needle: String) {
    let error = #expect(throws: PDFError.self) {
      try PageText(layout: "text").matches(of: needle, options: .ignoringDiacritics)
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test func contrivedTextsEnd() throws {
    let hyphens = String(repeating: "a\u{AD}\u{AD}-\n", count: 3000)
    #expect(try matches(String(repeating: "a-", count: 500) + "b", in: hyphens).isEmpty)
    #expect(try matches(String(repeating: "a", count: 500) + "b", in: hyphens).isEmpty)
    #expect(try matches("--", in: String(repeating: "-\n", count: 5000)).count > 0)
  }

  @Test(arguments: [
    ("coordinate", "co-\nordinate", true), ("Ab c1", "xa b-C\u{AD}1y", true), ("abc", "acb", false),
    ("abc", "ab", false), ("office", "o\u{FB03}ce", true), ("caf\u{E9}", "CAFE", true), ("--", "x", true),
    ("\u{434}\u{430}", "\u{434} \u{430}", true), ("\u{434}\u{430}", "da", false), ("x", "", false),
  ])
  func lettersTellWhatIsNotThere(needle: String, text: String, mayBeThere: Bool) throws {
    let needle = try SearchNeedle(needle, [])
    #expect(needle.mayMatch(in: Array(text.unicodeScalars)) == mayBeThere)
    #expect(needle.mayMatch(inBytes: Array(text.utf8)) || !mayBeThere)
  }

  @Test(
    arguments: [
      (Array("co-ordinate".utf8), true), (Array("CO(ord)20(in)ate".utf8), false),
      (Array("coordinat".utf8), false),
      ([0x63, 0xF6] + Array("rdinate".utf8), true), ([0x63, 0xF6, 0x80] + Array("inate".utf8), true),
      ([0x63, 0xF6] + Array("dinate".utf8), true), ([0x63, 0xF6] + Array("inate".utf8), false), ([], false),
    ] as [([UInt8], Bool)])
  func bytesBeyondASCIIMayBeUpToThreeLetters(bytes: [UInt8], mayBeThere: Bool) throws {
    #expect(try SearchNeedle("coordinate", []).mayMatch(inBytes: bytes) == mayBeThere)
  }

  /// Every stretch of a text that has no traps in it is found where it is.
  @Test func everyPartOfATextIsFound() throws {
    let text = PageText(layout: "Far away, behind the\nword mountains, live the\nblind texts.")
    for start in 0..<text.count {
      for end in (start + 1)...text.count {
        let part = PageText.string(of: text.characters[start..<end])
        guard let match = try? text.matches(of: part) else { continue }
        #expect(match.contains { $0.range.lowerBound >= start && $0.range.upperBound <= end }, "\(part)")
      }
    }
  }

  /// Looking at all of a line for each match in it would take hours.
  @Test(arguments: ["\u{61} ", "\u{61}\n"]) func aLineOrAPageOfMatchesCostsWhatItHas(unit: String) throws {
    let scalars = Array(String(repeating: unit, count: 100_000).unicodeScalars)
    let boxes = scalars.indices.map { SIMD4(Float($0), 0, Float($0 + 1), 1) }
    let matches = try PageText(characters: scalars, boxes: boxes).matches(of: "a")
    #expect(matches.count == 100_000)
    #expect(matches.allSatisfy { $0.quads.count == 1 })
  }
}

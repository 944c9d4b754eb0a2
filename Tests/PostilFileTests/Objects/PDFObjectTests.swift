import Foundation
import PostilModel
import PostilTestSupport
import Testing

@testable import PostilFile

@Suite struct PDFObjectTests {
  private func parsed(_ text: String) -> PDFObject? {
    Array(text.utf8).withUnsafeBytes { bytes in
      var parser = PDFParser(bytes, at: 0)
      return parser.object()
    }
  }

  private func text(_ object: PDFObject) -> String {
    String(decoding: PDFSerializer.bytes(of: object), as: UTF8.self)
  }

  @Test(arguments: [
    (1.0, "1"), (-0.5, "-0.5"), (0.1 + 0.2, "0.3"), (-0.00001, "0"), (1e-4, "0.0001"),
    (123456.78905, "123456.7891"),
    (.nan, "0"), (.infinity, "0"), (-0.0, "0"), (-1.05, "-1.05"), (2.10, "2.1"),
  ])
  func numbersHaveFourDecimalsAndNoExponent(value: Double, expected: String) {
    #expect(text(.number(value)) == expected)
  }

  @Test(arguments: [(1.23456, "1.235"), (-0.0004, "0"), (72, "72"), (0.05, "0.05"), (-10.9996, "-11")])
  func coordinatesHaveThreeDecimals(value: Double, expected: String) {
    #expect(text(.coordinate(value)) == expected)
  }

  /// Most numbers are read a shorter way than by the standard library, with the same result.
  @Test func realNumbersAreWhatTheirDigitsSay() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      let whole = String(Int.random(in: 0...99_999_999, using: &generator)).prefix(
        Int.random(in: 0...8, using: &generator))
      let decimals = String(Int.random(in: 0...999_999_999, using: &generator)).prefix(
        Int.random(in: 0...9, using: &generator))
      let sign = Bool.random(using: &generator) ? "-" : ""
      let text = "\(sign)\(whole.isEmpty ? "0" : whole).\(decimals)"
      #expect(PDFObject.real(text).number == Double(text), "\(text)")
    }
    for text in [
      "-0.0", "1.", ".5", "-.5", "123456789012345678.5", "0.0000000000000001", "1.5.2", "--1.5", "",
    ] {
      #expect(PDFObject.real(text).number == Double(text), "\(text)")
    }
  }

  @Test(arguments: [
    ("12", PDFObject.integer(12)), ("-12", .integer(-12)), ("+12", .integer(12)), ("0.50", .real("0.50")),
    ("-.5", .real("-0.5")), ("5.", .integer(5)), ("1-2", .integer(12)), ("1.2.3", .real("1.2")),
    ("--5", .integer(-5)), ("12Tj", .integer(12)), ("99999999999999999999", .integer(0)), ("-", .integer(0)),
    ("123456789012345678", .integer(123_456_789_012_345_678)),
  ])
  private func numbersOfContents(text: String, expected: PDFObject) {
    let parsed = Array(text.utf8).withUnsafeBytes { bytes in
      var parser = PDFParser(bytes, at: 0)
      parser.isContent = true
      return parser.object()
    }
    #expect(parsed == expected)
  }

  @Test func namesAreEscaped() {
    #expect(text(.name(PDFName("A#B C/D"))) == "/A#23B#20C#2FD")
    #expect(text(.name(PDFName(bytes: [0xE9, 0x41]))) == "/#E9A")
    #expect(parsed("/A#23B#20C#2FD") == .name(PDFName("A#B C/D")))
  }

  @Test func stringsSurviveWhateverTheyHold() {
    for bytes in [Array("a(b)\\c".utf8), [0, 1, 255, 10, 13], [], Array("((".utf8)] as [[UInt8]] {
      #expect(parsed(text(.string(bytes))) == .string(bytes))
    }
  }

  @Test(arguments: [
    ("<</A 1/B[1 2 0 R 3.5 -7]/C(x)/D<4142>/E true/F null>>", 6), ("<< /A<</B<</C[[]]>>>> >>", 1),
    ("<</A%comment\n 1>>", 1),
  ])
  func dictionariesAreRead(source: String, keys: Int) throws {
    let dictionary = try #require(parsed(source)?.dictionary)
    let nulls = source.contains("null") ? 1 : 0
    #expect(dictionary.entries.count == keys - nulls)
    #expect(parsed(text(.dictionary(dictionary))) == .dictionary(dictionary))
  }

  @Test(arguments: [
    "<</A", "[1 2", "(abc", "<</A}>>", "", "]", "<41", String(repeating: "[", count: 100_000),
  ])
  func brokenObjectsAreNothing(source: String) {
    #expect(parsed(source) == nil)
  }

  /// They are read and written back as real numbers of the same value.
  @Test(arguments: ["1234567890123456789", "-100000000000000000000", "+99999999999999999999"])
  func hugeIntegersAreNumbers(source: String) throws {
    let object = try #require(parsed(source))
    #expect(object.number == Double(source) && object.integer == nil)
    #expect(parsed(text(object)) == object)
    #expect(parsed("[\(source) 2 0 R]")?.array?.count == 2)
    #expect(parsed("\(source)x") == nil)
  }

  @Test func aNullEntryIsNoEntry() {
    var dictionary: PDFDictionary = ["A": .integer(1)]
    dictionary["A"] = .null
    #expect(dictionary.entries.isEmpty)
  }
}

@Suite struct TextStringTests {
  @Test(arguments: ["plain", "Привет", "a\nb", "😀 é", "", "\u{7F}", "\u{18}"])
  func textComesBack(text: String) {
    #expect(TextString.decode(TextString.encode(text)) == text)
  }

  @Test func allEncodingsAreRead() {
    #expect(TextString.decode([0x80, 0xA0, 0xE9]) == "•€é")
    #expect(TextString.decode([0xFF, 0xFE, 0x1F, 0x04]) == "П")
    #expect(TextString.decode([0xEF, 0xBB, 0xBF, 0xC3, 0xA9]) == "é")
    #expect(TextString.decode([0xFE, 0xFF, 0x04]) == "")
  }
}

@Suite struct DateStringTests {
  @Test func datesComeBackToTheSecond() {
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(DateString.decode(DateString.encode(date)) == date)
    #expect(String(decoding: DateString.encode(date), as: UTF8.self) == "D:20231114221320Z")
  }

  @Test(arguments: [
    ("D:20240229120000+01'00'", 1_709_204_400.0), ("20240229120000-0130", 1_709_213_400.0),
    ("D:2024", 1_704_067_200.0),
    ("D:20240229", 1_709_164_800.0),
  ])
  func datesOfOtherProgramsAreRead(text: String, seconds: Double) {
    #expect(DateString.decode(Array(text.utf8)) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: ["", "D:", "yesterday", "D:20x4"])
  func whatIsNoDateIsNone(text: String) {
    #expect(DateString.decode(Array(text.utf8)) == nil)
  }

  @Test func datesWithoutAYearOfFourDigitsDoNotTrap() {
    for seconds in [Double.infinity, -.infinity, .nan, 1e300] {
      #expect(DateString.encode(Date(timeIntervalSince1970: seconds)).count == 17)
    }
  }

  @Test func referencesAreMappedWhereverTheyStand() {
    let object = PDFObject.stream(
      [
        "A": .array([.reference(ObjectID(number: 1)), .dictionary(["B": .reference(ObjectID(number: 2))])]),
        "C": .null,
      ],
      .encoded([1]))
    let mapped = object.mapReferences {
      $0.number == 1 ? .null : .reference(ObjectID(number: $0.number + 10))
    }
    #expect(
      mapped
        == .stream(
          ["A": .array([.null, .dictionary(["B": .reference(ObjectID(number: 12))])])], .encoded([1])))
  }
}

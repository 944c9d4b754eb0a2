import Foundation
import Testing

@testable import PostilModel

struct JSONValueTests {
  private func value(_ text: String) -> JSONValue? { JSONValue(json: Data(text.utf8)) }

  @Test func valuesOfAllKindsAreRead() {
    #expect(
      value(" {\"a\": [1, -2.5, 1e3, true, false, null], \"b\": {\"c\": \"d\"}} ")
        == .object([
          "a": .list([.integer(1), .number(-2.5), .number(1000), .bool(true), .bool(false), .null]),
          "b": .object(["c": .text("d")]),
        ]))
    #expect(value("{}") == .object([:]) && value("[]") == .list([]) && value("\u{FEFF}3") == .integer(3))
  }

  @Test func largeNumbersKeepTheirDigits() {
    #expect(value("18446744073709551615") == .large(.max))
    #expect(value("-9223372036854775808") == .integer(.min))
    #expect(value("9007199254740993") == .integer(9_007_199_254_740_993))
    #expect(value("18446744073709551616") == .number(18_446_744_073_709_551_616))
    #expect(value("1e400") == nil)
  }

  @Test(arguments: [
    ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "a\"\\/\u{8}\u{C}\n\r\t"), ("\"\\u00e9é\"", "éé"),
    ("\"\\ud83d\\ude00!\"", "😀!"), ("\"\\ud83d\"", "\u{FFFD}"), ("\"\\ude00\"", "\u{FFFD}"),
    ("\"\\ud83d\\n\"", "\u{FFFD}\n"), ("\"\\ud83d\\u0041\"", "\u{FFFD}A"),
  ])
  func escapesAreResolved(json: String, text: String) { #expect(value(json) == .text(text)) }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\": 1,}", "{\"a\": 1, \"a\": 2}", "{\"a\": 1, \"\\u0061\": 2}", "01", "1.", "nul",
    "\"\\x\"", "\"\\u12\"", "\"a", "[1] 2", "{a: 1}", String(repeating: "[", count: 300),
  ])
  func whatIsNotJSONIsNoValue(text: String) { #expect(value(text) == nil) }

  @Test func bytesThatAreNotTextAreNoValue() {
    #expect(JSONValue(json: Data([0x22, 0xFF, 0x22])) == nil)
    #expect(JSONValue(json: Data([0x5B, 0xFF, 0x5D])) == nil)
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let original = JSONValue.object([
      "a": .list([.integer(1), .large(.max), .number(0.1), .bool(true), .null]), "b": .text("\u{1}é\"/😀"),
    ])
    #expect(try JSONValue(json: original.json()) == original)
    #expect(try JSONValue(json: original.json(isIndented: true)) == original)
    #expect(try String(decoding: JSONValue.list([.number(.nan)]).json(), as: UTF8.self) == "[null]\n")
  }

  @Test func valuesOfSwiftGoThroughIt() throws {
    let points = [PagePoint(x: 1, y: 2.5)]
    let value = try JSONValue(encoding: points)
    #expect(value.decoded(as: [PagePoint].self) == points && value.decoded(as: Int.self) == nil)
    #expect(try JSONValue(encoding: 3) == .integer(3))
  }
}

import Foundation
import Testing

@testable import Coupons

@Suite struct TableTests {
  private func rows(_ text: String) throws -> [[String]] { try rows(Data(text.utf8)) }

  private func rows(_ data: Data) throws -> [[String]] {
    let table = try Table(data)
    var rows = table.rows()
    var result = [table.columns]
    while let row = try rows.next() { result.append(table.columns.map { row[$0] ?? "?" }) }
    return result
  }

  @Test func cellsMayHaveQuotationMarksSeparatorsAndLineBreaks() throws {
    let text =
      "\u{FEFF}name,text\r\n\"Ada, Countess\",\"first\r\nsecond\"\r\n\"say \"\"hello\"\"\",\r\n5\" pipe,x"
    #expect(
      try rows(text) == [
        ["name", "text"], ["Ada, Countess", "first\r\nsecond"], ["say \"hello\"", ""], ["5\" pipe", "x"],
      ])
  }

  @Test(arguments: ["a;b\n1,5;2\n", "a\tb\n1,5\t2\n", "a;b\r1,5;2"])
  func theSeparatorIsTheOneOfTheFirstRow(text: String) throws {
    #expect(try rows(text) == [["a", "b"], ["1,5", "2"]])
  }

  @Test func emptyLinesAreNoRowsAndScriptsStay() throws {
    #expect(try rows("name\n\nअनुराधा\n\n王小明\n") == [["name"], ["अनुराधा"], ["王小明"]])
  }

  @Test func aRowKnowsItsLine() throws {
    var rows = try Table(Data("a,b\n\"1\n2\",3\n\n4,5\n".utf8)).rows()
    #expect(try rows.next()?.line == 2)
    let last = try rows.next()
    #expect(last?.line == 5 && last?["b"] == "5" && last?["c"] == nil)
    #expect(try rows.next() == nil)
  }

  @Test func whatIsWrongIsSaidWithItsLine() throws {
    #expect(message { _ = try rows("") }.contains("empty"))
    #expect(message { _ = try rows("a,a\n") }.contains("two columns"))
    #expect(message { _ = try rows("a,b\n1,2\n1\n") }.contains("Line 3 has 1 cells"))
    #expect(message { _ = try rows("a\n\"x\ny") }.contains("Line 2: a quotation mark at the end"))
    #expect(message { _ = try rows("a\n\"x\"y\n") }.contains("Line 2: a quotation mark inside"))
    #expect(message { _ = try rows(Data("a\nb\n".utf8) + [0xFF, 0x0A]) }.contains("Line 3 is not text"))
  }
}

@Suite struct PatternTests {
  private func text(_ pattern: String) throws -> String {
    var rows = try Table(Data("a,b c\n1,2\n".utf8)).rows()
    return try Pattern(pattern).text(for: #require(try rows.next()))
  }

  @Test func columnsStandInBraces() throws {
    #expect(try text("{a}-{b c}") == "1-2")
    #expect(try text("{{{a}}}") == "{1}")
    #expect(try text("plain") == "plain")
    #expect(try Pattern("x{a}{b c}").columns == ["a", "b c"])
  }

  @Test(arguments: ["{a", "a}", "{"]) func aSingleBraceIsAnError(pattern: String) {
    #expect(throws: CouponError.self) { try Pattern(pattern) }
  }

  @Test func anUnknownColumnIsAnError() {
    #expect(throws: CouponError.self) { try text("{z}") }
  }
}

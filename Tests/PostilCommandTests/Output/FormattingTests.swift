import Postil
import Testing

@testable import PostilCommand

@Suite struct FormattingTests {
  @Test(arguments: [
    (0, "0"), (999, "999"), (1312, "1,312"), (-1_000_000, "-1,000,000"),
    (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func thousands(number: Int, text: String) { #expect(number.grouped == text) }

  @Test(arguments: [
    (595.276, "595.28"), (72, "72"), (-0.001, "0"), (0.5, "0.5"), (.nan, "nan"), (1e300, "1e+300"),
  ])
  func shortNumbers(number: Double, text: String) { #expect(number.short == text) }

  @Test func textsCannotSteerATerminal() {
    #expect("a\u{1B}[31m\nb\u{202E}c é".printable == "a [31m b c é")
  }

  @Test func columnsStandUnderEachOther() {
    var table = Table(["Name", ">Count", "Note"])
    table.add(["a", "10", ""])
    table.add(["long", "9", "x"])
    #expect(table.text == "Name  Count  Note\na        10\nlong      9  x\n")
    #expect(Table().text.isEmpty)
  }

  @Test func jsonHasSortedKeysAndNull() {
    let value = JSONValue.object([
      "b": JSONValue(nil as String?), "a": .list([.number(.nan), .number(1.5), .bool(true)]),
      "c": .text("a/\"b\""),
    ])
    #expect(value.line == "{\"a\":[null,1.5,true],\"b\":null,\"c\":\"a/\\\"b\\\"\"}\n")
  }

  @Test func progressIsSilentWhereNobodyLooks() {
    let output = CapturedOutput()
    var progress = Progress("Reading", of: 2, on: output)
    progress.advance()
    progress.finish()
    #expect(output.text.isEmpty)
  }
}

import Testing

@testable import PostilModel

@Suite struct FormFormatTests {
  @Test(arguments: [
    ("AFNumber_Format(2, 0, 0, 0, \"$\", true);", "1234.5", "$1,234.50"),
    ("AFNumber_Format(2,2,0,0,\" \\u20ac\",false)", "1234,5", "1.234,50 €"),
    ("AFNumber_Format(0, 1, 0, 0, \"\", true)", "-1234.5", "-1234"),
    ("AFNumber_Format(1, 4, 2, 0, \"\", true)", "-1234567.25", "(1'234'567.2)"),
    ("AFNumber_Format(2, 0, 0, 0, \"\", true)", "1,234", "1,234.00"),
    ("AFNumber_Format(0, 0, 0, 0, \"\", true)", "-0.2", "0"),
    ("AFPercent_Format(1, 0)", "0.125", "12.5%"),
    ("AFDate_FormatEx(\"dd/mm/yyyy\");", "2026-05-04", "04/05/2026"),
    ("AFDate_FormatEx('dddd, mmmm d, yy')", "2026-05-04", "Monday, May 4, 26"),
    ("AFDate_FormatEx(\"d mmm yyyy\")", "4 may 2026", "4 May 2026"),
  ])
  func shows(script: String, value: String, shown: String) throws {
    #expect(try #require(FormFormat(script)).shown(value) == shown)
  }

  @Test(arguments: [
    ("AFNumber_Format(2, 0, 0, 0, \"$\", true)", "many"), ("AFDate_FormatEx(\"dd/mm/yyyy\")", "2026-02-30"),
    ("AFDate_FormatEx(\"dd/mm/yyyy\")", "31/04/2026"),
  ])
  func whatDoesNotFitStays(script: String, value: String) throws {
    let format = try #require(FormFormat(script))
    #expect(format.shown(value) == nil)
    let field = FormField(name: "f", kind: .text, value: "", scripts: [.init(.format, script)])
    #expect(FormFormat.shown(value, field) == value)
  }

  @Test(arguments: [
    "", "AFNumber_Format(2, 0", "AFNumber_Format(2, 9, 0, 0, \"\", true)", "AFNumber_Format(1e9, 0)",
    "x = 1; y = 2",
    "AFNumber_Format(2, 0, 0, 0, \"$\", true); app.alert(1)", "AFDate_FormatEx(cFormat)", "event.value = '1'",
    String(repeating: "(", count: 100_000),
  ])
  func otherScriptsAreNotUnderstood(script: String) {
    #expect(FormFormat(script) == nil)
    #expect(FormCalculation(script) == nil)
  }
}

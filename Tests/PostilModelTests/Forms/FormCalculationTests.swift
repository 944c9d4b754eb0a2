import Testing

@testable import PostilModel

@Suite struct FormCalculationTests {
  private func form(_ script: String) -> PDFForm {
    PDFForm(
      fields: [
        FormField(name: "a.x", kind: .text, value: "2"), FormField(name: "a.y", kind: .text, value: "4,5"),
        FormField(name: "b", kind: .text, value: "no number"),
        FormField(
          name: "result", kind: .text, value: "", flags: .readOnly, scripts: [.init(.calculate, script)]),
      ], calculationOrder: ["result"])
  }

  @Test(arguments: [
    ("AFSimple_Calculate(\"SUM\", new Array (\"a.x\", \"a.y\"));", "6.5"),
    ("AFSimple_Calculate(\"SUM\", \"a\")", "6.5"),
    ("AFSimple_Calculate(\"AVG\", [\"a\", \"b\"])", "2.166667"),
    ("AFSimple_Calculate(\"PRD\", \"a.x, a.y\")", "9"),
    ("AFSimple_Calculate(\"MIN\", \"a\")", "2"), ("AFSimple_Calculate(\"MAX\", \"a, b\")", "4.5"),
    ("AFSimple_Calculate(\"SUM\", \"nothing\")", "0"),
  ])
  func calculates(script: String, result: String) throws {
    let form = form(script)
    #expect(try #require(FormCalculation(script)).value(in: form) == result)
    #expect(form.fieldsNotCalculated == [])
  }

  @Test func resultsFollowWhatIsFilledIn() throws {
    let completed = try form("AFSimple_Calculate(\"SUM\", \"a\")").completed(["a.x": "10"])
    #expect(completed == ["a.x": "10", "result": "14.5"])
    // What it does not depend on leaves it alone.
    #expect(try form("AFSimple_Calculate(\"SUM\", \"a\")").completed(["b": "1"]) == ["b": "1"])
  }

  @Test func otherScriptsAreNamed() throws {
    let form = form("event.value = 7")
    #expect(form.fieldsNotCalculated == ["result"])
    #expect(try form.completed(["a.x": "10"]) == ["a.x": "10"])
    #expect(form.fieldsWithUnknownScripts == ["result"])
  }

  /// Viewers calculate what the order names alone.
  @Test func whatTheOrderLeavesOutIsNamed() {
    var form = form("AFSimple_Calculate(\"SUM\", \"a\")")
    form.calculationOrder = []
    #expect(form.fieldsNotCalculated == ["result"])
  }

  @Test func fieldsGetOtherNames() throws {
    let calculation = try #require(FormCalculation("AFSimple_Calculate('MAX', 'a.x, b')"))
    let names = ["a.x": "a_2.x", "b": "b\\\"c"]
    let script = try #require(calculation.script { names[$0] })
    #expect(script == #"AFSimple_Calculate("MAX", new Array ("a_2.x", "b\\\"c"));"#)
    #expect(calculation.script { _ in nil } == nil)
    #expect(
      FormCalculation(script)?.script { $0 == "b\\\"c" ? "b" : nil }?.contains(#""a_2.x", "b""#) == true)
    let texts = FormField.Script(.calculate, #"f("a\"b", 'c"d') + "e"#).quotedTexts
    #expect(texts == ["a\"b", "c\"d"])
  }

  @Test func formsInXFAAloneAreRefused() {
    let error = #expect(throws: PDFError.self) {
      try PDFForm(fields: [], xfa: .dynamic).completed(["a": "b"])
    }
    #expect(error?.code == .unsupported)
  }
}

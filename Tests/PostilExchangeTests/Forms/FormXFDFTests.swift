import PostilModel
import Testing

@testable import PostilExchange

@Suite struct FormXFDFTests {
  @Test func namesAreElementsInsideEachOther() throws {
    let values: [String: FormValue] = ["a.b": "1 < 2", "a.c.d": ["x", "y"], "a": "top", "e": "é\n"]
    let data = FormXFDF.data(values, file: "form.pdf")
    #expect(try FormXFDF.values(in: data) == values)
    #expect(
      String(decoding: data, as: UTF8.self).contains("<field name=\"a\"><value>top</value><field name=\"b\">")
    )
  }

  @Test func otherXMLIsRefused() {
    #expect(throws: PDFError.self) { try FormXFDF.values(in: .init("<a/>".utf8)) }
  }
}

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

  @Test func richTextAloneIsTakenAsText() throws {
    let rich = "<value-richtext><body><p>One <b>two</b></p><p>three</p></body></value-richtext>"
    func values(_ inner: String) throws -> [String: FormValue] {
      try FormXFDF.values(
        in: .init(
          "<xfdf xmlns='http://ns.adobe.com/xfdf/'><fields><field name='a'>\(inner)</field></fields></xfdf>"
            .utf8))
    }
    #expect(try values(rich) == ["a": "One two\nthree"])
    #expect(try values(rich + "<value>plain</value>") == ["a": "plain"])
  }

  @Test func otherXMLIsRefused() {
    #expect(throws: PDFError.self) { try FormXFDF.values(in: .init("<a/>".utf8)) }
  }
}

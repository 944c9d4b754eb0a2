import PostilModel
import Testing

@testable import PostilExchange

@Suite struct CSVTableTests {
  @Test func cellsAndQuotes() throws {
    let table = try CSVTable("\u{FEFF}a;b\r\n\"x;\"\"y\"\"\nz\";2\r\n\r\n;\n")
    #expect(table.columns == ["a", "b"])
    #expect(table.rows == [["x;\"y\"\nz", "2"], ["", ""]])
  }

  @Test(arguments: ["", "a,a\n1,2", "a,b\n1", "a\n\"x", "a\n\"x\"y"]) func whatIsNoTable(text: String) {
    #expect(throws: PDFError.self) { try CSVTable(text) }
  }
}

import Testing

@testable import PostilModel

@Suite struct PageTableTests {
  private let table = PageTable(
    [
      .init("Year", rows: 0..<2, columns: 0..<1), .init("Costs, \"net\"", rows: 0..<1, columns: 1..<3),
      .init("A|B", rows: 1..<2, columns: 1..<2), .init("<C>", rows: 1..<2, columns: 2..<3),
      .init("2024", rows: 2..<3, columns: 0..<1), .init("7", rows: 2..<3, columns: 2..<3),
    ], on: PageID(number: 1))

  @Test func rowsHaveAPlaceForEachColumn() {
    #expect(table.rowCount == 3 && table.columnCount == 3)
    #expect(table.rows == [["Year", "Costs, \"net\"", ""], ["", "A|B", "<C>"], ["2024", "", "7"]])
    #expect(PageTable([], on: PageID(number: 1)).rows.isEmpty)
  }

  @Test func textsAreWrittenAsTheirFormsWant() {
    #expect(table.csv == "Year,\"Costs, \"\"net\"\"\",\n,A|B,<C>\n2024,,7\n")
    #expect(
      table.markdown == """
        | Year | Costs, "net" |  |
        | --- | --- | --- |
        |  | A\\|B | <C> |
        | 2024 |  | 7 |

        """)
    #expect(
      table.html == """
        <table>
        <tr><td rowspan="2">Year</td><td colspan="2">Costs, "net"</td></tr>
        <tr><td>A|B</td><td>&lt;C&gt;</td></tr>
        <tr><td>2024</td><td></td><td>7</td></tr>
        </table>

        """)
  }
}

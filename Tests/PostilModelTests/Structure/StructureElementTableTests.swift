import Testing

@testable import PostilModel

@Suite struct StructureElementTableTests {
  private let page = PageID(number: 1)

  private func cell(_ text: String, _ role: String = "TD", rows: Int? = nil, columns: Int? = nil)
    -> StructureElement
  {
    var element = StructureElement(role, kids: [.content(StructureContent(text, on: page))])
    if let rows { element.attributes["Table", default: [:]]["RowSpan"] = PDFValue.integer(rows) }
    if let columns { element.attributes["Table", default: [:]]["ColSpan"] = PDFValue.integer(columns) }
    return element
  }

  private func table(_ rows: [[StructureElement]]) -> StructureElement {
    StructureElement(
      "Table", kids: rows.map { .element(StructureElement("TR", kids: $0.map { .element($0) })) })
  }

  /// The head of a table on two pages has its content on both of them.
  @Test func aRepeatedHeadIsSaidOnce() throws {
    func repeated(_ text: String, _ again: String) -> StructureElement {
      StructureElement(
        "TH",
        kids: [
          .content(StructureContent(text, on: page)),
          .content(StructureContent(again, on: PageID(number: 2))),
        ])
    }
    let element = table([[repeated("No", "No"), repeated("Long", "text")], [cell("1"), cell("2")]])
    #expect(element.table?.rows == [["No", "Long text"], ["1", "2"]])
  }

  @Test func spansOfCellsAreFollowed() throws {
    let element = table([
      [cell("Name", "TH", rows: 2), cell("Both", "TH", columns: 2)], [cell("a", "TH"), cell("b", "TH")],
      [cell("x"), cell("1"), cell("2")],
    ])
    let table = try #require(element.table)
    #expect(table.rows == [["Name", "Both", ""], ["", "a", "b"], ["x", "1", "2"]])
    #expect(table.html.contains("<th rowspan=\"2\">Name</th><th colspan=\"2\">Both</th>"))
    // There and back.
    #expect(StructureElement(table).table == table)
  }

  @Test func aTableOfSeveralPagesHasAPartOnEach() {
    var element = table([[cell("a", "TH"), cell("b", "TH")], [cell("c"), cell("d")]])
    let next = PageID(number: 2)
    let rest = ["e", "f"].map { StructureElement("TD", kids: [.content(StructureContent($0, on: next))]) }
    element.kids.append(.element(StructureElement("TR", kids: rest.map { .element($0) })))
    let parts = element.tablesByPage
    #expect(
      parts.map(\.page) == [page, next] && parts.map(\.rows) == [[["a", "b"], ["c", "d"]], [["e", "f"]]])
    #expect(
      parts.allSatisfy { $0.source == .tags } && parts[0].cells.map(\.isHeader) == [true, true, false, false])
  }

  @Test func partsOfATableAreRead() throws {
    let element = StructureElement(
      "Table",
      kids: [
        .element(StructureElement("THead", kids: table([[cell("h", "TH")]]).kids)),
        .element(StructureElement("TBody", kids: table([[cell("b")]]).kids)),
      ])
    #expect(element.table?.rows == [["h"], ["b"]])
  }

  @Test func spansThatCannotBeAreCut() throws {
    let table = try #require(
      table([[cell("a", rows: .max, columns: .max), cell("b")], [cell("c", rows: -3)]]).table)
    #expect(table.rowCount == 2 && table.columnCount <= 1_000)
    #expect(StructureElement("Table").table == nil && StructureElement("P").table == nil)
  }
}

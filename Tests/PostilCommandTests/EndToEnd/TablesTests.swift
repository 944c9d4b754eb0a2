import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct TablesTests {
  /// Rows of texts at places, with lines between them or without.
  private func document(
    _ rows: [[(x: Double, text: String)]], columns: [Double] = [], rotation: Int = 0
  ) -> Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 400 400]>>", as: 2)
    builder.add(
      "<</Type/Page/Parent 2 0 R/Rotate \(rotation)/Contents 5 0 R/Resources<</Font<</F 4 0 R>>>>>>", as: 3)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>", as: 4)
    var content = ""
    for (row, cells) in rows.enumerated() {
      for cell in cells {
        content += "BT /F 10 Tf 1 0 0 1 \(cell.x) \(300 - row * 20) Tm (\(cell.text)) Tj ET\n"
      }
    }
    if let first = columns.first, let last = columns.last {
      let bottom = 314 - Double(rows.count) * 20
      for x in columns { content += "\(x) 314 m \(x) \(bottom) l S\n" }
      for row in 0...rows.count { content += "\(first) \(314 - row * 20) m \(last) \(314 - row * 20) l S\n" }
    }
    builder.addStream(content, as: 5)
    return builder.data()
  }

  private func run(_ data: Data, _ arguments: String...) async throws -> String {
    let tool = try Workbench()
    _ = try tool.folder.file("in.pdf", data)
    let result = await tool.run(["tables", "@in.pdf"] + arguments)
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  @Test func cellsBetweenLinesAreTold() async throws {
    let rows = [
      [(50.0, "Item"), (150.0, "Price")], [(50.0, "Two words"), (150.0, "49.48")],
      [(50.0, "Pen"), (150.0, "247.40")],
    ]
    let data = document(rows, columns: [40, 140, 240])
    #expect(try await run(data) == "Item,Price\nTwo words,49.48\nPen,247.40\n\n")
    #expect(
      try await run(data, "--as", "markdown")
        == "| Item | Price |\n| --- | --- |\n| Two words | 49.48 |\n| Pen | 247.40 |\n\n")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(try await run(data, "--json").utf8)) as? [String: Any])
    let tables = try #require(json["tables"] as? [[String: Any]])
    let cells = try #require(tables.first?["cells"] as? [[String: Any]])
    let rect = try #require(cells[1]["rect"] as? [String: Double])
    #expect(cells.count == 6 && rect["x"] == 150 && abs((rect["y"] ?? 0) - 297.5) < 0.01)
  }

  @Test func columnsOfTextAreToldWithoutLines() async throws {
    let rows = (0..<6).map { row in
      [(50.0, "Label \(row)"), (170.0, "\(row)1.5"), (230.0, "\(row)20"), (300.0, "\(row)3 %")]
    }
    let text = try await run(document(rows))
    #expect(text == (0..<6).map { "Label \($0),\($0)1.5,\($0)20,\($0)3 %\n" }.joined() + "\n")
  }

  /// Pages are turned so that what lies on its side can be read, or it is read as it lies.
  @Test func tablesOnTheirSideAreRead() async throws {
    let rows = [[(50.0, "a"), (150.0, "1")], [(50.0, "b"), (150.0, "2")], [(50.0, "c"), (150.0, "3")]]
    #expect(try await run(document(rows, columns: [40, 140, 240], rotation: 90)) == "a,1\nb,2\nc,3\n\n")
  }

  @Test func runningTextIsNoTable() async throws {
    let rows = (0..<12).map { row in [(50.0, "this is a line of text that says nothing \(row)")] }
    #expect(try await run(document(rows)) == "")
  }
}

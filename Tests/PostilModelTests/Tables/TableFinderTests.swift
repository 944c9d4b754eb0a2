import Testing

@testable import PostilModel

@Suite struct TableFinderTests {
  /// A word of letters half as wide as they are tall, on a line 10 points tall.
  private func words(_ text: String, _ x: Double, _ y: Double) -> [TableInput.Word] {
    var (words, left): ([TableInput.Word], Double) = ([], x)
    for word in text.split(separator: " ") {
      let right = left + 5 * Double(word.count)
      words.append(.init(box: TableBox(x0: left, y0: y, x1: right, y1: y + 10), text: String(word), size: 10))
      left = right + 3
    }
    return words
  }

  /// Cells stand at the bottom of their rows.
  @Test func aCellOfTwoLinesIsOneRowWithTheCellsBesideItsLast() throws {
    var input = TableInput(words: [], rulings: [], fills: [], width: 400, height: 400)
    input.words = words("Item", 20, 20) + words("Description", 100, 20) + words("Price", 260, 20)
    for row in 0..<5 {
      let y = 38 + 30 * Double(row)
      input.words += words("First line of text", 100, y)
      input.words +=
        words("Thing \(row)", 20, y + 12) + words("second line of it", 100, y + 12)
        + words("\(row).50", 260, y + 12)
    }
    let table = try #require(TableFinder(input).find().tables.first)
    let rows = (0..<6).map { row in table.cells.filter { $0.rows == row...row }.map(\.text) }
    #expect(rows[0] == ["Item", "Description", "Price"])
    for row in 0..<5 {
      #expect(rows[row + 1] == ["Thing \(row)", "First line of text second line of it", "\(row).50"])
    }
  }
}

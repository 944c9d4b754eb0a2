extension PageText {
  /// The text with spaces and empty lines that stand for what parts it on the page, so that columns stay under each other where letters are
  /// all of one width. Of what is turned only the lines are kept, behind the others.
  ///
  /// - Parameter view: The page as it is seen: ``PDFPage/transform(scale:)``.
  /// - Complexity: O(*n* log *n*) in the number of characters.
  public func laidOut(in view: PageTransform) -> String {
    var (words, turned): ([PlacedWord], [String]) = ([], [])
    for (range, _) in zip(lineRanges, lineBoxes) {
      let line = placedWords(in: range, view)
      if line.count > 1, line.allSatisfy({ $0.box.height > $0.box.width * 1.5 }) || line.isTurned {
        turned.append(Self.string(of: characters[range]))
      } else {
        words += line
      }
    }
    guard !words.isEmpty else { return turned.map { $0 + "\n" }.joined() }
    let width = max(words.map { $0.box.width / Double($0.text.count) }.median, 0.1)
    let height = max(words.map(\.box.height).median, 0.1)
    let left = words.reduce(words[0].box.x0) { min($0, $1.box.x0) }
    var result = ""
    var bottom: Double?
    for row in Self.rows(words) {
      let top = row.reduce(row[0].box.y0) { min($0, $1.box.y0) }
      if let bottom {
        let empty =
          Int(exactly: min(max(0, (top - bottom) / height), Self.mostEmptyLines).rounded(.down)) ?? 0
        result += String(repeating: "\n", count: empty)
      }
      var column = 0
      for word in row.sorted(by: { $0.box.x0 < $1.box.x0 }) {
        let place = Int(exactly: min((word.box.x0 - left) / width, Self.mostColumns).rounded(.down)) ?? 0
        let spaces = max(place - column, column > 0 ? 1 : 0)
        result += String(repeating: " ", count: spaces)
        result.unicodeScalars.append(contentsOf: word.text)
        column += spaces + word.text.count
      }
      result += "\n"
      bottom = row.reduce(row[0].box.y1) { max($0, $1.box.y1) }
    }
    return result + turned.map { $0 + "\n" }.joined()
  }

  private static let mostEmptyLines = 4.0
  /// A word that stands farther out is set at this column.
  private static let mostColumns = 1_000.0

  fileprivate struct PlacedWord {
    let text: ArraySlice<Unicode.Scalar>
    let box: TableBox
  }

  private func placedWords(in range: Range<Int>, _ view: PageTransform) -> [PlacedWord] {
    characters[range].split(whereSeparator: \.isSpace).map { word in
      PlacedWord(
        text: word,
        box: TableBox(view.viewRect(PageRect(Self.union(of: boxes, in: word.startIndex..<word.endIndex)))))
    }
  }

  /// Words that stand beside each other, from the top.
  private static func rows(_ words: [PlacedWord]) -> [[PlacedWord]] {
    var rows: [[PlacedWord]] = []
    var extent = (low: 0.0, high: 0.0)
    for word in words.sorted(by: { $0.box.middleY < $1.box.middleY }) {
      // Its middle is within the row.
      if !rows.isEmpty, word.box.middleY < extent.high - 0.25 * (extent.high - extent.low) {
        rows[rows.count - 1].append(word)
      } else {
        rows.append([word])
        extent = (word.box.y0, word.box.y1)
      }
    }
    return rows
  }
}

extension [PageText.PlacedWord] {
  /// Whether they follow each other upwards or downwards.
  fileprivate var isTurned: Bool {
    guard let first, let last else { return false }
    return abs(last.box.middleY - first.box.middleY) > abs(last.box.middleX - first.box.middleX)
  }
}

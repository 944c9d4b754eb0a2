/// Paragraphs beside small tables, whose lines are no cells of these.
struct SideTexts {
  let em: Double
  /// Rules across which a paragraph stands beside nothing.
  let rules: TableRulings

  /// A paragraph has so many lines, of so many words, most of which fill this part of its width.
  private static let fewestLines = 4
  private static let fewestWords = 4
  private static let filledPart = 0.75
  private static let partOfFilled = 0.6
  /// How far from each other its lines begin, in em, and how far apart they are, in heights of these.
  private static let indent = 0.3
  private static let widestLineGap = 1.0
  /// How far it stands from what is beside it, in em: of that, this part are values, in so many lines.
  private static let gap = 1.0
  private static let valuesPart = 0.35
  private static let fewestRows = 3
  /// A cell begins with each row of a table: fewer lines of a paragraph, as parts of the rows, begin as cells do, or behind the end of
  /// something.
  private static let startsPart = 0.65
  private static let endsPart = 0.4
  /// Gaps that part pieces, in em.
  private static let pieceGap = 0.9

  private static let mostParagraphs = 100
  /// Lines with more pieces have no paragraph among them.
  private static let mostPieces = 20
  /// Columns of text beside each other.
  private static let mostOpenBlocks = 50
  /// So many lines before and behind one may stand beside it.
  private static let nearLines = 6

  /// The words without those of such paragraphs, and each of these.
  ///
  /// - Complexity: O(*n* log *n*) for the words, and the paragraphs times the words.
  func parted(_ words: [TableWord]) -> [[TableWord]] {
    let lines = words.lines.map { $0.words.pieces(gap: Self.pieceGap * em) }
      .filter { $0.count <= Self.mostPieces }
    var result: [[TableWord]] = []
    var taken: Set<Int> = []
    for whole in blocks(lines) where result.count < Self.mostParagraphs {
      // Behind the table, lines may be wider.
      let isBeside = whole.map { line in
        near(line.line, line.line, lines).contains { $0.stands(beside: line.piece) }
      }
      guard let first = isBeside.firstIndex(of: true), let last = isBeside.lastIndex(of: true),
        last - first + 1 >= Self.fewestLines
      else { continue }
      let block = whole[first...last].map(\.piece)
      guard let box = block.flatMap(\.words).bounds else { continue }
      let beside = near(whole[first].line, whole[last].line, lines).filter { piece in
        guard let word = piece.words.first?.box else { return false }
        return word.middleY > box.y0 && word.middleY < box.y1 && (piece.x0 > box.x1 || piece.x1 < box.x0)
      }
      guard isParagraph(block, in: box, beside: beside) else { continue }
      result.append(block.flatMap(\.words))
      taken.formUnion(block.flatMap(\.words).map(\.id))
    }
    return result.isEmpty ? [words] : [words.filter { !taken.contains($0.id) }] + result
  }

  /// The pieces of some lines, and of those near them.
  private func near(_ first: Int, _ last: Int, _ lines: [[TablePiece]]) -> [TablePiece] {
    lines[max(0, first - Self.nearLines)..<min(lines.count, last + Self.nearLines + 1)].flatMap { $0 }
  }

  /// Pieces below each other that begin at one place, as close as the lines of a paragraph.
  private func blocks(_ lines: [[TablePiece]]) -> [[(piece: TablePiece, line: Int)]] {
    var open: [[(piece: TablePiece, line: Int)]] = []
    var result: [[(piece: TablePiece, line: Int)]] = []
    for (number, line) in lines.enumerated() {
      for piece in line {
        guard let box = piece.words.first?.box else { continue }
        let place = open.firstIndex { block in
          guard let last = block.last?.piece, let end = last.words.first?.box.y1 else { return false }
          return abs(last.x0 - piece.x0) < Self.indent * em && box.y0 - end > -0.5 * box.height
            && box.y0 - end < Self.widestLineGap * box.height
        }
        if let place {
          open[place].append((piece, number))
        } else {
          open.append([(piece, number)])
        }
        if open.count > Self.mostOpenBlocks { result.append(open.removeFirst()) }
      }
    }
    return (result + open).filter { $0.count >= Self.fewestLines }
  }

  private func isParagraph(_ block: [TablePiece], in box: TableBox, beside: [TablePiece]) -> Bool {
    let isFilled = block.map {
      $0.words.count >= Self.fewestWords && $0.x1 - $0.x0 > Self.filledPart * box.width
    }
    guard Double(isFilled.count(where: \.self)) >= Self.partOfFilled * Double(block.count) else {
      return false
    }
    let values = beside.count { TableText.isValue($0.words.joined) }
    guard Double(values) >= Self.valuesPart * Double(beside.count),
      !beside.contains(where: { $0.x0 < box.x1 + Self.gap * em && $0.x1 > box.x0 - Self.gap * em })
    else { return false }
    let rows = beside.flatMap(\.words).lines.count
    guard rows >= Self.fewestRows else { return false }
    // The lines that a cell may begin, and those that surely begin something.
    var (starts, ends) = (0, 0)
    for line in block.indices.dropFirst() {
      let last = block[line - 1].words.last?.text.last
      let first = block[line].words.first?.text.unicodeScalars.first
      let isNew = first?.properties.isLowercase != true
      if isNew || !isFilled[line - 1] { starts += 1 }
      if !isFilled[line - 1] || isNew && last.map({ ".!?:".contains($0) }) == true { ends += 1 }
    }
    guard Double(starts) <= Self.startsPart * Double(rows - 1),
      Double(ends) <= Self.endsPart * Double(rows - 1)
    else { return false }
    return !rules.between(box.y0, box.y1).contains { rule in
      rule.start < box.middleX && rule.end > box.middleX
        && (rule.start < box.x0 - em || rule.end > box.x1 + em)
    }
  }
}

extension TablePiece {
  /// Whether another one is on its left or its right.
  fileprivate func stands(beside other: TablePiece) -> Bool {
    guard let box = words.first?.box, let next = other.words.first?.box else { return false }
    return (x0 > other.x1 || x1 < other.x0) && box.y0 < next.y1 && next.y0 < box.y1
  }
}

/// Words that stand on one line.
struct TableLine {
  /// From the left.
  var words: [TableWord]
  /// The top and bottom of its largest type: superscripts do not widen it.
  var top, bottom: Double
  var size: Double
  /// What gaps part that are surely wider than word spaces.
  var pieces: [TablePiece] = []

  var middle: Double { (top + bottom) / 2 }
  var height: Double { bottom - top }
}

/// Words in a row with nothing but word spaces between them.
struct TablePiece {
  var x0, x1: Double
  var words: [TableWord]

  var middle: Double { (x0 + x1) / 2 }
}

/// How wide gaps between words are that part something, in sizes of the page's type (em).
struct TableGaps {
  /// More than a word space: parts pieces.
  let piece: Double
  /// Parts cells for sure.
  let cell: Double
  /// Parts two values, which are no words of a sentence.
  let value: Double

  /// Follows the page's own word spaces: 0.25 em in proportional type, 0.6 in typewriter type.
  init(_ lines: [TableLine], em: Double) {
    // Between texts, and where these are few, beside values. Where gaps between values, which are columns, are as narrow, those beside
    // them may be columns too.
    var (spaces, besideValues, narrowColumns): ([Double], [Double], Int) = ([], [], 0)
    for line in lines {
      let areValues = line.words.map { TableText.isValue($0.text) }
      for (place, (word, next)) in zip(line.words, line.words.dropFirst()).enumerated() {
        let gap = (next.box.x0 - word.box.x1) / em
        guard gap > Self.narrowestSpace, gap < Self.widestSpace else { continue }
        switch (areValues[place], areValues[place + 1]) {
        case (false, false): spaces.append(gap)
        case (true, true): narrowColumns += 1
        default: besideValues.append(gap)
        }
      }
    }
    if spaces.count < Self.fewestSpaces, narrowColumns < Self.fewestSpaces { spaces += besideValues }
    let space = spaces.count >= Self.fewestSpaces ? spaces.median : Self.usualSpace
    piece = max(0.5, 1.5 * space)
    cell = max(0.9, 2.2 * space)
    value = min(piece, max(0.42, 1.35 * space))
  }

  /// Gaps between these, in em, may be word spaces.
  private static let narrowestSpace = 0.05
  private static let widestSpace = 0.75
  /// From so many on, the page's own spaces count; in em.
  private static let fewestSpaces = 5
  private static let usualSpace = 0.28
}

extension [TableWord] {
  /// The lines of the words, from the top.
  ///
  /// - Complexity: O(*n* log *n*)
  var lines: [TableLine] {
    var result: [TableLine] = []
    let order = sorted { ($0.box.middleY, $0.box.x0) < ($1.box.middleY, $1.box.x0) }
    for word in order {
      var best: (overlap: Double, line: Int)?
      for number in Swift.max(0, result.count - Self.openLines)..<result.count {
        let line = result[number]
        let overlap = Swift.min(line.bottom, word.box.y1) - Swift.max(line.top, word.box.y0)
        guard overlap >= Self.sharedHeight * Swift.min(line.height, word.box.height) else { continue }
        if best.map({ overlap > $0.overlap }) ?? true { best = (overlap, number) }
      }
      guard let number = best?.line else {
        result.append(TableLine(words: [word], top: word.box.y0, bottom: word.box.y1, size: word.size))
        continue
      }
      result[number].words.append(word)
      if word.size > result[number].size * Self.largerType {
        (result[number].top, result[number].bottom) = (word.box.y0, word.box.y1)
        result[number].size = word.size
      }
    }
    for number in result.indices { result[number].words.sort { $0.box.x0 < $1.box.x0 } }
    result.sort { $0.top < $1.top }
    return result
  }

  /// The part of the lower height that a word shares with its line: superscripts do, cells that are centered half a line off do not.
  private static var sharedHeight: Double { 0.6 }
  /// A word so many times as large as its line's type sets the line's height.
  private static var largerType: Double { 1.05 }
  /// Words come by their height; the lines before these are over.
  private static var openLines: Int { 6 }

  /// What gaps of at least a width part, in points.
  ///
  /// - Parameter values: The same between two values.
  func pieces(gap: Double, values: Double? = nil) -> [TablePiece] {
    var result: [TablePiece] = []
    func isParted(_ last: TablePiece, _ word: TableWord) -> Bool {
      let distance = word.box.x0 - last.x1
      guard distance < gap, let values, distance >= values, let before = last.words.last else {
        return distance >= gap
      }
      return TableText.isValue(before.text) && TableText.isValue(word.text)
    }
    for word in self {
      if let last = result.indices.last, !isParted(result[last], word) {
        result[last].x1 = Swift.max(result[last].x1, word.box.x1)
        result[last].words.append(word)
      } else {
        result.append(TablePiece(x0: word.box.x0, x1: word.box.x1, words: [word]))
      }
    }
    return result
  }

  /// Joins what is set apart only to stand flush with a column's edge: dots that lead on become part of the text before them, whose box
  /// stays; a currency sign goes with its number.
  func glued() -> [TableWord] {
    var result: [TableWord] = []
    result.reserveCapacity(count)
    for line in lines {
      let start = result.count
      var place = 0
      while place < line.words.count {
        let word = line.words[place]
        let dots = line.words[place...].leadingDots
        if dots.count > 0 {
          if result.count > start {
            result[result.count - 1].text += dots.joined
          }
          place += dots.count
          continue
        }
        if result.count > start, let sign = result.last, Self.currencySigns.contains(sign.text),
          TableText.hasDigit(word.text), word.box.x0 - sign.box.x1 < Self.farthestSign * word.size
        {
          result[result.count - 1] = TableWord(
            id: sign.id, box: sign.box.united(with: word.box), text: sign.text + word.text, size: word.size)
        } else {
          result.append(word)
        }
        place += 1
      }
    }
    for id in result.indices { result[id].id = id }
    return result
  }

  private static var currencySigns: Set<String> { ["$", "\u{20AC}", "\u{A3}", "\u{A5}"] }
  /// How far from its number a currency sign stands, in sizes.
  private static var farthestSign: Double { 6 }
}

extension ArraySlice<TableWord> {
  /// The dots with which it begins, if they lead on: four or more, together or spaced.
  fileprivate var leadingDots: ArraySlice<TableWord> {
    var end = startIndex
    while end < endIndex, TableText.areDots(self[end].text),
      end == startIndex || self[end].box.x0 - self[end - 1].box.x1 < Self.widestDotSpace * self[end].size
    {
      end += 1
    }
    let dots = self[startIndex..<end]
    let text = dots.joined.unicodeScalars
    let isLeader = text.count >= Self.fewestDots || (text.contains("\u{2026}") && dots.count > 1)
    return isLeader ? dots : []
  }

  private static var fewestDots: Int { 4 }
  /// In sizes.
  private static var widestDotSpace: Double { 1.5 }
}

extension [Double] {
  /// The upper one of two in the middle; 0 if there are none.
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}

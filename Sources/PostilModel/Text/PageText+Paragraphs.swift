/// Lines of a page's text that stand under each other: a paragraph, a heading, a label. Where one ends is told by the gap before the
/// next line.
public struct TextParagraph: Sendable, Hashable {
  /// The text, its lines divided by line feeds. Words that are divided at the end of a line are whole, on the line where they begin.
  public let string: String
  /// The smallest rectangle around it, in page space.
  public let bounds: PageRect
  /// Its place in the text of the page, in Unicode scalars.
  public let range: Range<Int>
}

extension TextParagraph: CustomStringConvertible {
  /// The text in quotation marks.
  public var description: String { string.debugDescription }
}

extension PageText {
  /// How far the next line of a paragraph may be, and how far it may reach into the one before, in heights of lines.
  private static let widestGap: Float = 0.45
  private static let deepestOverlap: Float = -1.6

  /// The paragraphs, in reading order.
  ///
  /// - Complexity: O(*n*) in the number of characters.
  public var paragraphs: [TextParagraph] {
    var paragraphs: [TextParagraph] = []
    var start = 0
    for index in lineRanges.indices where index + 1 == lineRanges.count || !continues(index + 1) {
      paragraphs.append(paragraph(start...index))
      start = index + 1
    }
    return paragraphs
  }

  /// Whether a line belongs to the paragraph of the one before it.
  private func continues(_ index: Int) -> Bool {
    let (above, line) = (lineBoxes[index - 1], lineBoxes[index])
    let axis = axis(of: lineRanges[index - 1])
    guard axis == self.axis(of: lineRanges[index]) else { return false }
    // Of what stands upright, the way across is to the right or to the left.
    let across = 1 - axis
    let height = max(above[across + 2] - above[across], line[across + 2] - line[across], 0.1)
    let gap =
      across == 1
      ? above.y - line.w : max(line.x - above.z, above.x - line.z)
    return (Self.deepestOverlap * height...Self.widestGap * height).contains(gap)
  }

  /// The axis that a line runs along: 0 for x.
  private func axis(of range: Range<Int>) -> Int {
    let way = boxes[range.upperBound - 1].middle - boxes[range.lowerBound].middle
    return abs(way.x) >= abs(way.y) ? 0 : 1
  }

  private func paragraph(_ lines: ClosedRange<Int>) -> TextParagraph {
    let range = lineRanges[lines.lowerBound].lowerBound..<lineRanges[lines.upperBound].upperBound
    var text: [Unicode.Scalar] = []
    text.reserveCapacity(range.count)
    // Where the next line begins, if a part of it stands with the one before.
    var start = range.lowerBound
    for index in lines {
      let line = lineRanges[index]
      text += characters[max(start, line.lowerBound)..<line.upperBound]
      guard index < lines.upperBound else { break }
      start = lineRanges[index + 1].lowerBound
      if let kept = hyphenKept(line, before: lineRanges[index + 1]) {
        if !kept { text.removeLast() }
        let end =
          characters[lineRanges[index + 1]].firstIndex(where: \.isSpace) ?? lineRanges[index + 1].upperBound
        text += characters[start..<end]
        start = min(end + 1, lineRanges[index + 1].upperBound)
        if start == lineRanges[index + 1].upperBound { continue }
      }
      text.append("\n")
    }
    return TextParagraph(
      string: Self.string(of: text[...]),
      bounds: PageRect(lineBoxes[lines].dropFirst().reduce(lineBoxes[lines.lowerBound]) { $0.union($1) }),
      range: range)
  }

  /// Whether the hyphen at the end of a line belongs to its word all the same; `nil` if the line does not end within a word.
  private func hyphenKept(_ line: Range<Int>, before next: Range<Int>) -> Bool? {
    guard line.count > 1, let last = characters[line].last, let first = characters[next].first else {
      return nil
    }
    return last.isHyphenKept(after: characters[line.upperBound - 2], before: first)
  }
}

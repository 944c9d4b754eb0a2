/// A word of a page's text: what stands between white space, punctuation included. A word that is
/// hyphenated across lines is two.
public struct TextWord: Sendable, Hashable, Codable {
  /// The text.
  public let string: String
  /// The smallest rectangle around it, in page space.
  public let bounds: PageRect
  /// Its place in the text of the page, in Unicode scalars.
  public let range: Range<Int>
}

/// A line of a page's text.
public struct TextLine: Sendable, Hashable, Codable {
  /// The text, without the end of the line.
  public let string: String
  /// The smallest rectangle around it, in page space.
  public let bounds: PageRect
  /// Its place in the text of the page, in Unicode scalars.
  public let range: Range<Int>
}

extension TextWord: CustomStringConvertible {
  /// The text in quotation marks.
  public var description: String { string.debugDescription }
}

extension TextLine: CustomStringConvertible {
  /// The text in quotation marks.
  public var description: String { string.debugDescription }
}

extension PageText {
  /// The words, in reading order. A word that is divided at the end of a line is two; it is whole in ``PageText/paragraphs``.
  ///
  /// - Complexity: O(*n*) in the number of characters.
  public var words: [TextWord] {
    var words: [TextWord] = []
    var start = 0
    while start < count {
      let end = wordEnd(from: start)
      if end > start { words.append(word(start..<end)) }
      start = end + 1
    }
    return words
  }

  /// The word whose letters hold a point; `nil` if none does.
  ///
  /// - Complexity: O(*n*) in the number of lines, and of characters of those that hold the point.
  public func word(at point: PagePoint) -> TextWord? {
    let place = SIMD2(Float(point.x), Float(point.y))
    for (range, box) in zip(lineRanges, lineBoxes) where box.contains(place) {
      guard let index = range.first(where: { boxes[$0].contains(place) && !characters[$0].isSpace }) else {
        continue
      }
      var start = index
      while start > range.lowerBound, !characters[start - 1].isSpace { start -= 1 }
      return word(start..<wordEnd(from: index))
    }
    return nil
  }

  private func wordEnd(from start: Int) -> Int {
    var end = start
    while end < count, !characters[end].isSpace { end += 1 }
    return end
  }

  private func word(_ range: Range<Int>) -> TextWord {
    TextWord(
      string: Self.string(of: characters[range]), bounds: PageRect(Self.union(of: boxes, in: range)),
      range: range)
  }
}

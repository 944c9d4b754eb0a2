/// Which characters of a page's text belong to something already, and where those of a part of its content are.
///
/// Tags say what a content says and where it is, but not where that is in the text of the page: its order may be another, and a line of the
/// page may go through several cells. So lines of a content are looked for where the last one ended, then anywhere within its bounds, and if
/// that fails word by word.
struct TextClaims {
  private let text: PageText
  private var isClaimed: [Bool]
  /// Where the last content ended.
  private var cursor = 0
  /// Where each letter stands, in order; made when it is needed first.
  private var places: [Unicode.Scalar: [Int]]?

  /// How far letters may reach beyond the bounds of their content, in points.
  private static let tolerance: Float = 1

  init(_ text: PageText) {
    self.text = text
    isClaimed = Array(repeating: false, count: text.count)
  }

  /// The characters of a content, which are claimed then; those that are not found, or belong to another, are left out.
  mutating func claim(_ content: StructureContent) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for line in content.text.split(whereSeparator: \.isNewline) {
      if let range = claim(line, in: content.bounds) {
        ranges.append(range)
      } else {
        for word in line.split(whereSeparator: \.isWhitespace) {
          if let range = claim(word, in: content.bounds) { ranges.append(range) }
        }
      }
    }
    return joined(ranges)
  }

  /// Claims what is not claimed of a range.
  mutating func claim(_ range: Range<Int>) -> [Range<Int>] {
    let free = free(in: range)
    for range in free { for index in range { isClaimed[index] = true } }
    return free
  }

  /// The words of a range that are not claimed, as stretches.
  func free(in range: Range<Int>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard !isClaimed[index], !text.characters[index].isSpace else {
        index += 1
        continue
      }
      let start = index
      var end = index
      while index < range.upperBound, !isClaimed[index] {
        if !text.characters[index].isSpace { end = index + 1 }
        index += 1
      }
      ranges.append(start..<end)
    }
    return ranges
  }

  /// The characters in a rectangle that are not claimed, by runs. O(characters of the range).
  mutating func claim(in rect: PageRect, of range: Range<Int>) -> [Range<Int>] {
    let ranges = text.ranges(in: rect, of: range).flatMap { free(in: $0) }
    for range in ranges { for index in range { isClaimed[index] = true } }
    return ranges
  }

  private mutating func claim(_ part: Substring, in bounds: PageRect?) -> Range<Int>? {
    let pattern = part.unicodeScalars.filter { !$0.isSpace }
    guard let first = pattern.first, let range = place(of: Array(pattern), from: first, in: bounds) else {
      return nil
    }
    for index in range { isClaimed[index] = true }
    cursor = range.upperBound
    return range
  }

  private mutating func place(
    of pattern: [Unicode.Scalar], from first: Unicode.Scalar, in bounds: PageRect?
  ) -> Range<Int>? {
    var start = cursor
    while start < text.count, text.characters[start].isSpace { start += 1 }
    if let end = end(of: pattern, at: start), isWithin(bounds, start) { return start..<end }
    if places == nil {
      places = Dictionary(grouping: text.characters.indices) { text.characters[$0] }
    }
    for start in places?[first] ?? [] where !isClaimed[start] && isWithin(bounds, start) {
      if let end = end(of: pattern, at: start) { return start..<end }
    }
    return nil
  }

  private func isWithin(_ bounds: PageRect?, _ index: Int) -> Bool {
    guard let bounds else { return true }
    let box = text.boxes[index]
    let middle = (box.lowHalf + box.highHalf) / 2
    return middle.x >= Float(bounds.minX) - Self.tolerance && middle.x <= Float(bounds.maxX) + Self.tolerance
      && middle.y >= Float(bounds.minY) - Self.tolerance && middle.y <= Float(bounds.maxY) + Self.tolerance
  }

  /// Where letters end that begin at a place and belong to nothing yet, whatever white space is between them; `nil` if they do not stand
  /// there.
  private func end(of pattern: [Unicode.Scalar], at start: Int) -> Int? {
    var index = start
    for scalar in pattern {
      while index < text.count, index > start, text.characters[index].isSpace { index += 1 }
      guard index < text.count, text.characters[index] == scalar, !isClaimed[index] else { return nil }
      index += 1
    }
    return index
  }

  /// Ranges with nothing but white space between them are one.
  func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges {
      if let last = result.last, last.upperBound <= range.lowerBound,
        text.characters[last.upperBound..<range.lowerBound].allSatisfy(\.isSpace)
      {
        result[result.count - 1] = last.lowerBound..<range.upperBound
      } else {
        result.append(range)
      }
    }
    return result
  }
}

extension PageText {
  /// The runs of characters whose middles lie in a rectangle, without white space at their ends. O(characters of the range).
  func ranges(in rect: PageRect, of range: Range<Int>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start: Int?
    var end = range.lowerBound
    func close() {
      if let start, end > start { ranges.append(start..<end) }
    }
    for index in range.clamped(to: 0..<count) where !characters[index].isSpace {
      let box = boxes[index]
      let middle = PagePoint(x: Double(box.x + box.z) / 2, y: Double(box.y + box.w) / 2)
      if rect.contains(middle) {
        if start == nil { start = index }
        end = index + 1
      } else {
        close()
        start = nil
      }
    }
    close()
    return ranges
  }
}

/// Where a caret can be in the text of a page, and where each movement takes it. A place is the number of Unicode scalars before it.
struct CaretText: Sendable {
  let text: PageText
  /// The lines that are not empty, without their ends.
  private var lines: [Range<Int>] { text.lineRanges }

  init(_ text: PageText) { self.text = text }

  /// The first place; `nil` if there is no text.
  var start: Int? { lines.first?.lowerBound }
  /// The last place; `nil` if there is no text.
  var end: Int? { lines.last?.upperBound }

  /// The line that a place is in, by its index: the one that ends there, if that is the end of one. O(log lines).
  func line(at place: Int) -> Int? {
    guard !lines.isEmpty else { return nil }
    let next = lines.partitioningIndex { $0.lowerBound > place }
    return max(next - 1, 0)
  }

  /// The text of the line at a place; empty if there is no text.
  func lineText(at place: Int) -> String {
    line(at: place).map { PageText.string(of: text.characters[lines[$0]]) } ?? ""
  }

  /// Whether the line at a place runs to the left. O(log lines).
  func isRightToLeft(at place: Int) -> Bool {
    line(at: place).map { axis(of: $0) == 0 && way(of: $0).x < 0 } ?? false
  }

  // MARK: - Movements

  /// The next place; `nil` at the end. Marks stay with their letters.
  func nextCharacter(_ place: Int) -> Int? {
    guard let line = line(at: place) else { return nil }
    guard place < lines[line].upperBound else {
      return line + 1 < lines.count ? lines[line + 1].lowerBound : nil
    }
    var next = max(place, lines[line].lowerBound) + 1
    while next < lines[line].upperBound, text.characters[next].staysWithLetter { next += 1 }
    return next
  }

  /// The place before; `nil` at the beginning.
  func previousCharacter(_ place: Int) -> Int? {
    guard let line = line(at: place) else { return nil }
    guard place > lines[line].lowerBound else { return line > 0 ? lines[line - 1].upperBound : nil }
    var before = min(place, lines[line].upperBound) - 1
    while before > lines[line].lowerBound, text.characters[before].staysWithLetter { before -= 1 }
    return before
  }

  /// The end of the word at a place, or of the next one; `nil` if there is none.
  func nextWord(_ place: Int) -> Int? {
    var index = place
    while index < text.count, text.characters[index].isSpace { index += 1 }
    guard index < text.count else { return nil }
    while index < text.count, !text.characters[index].isSpace { index += 1 }
    return index
  }

  /// The beginning of the word before a place; `nil` if there is none.
  func previousWord(_ place: Int) -> Int? {
    var index = min(place, text.count)
    while index > 0, text.characters[index - 1].isSpace { index -= 1 }
    guard index > 0 else { return nil }
    while index > 0, !text.characters[index - 1].isSpace { index -= 1 }
    return index
  }

  /// The place in another line that is nearest to a distance along it; `nil` if there is no such line.
  ///
  /// - Parameters:
  ///   - distance: How many lines to go on; back if it is negative.
  ///   - along: How far along its line the caret was when it began to move by lines: see ``position(of:)``.
  func place(_ place: Int, linesOn distance: Int, along: Float) -> Int? {
    guard let line = line(at: place), lines.indices.contains(line + distance) else { return nil }
    return self.place(inLine: line + distance, along: along)
  }

  /// The place in the first or the last line that is nearest to a distance along it.
  func place(inLast isLast: Bool, along: Float) -> Int? {
    lines.isEmpty ? nil : place(inLine: isLast ? lines.count - 1 : 0, along: along)
  }

  func lineStart(_ place: Int) -> Int? { line(at: place).map { lines[$0].lowerBound } }
  func lineEnd(_ place: Int) -> Int? { line(at: place).map { lines[$0].upperBound } }

  // MARK: - Where places are

  /// How far along its line a place is: across the page for lines that do, else down or up.
  func position(of place: Int) -> Float {
    guard let line = line(at: place) else { return 0 }
    let axis = axis(of: line)
    return edge(place, axis, of: line)
  }

  /// The caret at a place: a rectangle without a width between two characters, as high as those, in page space; `nil` if there is no text.
  func rect(at place: Int) -> PageRect? {
    guard let line = line(at: place) else { return nil }
    let range = lines[line]
    let (axis, across) = (axis(of: line), 1 - axis(of: line))
    let box = text.boxes[min(max(place, range.lowerBound), range.upperBound - 1)]
    let edge = edge(place, axis, of: line)
    var (low, high) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    (low[axis], high[axis]) = (Double(edge), Double(edge))
    (low[across], high[across]) = (Double(box[across]), Double(box[across + 2]))
    return PageRect(corner: PagePoint(x: low.x, y: low.y), corner: PagePoint(x: high.x, y: high.y))
  }

  private func place(inLine line: Int, along: Float) -> Int {
    let axis = axis(of: line)
    let range = lines[line]
    let places = (range.lowerBound...range.upperBound).filter {
      $0 == range.upperBound || !text.characters[$0].staysWithLetter
    }
    let nearest = places.min {
      abs(edge($0, axis, of: line) - along) < abs(edge($1, axis, of: line) - along)
    }
    return nearest ?? range.lowerBound
  }

  /// The axis that a line runs along: 0 for x.
  private func axis(of line: Int) -> Int {
    let way = way(of: line)
    return abs(way.x) >= abs(way.y) ? 0 : 1
  }

  private func way(of line: Int) -> SIMD2<Float> {
    let range = lines[line]
    let (first, last) = (text.boxes[range.lowerBound], text.boxes[range.upperBound - 1])
    return (last.lowHalf + last.highHalf - first.lowHalf - first.highHalf) / 2
  }

  /// Where the edge of a character is at which the caret stands before it; of the place behind the last one, its other edge.
  private func edge(_ place: Int, _ axis: Int, of line: Int) -> Float {
    let range = lines[line]
    let isForwards = way(of: line)[axis] >= 0
    guard place < range.upperBound else {
      let box = text.boxes[range.upperBound - 1]
      return isForwards ? box[axis + 2] : box[axis]
    }
    let box = text.boxes[max(place, range.lowerBound)]
    return isForwards ? box[axis] : box[axis + 2]
  }
}

extension Unicode.Scalar {
  /// Whether no caret can be between it and what stands before it.
  fileprivate var staysWithLetter: Bool {
    properties.isGraphemeExtend || properties.canonicalCombiningClass != .notReordered || value == 0x200D
  }
}

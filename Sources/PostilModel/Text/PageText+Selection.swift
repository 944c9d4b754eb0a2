extension PageText {
  /// The text between two points, as a drag of the mouse from one to the other selects it: in reading order,
  /// from the character nearest to the one to the character nearest to the other. The points may come in
  /// either order, and need not lie on text.
  ///
  /// - Returns: `nil` if nothing lies between them.
  /// - Complexity: O(*n*) in the number of lines, and of the characters in the two lines and between them.
  public func selection(from start: PagePoint, to end: PagePoint) -> TextSelection? {
    guard let first = offset(at: start), let last = offset(at: end) else { return nil }
    return selection(of: min(first, last)..<max(first, last))
  }

  /// The text of a range, in Unicode scalars; what lies beyond the text is left out.
  ///
  /// - Returns: `nil` if nothing that shows is in it.
  /// - Complexity: O(*n*) in the number of characters of the lines.
  public func selection(of range: Range<Int>) -> TextSelection? {
    var directions = LineDirections()
    return selection(of: range, &directions)
  }

  func selection(of range: Range<Int>, _ directions: inout LineDirections) -> TextSelection? {
    let range = range.clamped(to: 0..<count)
    let quads = quads(of: range, &directions)
    guard !quads.isEmpty else { return nil }
    return TextSelection(string: Self.string(of: characters[range]), quads: quads, range: range)
  }

  /// The ways that lines run, so that each is looked at once for all that is selected in it.
  struct LineDirections {
    /// By where the lines begin.
    fileprivate var known: [Int: SIMD2<Float>] = [:]
    /// That of all lines together.
    fileprivate var all: SIMD2<Float>?
  }

  /// A quadrilateral for each line of a range. O(characters of the lines).
  private func quads(of range: Range<Int>, _ directions: inout LineDirections) -> [PageQuad] {
    var quads: [PageQuad] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = characters[start..<range.upperBound].firstIndex(of: "\n") ?? range.upperBound
      if end > start {
        let rect = PageRect(Self.union(of: boxes, in: start..<end))
        quads.append(PageQuad(rect, along: readingDirection(of: lineRange(at: start), &directions)))
      }
      start = end + 1
    }
    return quads
  }

  /// The line that a character is in. O(log lines).
  private func lineRange(at index: Int) -> Range<Int> {
    var (low, high) = (0, lineRanges.count)
    while low < high {
      let middle = (low + high) / 2
      if lineRanges[middle].upperBound <= index { low = middle + 1 } else { high = middle }
    }
    return low < lineRanges.count ? lineRanges[low] : index..<index
  }

  /// The place between two characters that is nearest to a point; `nil` if there is no text.
  package func offset(at point: PagePoint) -> Int? {
    guard point.isUsable else { return nil }
    let place = SIMD2(Float(point.x), Float(point.y))
    guard let range = line(at: place) else { return nil }
    let nearest = range.min { boxes[$0].squaredDistance(to: place) < boxes[$1].squaredDistance(to: place) }
    guard let nearest else { return nil }
    let beyond = ((place - boxes[nearest].middle) * direction(of: range)).sum() > 0
    return beyond ? nearest + 1 : nearest
  }

  /// The line that a point on the text or beside it means; `nil` if there is no text.
  func lineRange(nearest point: PagePoint) -> Range<Int>? {
    guard point.isUsable else { return nil }
    return line(at: SIMD2(Float(point.x), Float(point.y)))
  }

  /// The line that a point beside the text means: of the column that is nearest, the line at its height.
  private func line(at place: SIMD2<Float>) -> Range<Int>? {
    let gaps = lineBoxes.map { $0.gap(to: place) }
    let distances = gaps.map { ($0 * $0).sum() }
    guard let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }) else { return nil }
    guard distances[nearest] > 0 else { return lineRanges[nearest] }
    let across = direction(of: lineRanges[nearest]).x == 0 ? 0 : 1
    let column = lineBoxes.indices.filter { index in
      let (a, b) = (lineBoxes[index], lineBoxes[nearest])
      return a[1 - across] <= b[3 - across] && b[1 - across] <= a[3 - across]
    }
    let line = column.min { a, b in
      (gaps[a][across], distances[a]) < (gaps[b][across], distances[b])
    }
    return lineRanges[line ?? nearest]
  }

  /// The way in which a line runs: along one axis, since boxes are upright.
  private func direction(of range: Range<Int>) -> SIMD2<Float> {
    Self.axis(boxes[range.upperBound - 1].middle - boxes[range.lowerBound].middle)
  }

  /// The way from the left to the right of the letters of a line, whichever way it is read: along one axis. A line of
  /// one letter is taken to stand as most lines of the page do.
  private func readingDirection(
    of range: Range<Int>, _ directions: inout LineDirections
  ) -> SIMD2<Float> {
    if let known = directions.known[range.lowerBound] { return known }
    var way = leftToRight(in: range)
    if way == .zero {
      way = directions.all ?? lineRanges.reduce(into: SIMD2<Float>.zero) { $0 += leftToRight(in: $1) }
      directions.all = way
    }
    let direction = way == .zero ? SIMD2(1, 0) : Self.axis(way)
    directions.known[range.lowerBound] = direction
    return direction
  }

  /// The steps from letter to letter; those of letters that are written from right to left count backwards.
  private func leftToRight(in range: Range<Int>) -> SIMD2<Float> {
    var way = SIMD2<Float>.zero
    for index in range.dropFirst() {
      let (before, this) = (characters[index - 1], characters[index])
      guard !before.isSpace, !this.isSpace, before.isRightToLeft == this.isRightToLeft else { continue }
      let step = boxes[index].middle - boxes[index - 1].middle
      way += this.isRightToLeft ? -step : step
    }
    return way
  }

  private static func axis(_ way: SIMD2<Float>) -> SIMD2<Float> {
    guard abs(way.x) >= abs(way.y) else { return SIMD2(0, way.y < 0 ? -1 : 1) }
    return SIMD2(way.x < 0 ? -1 : 1, 0)
  }
}

extension PageQuad {
  /// Makes a quadrilateral of a rectangle in which text runs along an axis.
  fileprivate init(_ rect: PageRect, along direction: SIMD2<Float>) {
    let quad = PageQuad(rect)
    let around = [quad.lowerLeft, quad.lowerRight, quad.upperRight, quad.upperLeft]
    // How many quarter turns counter-clockwise the text is turned by.
    let turns = direction.y > 0 ? 1 : direction.y < 0 ? 3 : direction.x < 0 ? 2 : 0
    func corner(_ index: Int) -> PagePoint { around[(index + turns) % 4] }
    self.init(upperLeft: corner(3), upperRight: corner(2), lowerLeft: corner(0), lowerRight: corner(1))
  }
}

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
  /// - Complexity: O(*n*) in the number of characters selected.
  public func selection(of range: Range<Int>) -> TextSelection? {
    let range = range.clamped(to: 0..<count)
    let rects = rects(of: range)
    guard !rects.isEmpty else { return nil }
    return TextSelection(string: Self.string(of: characters[range]), rects: rects, range: range)
  }

  /// A rectangle for each line of a range.
  func rects(of range: Range<Int>) -> [PageRect] {
    var rects: [PageRect] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = characters[start..<range.upperBound].firstIndex(of: "\n") ?? range.upperBound
      if end > start { rects.append(PageRect(Self.union(of: boxes, in: start..<end))) }
      start = end + 1
    }
    return rects
  }

  /// The place between two characters that is nearest to a point; `nil` if there is no text.
  private func offset(at point: PagePoint) -> Int? {
    guard point.isUsable else { return nil }
    let place = SIMD2(Float(point.x), Float(point.y))
    guard let range = line(at: place) else { return nil }
    let nearest = range.min { boxes[$0].squaredDistance(to: place) < boxes[$1].squaredDistance(to: place) }
    guard let nearest else { return nil }
    let beyond = ((place - boxes[nearest].middle) * direction(of: range)).sum() > 0
    return beyond ? nearest + 1 : nearest
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
    let way = boxes[range.upperBound - 1].middle - boxes[range.lowerBound].middle
    guard abs(way.x) >= abs(way.y) else { return SIMD2(0, way.y < 0 ? -1 : 1) }
    return SIMD2(way.x < 0 ? -1 : 1, 0)
  }
}

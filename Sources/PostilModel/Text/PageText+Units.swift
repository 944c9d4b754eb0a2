/// What a selection of text grows by.
public enum TextUnit: Int, Sendable, Hashable, CaseIterable {
  /// Characters, as after a press.
  case character = 1
  /// Words, as after a double click.
  case word = 2
  /// Lines, as after three clicks.
  case line = 3
}

extension PageText {
  /// The text between two points in whole units, the units at both points included: what a drag selects that began with
  /// two or three clicks. See ``selection(from:to:)`` for characters.
  ///
  /// - Returns: `nil` if nothing lies between them.
  /// - Complexity: O(*n*) in the number of lines, and of the characters selected.
  public func selection(from start: PagePoint, to end: PagePoint, by unit: TextUnit) -> TextSelection? {
    guard unit != .character else { return selection(from: start, to: end) }
    guard let first = range(of: unit, at: start), let last = range(of: unit, at: end) else { return nil }
    let (low, high) = (
      min(first.lowerBound, last.lowerBound), max(first.upperBound, last.upperBound)
    )
    return selection(of: low..<high)
  }

  /// Whether a line of text is at a point. O(lines).
  public func isLine(at point: PagePoint) -> Bool {
    guard point.isUsable else { return false }
    let place = SIMD2(Float(point.x), Float(point.y))
    return lineBoxes.contains { $0.contains(place) }
  }

  /// The word or the line that is nearest to a point.
  private func range(of unit: TextUnit, at point: PagePoint) -> Range<Int>? {
    guard unit == .word else { return lineRange(nearest: point) }
    guard let offset = offset(at: point) else { return nil }
    // Between two characters; the one behind counts first.
    var start = offset
    if offset == count || characters[offset].isSpace {
      guard offset > 0, !characters[offset - 1].isSpace else { return offset..<offset }
      start = offset - 1
    }
    var end = start
    while end < count, !characters[end].isSpace { end += 1 }
    while start > 0, !characters[start - 1].isSpace { start -= 1 }
    return start..<end
  }
}

extension PageText {
  /// The character before the place between two characters that is nearest to a point, in the direction of its line; `nil` at the
  /// beginning of a text.
  package func character(before point: PagePoint) -> PageQuad? {
    guard let offset = offset(at: point), let line = lineRange(nearest: point) else { return nil }
    let index = max(offset, line.lowerBound + 1) - 1
    return selection(of: index..<index + 1)?.quads.first
  }
}

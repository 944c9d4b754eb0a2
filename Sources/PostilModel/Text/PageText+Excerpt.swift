extension PageText {
  private static let excerptLength = 40

  /// What stands before a place, on one line; begins with a word if it can.
  package func excerpt(before end: Int) -> String {
    var start = max(end - Self.excerptLength, 0)
    if start > 0, let space = (start..<end).first(where: { characters[$0].isSpace }) { start = space + 1 }
    return oneLine(start..<max(start, end))
  }

  /// What stands after a place, on one line; ends with a word if it can.
  package func excerpt(after start: Int) -> String {
    var end = min(start + Self.excerptLength, count)
    if end < count, let space = (start..<end).last(where: { characters[$0].isSpace }) { end = space }
    return oneLine(start..<end)
  }

  private func oneLine(_ range: Range<Int>) -> String {
    Self.string(of: ArraySlice(characters[range].map { $0.isSpace ? " " : $0 }))
  }
}

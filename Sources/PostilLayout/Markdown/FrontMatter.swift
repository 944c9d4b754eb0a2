/// What is said of a text at its beginning: lines between two lines `---`.
struct FrontMatter {
  private(set) var values: [String: String] = [:]
  /// Where the text begins.
  let end: String.Index
  /// How many lines stand before that.
  let lineCount: Int

  /// A text without a second line `---` has none.
  init(_ text: String) {
    var (lines, place): ([Substring], String.Index) = ([], text.startIndex)
    if text.first == "\u{FEFF}" { place = text.index(after: place) }
    let start = place
    while place < text.endIndex, lines.count < 1000 {
      let lineEnd = text[place...].firstIndex(where: \.isNewline) ?? text.endIndex
      let line = text[place..<lineEnd]
      place = lineEnd < text.endIndex ? text.index(after: lineEnd) : lineEnd
      let isMark = line == "---"
      guard lines.isEmpty ? isMark : true else { break }
      lines.append(line)
      guard isMark || line == "...", lines.count > 1 else { continue }
      (end, lineCount) = (place, lines.count)
      for line in lines.dropFirst().dropLast() { read(line) }
      return
    }
    (end, lineCount) = (start, 0)
  }

  /// The text behind it.
  func rest(of text: String) -> String { String(text[end...]) }

  private mutating func read(_ line: Substring) {
    guard let colon = line.firstIndex(of: ":"), line.first?.isWhitespace == false, line.first != "#" else {
      return
    }
    let key = line[..<colon].lowercased()
    var value = line[line.index(after: colon)...]
    while value.first?.isWhitespace == true { value.removeFirst() }
    while value.last?.isWhitespace == true { value.removeLast() }
    for (first, last): (Character, Character) in [("\"", "\""), ("'", "'"), ("[", "]")]
    where value.count >= 2 && value.first == first && value.last == last {
      value = value.dropFirst().dropLast()
      break
    }
    if !value.isEmpty { values[key] = String(value) }
  }
}

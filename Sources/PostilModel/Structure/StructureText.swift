/// The text of lines made one: what the writers of structures share.
enum StructureText {
  /// A text on one line: words that are divided at the ends of lines are whole.
  static func joined(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isNewline) else { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for line in text.unicodeScalars.split(omittingEmptySubsequences: false, whereSeparator: isNewline)
      .map(Substring.init)
    {
      if result.isEmpty {
        result += line
      } else if let last = result.unicodeScalars.last, let first = line.unicodeScalars.first,
        let kept = last.isHyphenKept(after: result.unicodeScalars.dropLast().last, before: first)
      {
        if !kept { result.unicodeScalars.removeLast() }
        result += line
      } else {
        if result.last?.isWhitespace == false, !line.isEmpty, !joins(result, line) { result += " " }
        result += line
      }
    }
    // What follows is another piece.
    if text.last?.isNewline == true, result.last?.isWhitespace == false { result += " " }
    return result
  }

  /// Whether it is one of those that end lines, as `Character.isNewline` has them.
  private static func isNewline(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether two lines of one text say it without a space between them.
  static func joins(_ line: some StringProtocol, _ next: some StringProtocol) -> Bool {
    guard let last = line.unicodeScalars.last, let first = next.unicodeScalars.first else { return false }
    return last.joinsLine(beginningWith: first)
  }

  /// Whether an address leads to the network rather than does something.
  static func isSafe(_ url: String) -> Bool {
    let start = url.prefix(8).lowercased()
    return ["http://", "https://", "mailto:", "ftp://"].contains { start.hasPrefix($0) }
  }

  /// A text whose characters mean nothing else in HTML.
  static func escapedForHTML(_ text: String) -> String {
    guard text.utf8.contains(where: { "&<>".utf8.contains($0) }) else { return text }
    return text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}

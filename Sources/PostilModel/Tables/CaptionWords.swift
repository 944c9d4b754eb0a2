/// What captions begin with.
enum CaptionWords {
  private static let words = [
    "figure", "fig.", "fig ", "table", "tab.", "abbildung", "abb.", "tabelle", "tableau", "figura", "tabla",
    "рис.", "рисунок", "таблица", "табл.", "图", "表", "図", "listing", "chart", "plate", "scheme", "diagram",
  ]

  /// Whether a text begins as captions do: with such a word, and a number.
  static func matches(_ text: String) -> Bool {
    let start = text.prefix(24).lowercased()
    guard let word = words.first(where: start.hasPrefix) else { return false }
    return start.dropFirst(word.count).prefix(8).contains(where: \.isNumber)
  }
}

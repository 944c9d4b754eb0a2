/// Splits a command line into words as a shell does, as far as examples need it: spaces and double quotes.
func shellWords(_ line: String) -> [String] {
  var words: [String] = []
  var word: String?
  var isQuoted = false
  for character in line {
    switch character {
    case "\"":
      isQuoted.toggle()
      word = word ?? ""
    case " " where !isQuoted:
      if let finished = word { words.append(finished) }
      word = nil
    default: word = (word ?? "") + String(character)
    }
  }
  return words + (word.map { [$0] } ?? [])
}

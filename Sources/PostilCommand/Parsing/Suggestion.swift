/// What somebody may have meant.
enum Suggestion {
  /// The word that is at most two typing errors away.
  static func nearest(to word: String, in words: [String]) -> String? {
    let ranked = words.map { (word: $0, distance: distance(word, $0)) }.filter { $0.distance <= 2 }
    return ranked.min { $0.distance < $1.distance }?.word
  }

  /// How many letters to change, add or leave out.
  private static func distance(_ a: String, _ b: String) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let cost = min(diagonal + (letter == b[j] ? 0 : 1), row[j] + 1, row[j + 1] + 1)
        diagonal = row[j + 1]
        row[j + 1] = cost
      }
    }
    return row[b.count]
  }
}

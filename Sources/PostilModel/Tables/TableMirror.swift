/// Turns a page of a script that runs from right to left round, so that its tables begin at the left as others do.
struct TableMirror {
  /// Whether most letters are those of such a script.
  let isNeeded: Bool
  private let width: Double

  init(_ words: [TableWord], width: Double) {
    var (leftward, letters) = (0, 0)
    for word in words {
      for scalar in word.text.unicodeScalars where scalar.isAlphabetic {
        letters += 1
        if scalar.isRightToLeft { leftward += 1 }
      }
    }
    (isNeeded, self.width) = (2 * leftward > letters, width)
  }

  func x(_ x: Double) -> Double { isNeeded ? width - x : x }

  func box(_ box: TableBox) -> TableBox {
    isNeeded ? TableBox(x0: width - box.x1, y0: box.y0, x1: width - box.x0, y1: box.y1) : box
  }

  func word(_ word: TableWord) -> TableWord {
    var word = word
    word.box = box(word.box)
    return word
  }
}

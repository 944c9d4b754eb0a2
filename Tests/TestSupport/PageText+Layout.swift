package import PostilModel

extension PageText {
  /// A page on which each character is 10 points wide and 16 high; lines are 20 points apart, the first from
  /// 980 to 996.
  package init(layout text: String) {
    var boxes: [SIMD4<Float>] = []
    var (column, line): (Float, Float) = (0, 0)
    for scalar in text.unicodeScalars {
      let (left, bottom) = (column * 10, 980 - line * 20)
      boxes.append(SIMD4(left, bottom, left + 10, bottom + 16))
      if scalar == "\n" { (column, line) = (0, line + 1) } else { column += 1 }
    }
    self.init(characters: Array(text.unicodeScalars), boxes: boxes)
  }
}

/// The rectangle of some columns of a line of such a page.
package func layoutRect(line: Int, _ columns: Range<Int>) -> PageRect {
  PageRect(
    x: Double(columns.lowerBound * 10), y: Double(980 - line * 20), width: Double(columns.count * 10),
    height: 16)
}

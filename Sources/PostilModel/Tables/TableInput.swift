/// What of a page tells where its tables are. `y` grows downwards; all is in points, as the page is shown.
package struct TableInput: Sendable {
  package var words: [Word]
  package var rulings: [Ruling]
  /// Filled rectangles that are too wide for rulings.
  package var fills: [TableBox]
  package var width: Double
  package var height: Double

  package init(words: [Word], rulings: [Ruling], fills: [TableBox], width: Double, height: Double) {
    (self.words, self.rulings, self.fills, self.width, self.height) = (words, rulings, fills, width, height)
  }

  /// Horizontal text without white space; dots that lead to the next column are a word of their own.
  package struct Word: Sendable {
    /// From three quarters of the size above the baseline to a quarter below.
    package var box: TableBox
    package var text: String
    package var size: Double

    package init(box: TableBox, text: String, size: Double) {
      (self.box, self.text, self.size) = (box, text, size)
    }
  }

  /// A line that is drawn on the page.
  package enum Ruling: Sendable {
    case horizontal(y: Double, x0: Double, x1: Double)
    case vertical(x: Double, y0: Double, y1: Double)
    /// The box of an oblique or curved stroke: these tell drawings from tables.
    case oblique(TableBox)
  }
}

/// A rectangle: left, top, right, bottom.
package struct TableBox: Sendable, Equatable {
  package var x0, y0, x1, y1: Double

  package init(x0: Double, y0: Double, x1: Double, y1: Double) {
    (self.x0, self.y0, self.x1, self.y1) = (x0, y0, x1, y1)
  }

  /// A rectangle of a page that is shown at a scale of 1.
  package init(_ rect: ViewRect) {
    self.init(x0: rect.minX, y0: rect.minY, x1: rect.maxX, y1: rect.maxY)
  }

  /// It, as a rectangle of a page that is shown at a scale of 1.
  package var viewRect: ViewRect { ViewRect(x: x0, y: y0, width: width, height: height) }

  var width: Double { x1 - x0 }
  var height: Double { y1 - y0 }
  var middleX: Double { (x0 + x1) / 2 }
  var middleY: Double { (y0 + y1) / 2 }

  /// With its sides in order; `nil` if it is nowhere on any page.
  var ordered: TableBox? {
    guard [x0, y0, x1, y1].allSatisfy(\.isPlausible) else { return nil }
    return TableBox(x0: min(x0, x1), y0: min(y0, y1), x1: max(x0, x1), y1: max(y0, y1))
  }

  func widened(by margin: Double) -> TableBox {
    TableBox(x0: x0 - margin, y0: y0 - margin, x1: x1 + margin, y1: y1 + margin)
  }

  func united(with other: TableBox) -> TableBox {
    TableBox(
      x0: min(x0, other.x0), y0: min(y0, other.y0), x1: max(x1, other.x1), y1: max(y1, other.y1))
  }

  func touches(_ other: TableBox) -> Bool {
    x0 <= other.x1 && other.x0 <= x1 && y0 <= other.y1 && other.y0 <= y1
  }

  func contains(x: Double, y: Double) -> Bool { x0 < x && x < x1 && y0 < y && y < y1 }

  func contains(_ other: TableBox) -> Bool {
    x0 <= other.x0 && y0 <= other.y0 && x1 >= other.x1 && y1 >= other.y1
  }
}

extension Double {
  /// Whether it can be a coordinate: neither infinite nor farther out than any page reaches.
  var isPlausible: Bool { abs(self) <= 1e6 }
}

/// A table of a page.
package struct FoundTable: Sendable {
  /// From the top, those of a row from the left. Places without text have no cell.
  package var cells: [Cell]
  /// Whether rulings are round it or between its cells.
  package var isRuled: Bool

  package struct Cell: Sendable {
    package var rows: ClosedRange<Int>
    package var columns: ClosedRange<Int>
    /// Of its words.
    package var box: TableBox
    package var text: String
  }
}

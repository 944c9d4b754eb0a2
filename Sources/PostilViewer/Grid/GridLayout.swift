/// The layout of a grid: the frames of its slots in content coordinates.
struct GridLayout: Sendable, Equatable {
  let count: Int
  let columns: Int
  let cellWidth: Double
  let boxHeight: Double
  let labelHeight: Double
  private let margin: Double
  private let spacing: Double

  init(count: Int, viewSize: ViewSize, metrics: GridMetrics) {
    self.count = count
    let isUpright = viewSize.height >= viewSize.width
    columns = min(max(isUpright ? metrics.uprightColumns : metrics.wideColumns, 1), 1000)
    margin = metrics.margin.usable
    spacing = metrics.spacing.usable
    labelHeight = metrics.labelHeight.usable
    // Cells have a size in the narrowest view too.
    let width = viewSize.width - 2 * margin - Double(columns - 1) * spacing
    cellWidth = max(width / Double(columns), 1)
    boxHeight = max(cellWidth * metrics.boxRatio.usable, 1)
  }

  var rows: Int { (count + columns - 1) / columns }
  var cellHeight: Double { boxHeight + labelHeight }
  private var rowStep: Double { cellHeight + spacing }
  private var columnStep: Double { cellWidth + spacing }

  var contentHeight: Double {
    rows == 0 ? 0 : 2 * margin + Double(rows) * rowStep - spacing
  }

  /// The frame of a slot with its label.
  func frame(of slot: Int) -> ViewRect {
    let (row, column) = (slot / columns, slot % columns)
    return ViewRect(
      x: margin + Double(column) * columnStep, y: margin + Double(row) * rowStep, width: cellWidth,
      height: cellHeight)
  }

  /// The area in which a dragged page stays at a slot: the slot's cell, extended on all sides by a fraction of it.
  func stickyArea(of slot: Int, reach: Double) -> ViewRect {
    let frame = frame(of: slot)
    let (dx, dy) = (spacing / 2 + cellWidth * reach, spacing / 2 + cellHeight * reach)
    return ViewRect(
      x: frame.x - dx, y: frame.y - dy, width: frame.width + 2 * dx, height: frame.height + 2 * dy)
  }

  /// The slots of the rows that intersect a range of heights.
  func slots(from top: Double, to bottom: Double) -> Range<Int> {
    guard count > 0, bottom > top else { return 0..<0 }
    // The first row whose lower edge is below the top; the first whose upper edge is not above the bottom.
    let first = row((top - margin - cellHeight) / rowStep, .down) + 1
    let end = row((bottom - margin) / rowStep, .up)
    let low = min(max(first, 0) * columns, count)
    return low..<max(low, min(max(end, 0) * columns, count))
  }

  /// The slot nearest a point of the content.
  func nearestSlot(to point: ViewPoint) -> Int {
    let column = row((point.x - margin + spacing / 2) / columnStep, .down)
    let row = row((point.y - margin + spacing / 2) / rowStep, .down)
    let inRow = min(max(column, 0), columns - 1)
    return max(min(min(max(row, 0), max(rows - 1, 0)) * columns + inRow, count - 1), 0)
  }

  private func row(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
    Int(min(max(value.rounded(rule), -1e9), 1e9))
  }
}

extension Double {
  /// The number clamped to valid lengths and times; 0 for NaN and negative numbers.
  var usable: Double { isFinite && self > 0 ? Swift.min(self, 1e9) : 0 }
}

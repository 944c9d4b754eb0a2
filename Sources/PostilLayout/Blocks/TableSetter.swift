import Foundation
import PostilFile
import PostilGraphics
import PostilModel

/// Sets a table: finds the widths of its columns, and makes an item of each row.
struct TableSetter {
  private let table: Table
  private let setter: BlockSetter
  private let style: TableStyle
  private let head: [PlacedRow]
  private let rows: [PlacedRow]
  /// How high a cell may be, so that a page has room for its row.
  private var cellHeight: Double

  /// A row whose cells know their columns.
  private struct PlacedRow {
    let row: Row
    /// From 1, the head's among them.
    let number: Int
    let cells: [(cell: Cell, column: Int)]
  }

  /// A cell that was set.
  private struct SetCell {
    let cell: Cell
    let scope: TagScope
    let x: Double
    let width: Double
    var stack: ItemStack
    let rowCount: Int
  }

  init(_ table: Table, _ setter: BlockSetter) throws {
    (self.table, self.setter) = (table, setter)
    style = table.style ?? setter.style.table
    guard (1...1000).contains(table.columns.count) else {
      throw PDFError(.invalidArgument, "A table has 1 to 1,000 columns, not \(table.columns.count).")
    }
    let all = try Self.place(table.rows, columns: table.columns.count)
    let headCount = all.prefix { $0.row.isHeader }.count
    (head, rows) = (Array(all[..<headCount]), Array(all[headCount...]))
    cellHeight = setter.pageHeight - 2 * style.verticalPadding
  }

  /// Gives each cell its column: those that cells of rows above cover are left out.
  private static func place(_ rows: [Row], columns: Int) throws -> [PlacedRow] {
    var covered = [Int](repeating: 0, count: columns)
    return try rows.enumerated().map { number, row in
      var (column, cells): (Int, [(Cell, Int)]) = (0, [])
      var next = covered.map { max($0 - 1, 0) }
      for cell in row.cells {
        while column < columns, covered[column] > 0 { column += 1 }
        let fits = cell.columns >= 1 && cell.rows >= 1 && cell.columns <= columns - column
        guard fits, (column..<column + cell.columns).allSatisfy({ covered[$0] == 0 }) else {
          throw PDFError(
            .invalidArgument, "Row \(number + 1) has more cells than the \(columns) columns have room for.")
        }
        guard number + cell.rows <= rows.count else {
          throw PDFError(
            .invalidArgument, "A cell of row \(number + 1) covers \(cell.rows) rows, and there are fewer.")
        }
        cells.append((cell, column))
        for covering in column..<column + cell.columns { next[covering] = max(next[covering], cell.rows - 1) }
        column += cell.columns
      }
      covered = next
      return PlacedRow(row: row, number: number + 1, cells: cells)
    }
  }

  mutating func set() throws {
    let decimals = try decimalWidths()
    let widths = try columnWidths(decimals)
    let scope = TagScope("Table", in: setter.scope)
    try setter.add(space: style.space)
    if let caption = table.caption {
      let copy = setter.nested(scope)
      var look = setter.style.caption
      look.keepsWithNext = true
      try copy.setParagraph(caption, look, tag: "Caption")
    }
    var headItems: [LayoutItem] = []
    // A table has no THead without a TBody (ISO 14289-1, 7.2).
    let hasRows = !rows.isEmpty
    try set(head, hasRows ? "THead" : nil, in: scope, widths, decimals) { item in
      guard hasRows, !item.isMark else { return }
      item.keepsWithNext = true
      headItems.append(item)
    }
    let carry = try carry(widths, decimals)
    cellHeight -= headItems.reduce(carry.map { 2 * $0.height } ?? 0) { $0 + $1.height }
    try setter.target.add(repeating { [headItems] in $0.beginRepeating(headItems, carrying: carry) })
    var rest = rows.count
    try set(rows, "TBody", in: scope, widths, decimals) { item in
      guard let carry, !item.isMark else { return }
      rest -= 1
      // Behind each row but the last a page may end.
      if rest > 0 { item.reserve = carry.height }
    }
    try setter.target.add(repeating { $0.endRepeating() })
    try setter.close(scope)
    try setter.add(space: style.space)
  }

  private func repeating(_ body: @escaping (PageFlow) -> Void) -> LayoutItem {
    let item = LayoutItem(height: 0)
    (item.isMark, item.wasPlaced) = (true, { flow, _ in body(flow) })
    return item
  }

  // MARK: - What is carried over

  private func carry(_ widths: [Double], _ decimals: [Int: Decimals]) throws -> CarriedRows? {
    guard let make = table.carry else { return nil }
    guard setter.flow != nil else {
      throw PDFError(
        .invalidArgument,
        "A table in a cell, in columns, in a footnote or in a margin carries nothing over: put it outside, or leave that out."
      )
    }
    let lefts = Self.lefts(widths)
    func item(_ carried: CarriedTotal) throws -> LayoutItem {
      let row = make(carried)
      guard let placed = try Self.place([row], columns: table.columns.count).first else {
        return LayoutItem(height: 0)
      }
      let scope = TagScope("TR", in: setter.scope)
      let cells = try placed.cells.map {
        try set($0.cell, row, at: $0.column, in: scope, widths, lefts, decimals)
      }
      return Self.item(
        cells, style, left: left(of: lefts), heights: Self.heights([cells], style.verticalPadding),
        width: lefts[lefts.count - 1], lefts, scope, background: row.background, canSplit: false)
    }
    let total = rows.reduce(Decimal()) { $0 + $1.row.amount }
    let height = try item(CarriedTotal(total: total, isAtFoot: true)).height
    let place = table.place
    return CarriedRows(height: height) { total, isAtFoot in
      try setter.at("The table", place) { try item(CarriedTotal(total: total, isAtFoot: isAtFoot)) }
    }
  }

  private static func lefts(_ widths: [Double]) -> [Double] {
    var lefts = [0.0]
    for width in widths { lefts.append(lefts[lefts.count - 1] + width) }
    return lefts
  }

  /// From the edge of the frame to a table, which stands where the language begins.
  private func left(of lefts: [Double]) -> Double {
    setter.x + (setter.session.isRightToLeft ? setter.width - lefts[lefts.count - 1] : 0)
  }

  // MARK: - Rows

  /// Sets rows as the content of an element, or of the table's own.
  private func set(
    _ rows: [PlacedRow], _ tag: String?, in table: TagScope, _ widths: [Double], _ decimals: [Int: Decimals],
    _ change: (LayoutItem) -> Void
  ) throws {
    guard !rows.isEmpty else { return }
    let own = tag.map { TagScope($0, in: table) }
    let scope = own ?? table
    let lefts = Self.lefts(widths)
    func add(_ item: LayoutItem) throws {
      change(item)
      try setter.target.add(item)
    }
    var index = 0
    while index < rows.count {
      // Rows that a cell ties together.
      var end = index + 1
      var place = index
      while place < end {
        end = min(max(end, place + (rows[place].cells.map(\.cell.rows).max() ?? 1)), rows.count)
        place += 1
      }
      var group: [(row: PlacedRow, scope: TagScope, cells: [SetCell])] = []
      for row in rows[index..<end] {
        let rowScope = TagScope("TR", in: scope)
        let cells = try row.cells.map { cell in
          try Self.at(row) {
            try set(cell.cell, row.row, at: cell.column, in: rowScope, widths, lefts, decimals)
          }
        }
        group.append((row, rowScope, cells))
      }
      let heights = Self.heights(group.map(\.cells), style.verticalPadding)
      for (offset, row) in group.enumerated() {
        let item = Self.item(
          row.cells, style, left: left(of: lefts), heights: Array(heights[offset...]),
          width: lefts[lefts.count - 1],
          lefts, row.scope,
          background: background(row.row.row, index + offset, isHead: tag != "TBody"),
          canSplit: group.count == 1)
        item.keepsWithNext =
          offset < group.count - 1 || (row.row.row.keepsWithNext && index + offset < rows.count - 1)
        item.amount = row.row.row.amount
        try add(item)
        let cells = row.cells
        try add(
          .mark { canvas in
            for cell in cells { cell.scope.close(canvas.composer) }
            row.scope.close(canvas.composer)
          })
      }
      index = end
    }
    if let own { try add(.mark { own.close($0.composer) }) }
  }

  /// Does something, and says in which row, if it cannot be done.
  private static func at<Result>(_ row: PlacedRow, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch var error as PDFError {
      error.message = "Row \(row.number): \(error.message)"
      throw error
    }
  }

  private func forEach(of rows: [PlacedRow], _ body: (PlacedRow) throws -> Void) throws {
    for row in rows { try Self.at(row) { try body(row) } }
  }

  private func background(_ row: Row, _ index: Int, isHead: Bool) -> Color? {
    row.background ?? (isHead ? style.headBackground : index % 2 == 1 ? style.stripe : nil)
  }

  /// The height of each row: as its cells need, the last of those that a cell covers as that cell needs.
  private static func heights(_ rows: [[SetCell]], _ padding: Double) -> [Double] {
    var heights = rows.map { cells in
      cells.filter { $0.rowCount == 1 }.map { $0.stack.height + 2 * padding }.max() ?? 2 * padding
    }
    for (index, cells) in rows.enumerated() {
      for cell in cells where cell.rowCount > 1 {
        let last = min(index + cell.rowCount, heights.count) - 1
        let missing = cell.stack.height + 2 * padding - heights[index...last].reduce(0, +)
        if missing > 0 { heights[last] += missing }
      }
    }
    return heights
  }

  /// What it makes holds nothing of the setter, whose target holds it.
  private static func item(
    _ cells: [SetCell], _ style: TableStyle, left: Double, heights: [Double], width: Double,
    _ lefts: [Double], _ scope: TagScope,
    background: Color?, canSplit: Bool
  ) -> LayoutItem {
    let height = heights.first ?? 0
    let item = LayoutItem(height: height)
    item.name = "A row"
    item.baseline = cells.first?.stack.baseline.map { $0 + style.verticalPadding }
    item.footnotes = cells.flatMap(\.stack.footnotes)
    item.wasPlaced = { flow, top in
      for cell in cells { cell.stack.wasPlaced(in: flow, top - style.verticalPadding) }
    }
    item.draw = { canvas, x, top in
      let x = x + left
      if let background {
        canvas.paint(PageRect(x: x, y: top - height, width: width, height: height), fill: background)
      }
      for cell in cells {
        let cellHeight = heights.prefix(cell.rowCount).reduce(0, +)
        let frame = PageRect(x: x + cell.x, y: top - cellHeight, width: cell.width, height: cellHeight)
        canvas.paint(frame, fill: cell.cell.background)
        if let color = style.columnRule { canvas.paint(frame, border: color, width: style.ruleWidth) }
        // An empty cell is a part of the table too.
        if canvas.artifact == nil { _ = cell.scope.element(canvas.composer) }
        try cell.stack.draw(canvas, x + cell.x + style.horizontalPadding, top - style.verticalPadding)
        if let color = style.rowRule {
          canvas.paintLine(
            PagePoint(x: frame.minX, y: frame.minY), PagePoint(x: frame.maxX, y: frame.minY), color,
            style.ruleWidth)
        }
      }
    }
    guard canSplit else { return item }
    item.split = { [weak item] room in
      let room = room - 2 * style.verticalPadding
      let parts = cells.map { $0.stack.split(at: room) }
      guard parts.contains(where: { !$0.0.items.isEmpty }),
        zip(cells, parts).allSatisfy({ cell, part in
          cell.stack.items.isEmpty || !part.0.items.isEmpty
        })
      else { return nil }
      func part(_ stacks: [ItemStack]) -> LayoutItem {
        let divided = zip(cells, stacks).map { cell, stack in
          var copy = cell
          copy.stack = stack
          return copy
        }
        return Self.item(
          divided, style, left: left, heights: Self.heights([divided], style.verticalPadding), width: width,
          lefts, scope,
          background: background, canSplit: true)
      }
      let (first, rest) = (part(parts.map(\.0)), part(parts.map(\.1)))
      // It counts when all of it is there.
      if let item { (first.reserve, rest.reserve, rest.amount) = (item.reserve, item.reserve, item.amount) }
      return (first, rest)
    }
    return item
  }

  // MARK: - Cells

  private func isHeader(_ cell: Cell, _ row: Row, _ column: Int) -> Bool {
    cell.isHeader ?? (row.isHeader || table.columns[column].isHeader)
  }

  private func set(
    _ cell: Cell, _ row: Row, at column: Int, in rowScope: TagScope, _ widths: [Double], _ lefts: [Double],
    _ decimals: [Int: Decimals]
  ) throws -> SetCell {
    let isHeader = isHeader(cell, row, column)
    let scope = TagScope(isHeader ? "TH" : "TD", in: rowScope)
    (scope.properties.columnSpan, scope.properties.rowSpan) = (cell.columns, cell.rows)
    if isHeader { scope.properties.scope = row.isHeader ? "Column" : "Row" }
    let width = widths[column..<column + cell.columns].reduce(0, +)
    let inner = max(width - 2 * style.horizontalPadding, 1)
    // From the side where the language begins.
    let x = setter.session.isRightToLeft ? lefts[lefts.count - 1] - lefts[column] - width : lefts[column]
    let collector = ItemCollector()
    let copy = setter.collecting(collector, width: inner, scope)
    copy.pageHeight = max(cellHeight, 1)
    switch cell.content {
    case .blocks(let blocks): try copy.set(blocks)
    case .text(let text):
      copy.isInLine = true
      var look = paragraphStyle(cell, column, isHeader)
      if let parts = decimals[column], alignment(cell, column) == .decimal, !isHeader, cell.columns == 1 {
        let whole = try self.width(of: Self.parts(of: text).whole, look)
        look.leftInset = max(inner - parts.fraction - whole, 0)
        look.alignment = .left
      }
      try copy.setParagraph(text, look, tag: "P")
    }
    return SetCell(
      cell: cell, scope: scope, x: x, width: width, stack: ItemStack(items: collector.items),
      rowCount: cell.rows)
  }

  private func alignment(_ cell: Cell, _ column: Int) -> Table.CellAlignment {
    cell.alignment ?? table.columns[column].alignment
  }

  private func paragraphStyle(_ cell: Cell, _ column: Int, _ isHeader: Bool) -> ParagraphStyle {
    var look = setter.style.body
    (look.spaceBefore, look.spaceAfter, look.firstLineIndent, look.leftInset) = (0, 0, 0, 0)
    if isHeader { look.font.isBold = true }
    switch alignment(cell, column) {
    case .natural: look.alignment = .natural
    case .left: look.alignment = .left
    case .center: look.alignment = .center
    case .right, .decimal: look.alignment = .right
    }
    return look
  }

  // MARK: - Widths

  /// How wide texts are before and behind their decimal points.
  private struct Decimals {
    var whole = 0.0
    var fraction = 0.0
  }

  /// A number up to its decimal point, and from there on: the last point or comma that digits follow.
  private static func parts(of text: Inline) -> (whole: Inline, fraction: Inline) {
    let letters = Array(text.string)
    guard let place = letters.lastIndex(where: { $0 == "." || $0 == "," }), place + 1 < letters.count,
      letters[place + 1].isNumber
    else { return (text, "") }
    return (text[..<place], text[place...])
  }

  private func width(of text: Inline, _ look: ParagraphStyle) throws -> Double {
    let key = text.isPlain ? LayoutSession.Measured(string: text.string, font: look.font) : nil
    if let key, let known = setter.session.widths[key] { return known }
    // What is measured is set again: its footnotes count once.
    let count = setter.session.footnoteCount
    defer { setter.session.footnoteCount = count }
    var look = look
    look.alignment = .left
    let plain = Inline(spans: text.spans.filter { !$0.content.isFootnote })
    let width = try setter.text(plain, look, width: 100_000, setter.scope).shaped.width
    if let key { setter.session.note(width, of: key) }
    return width
  }

  private func decimalWidths() throws -> [Int: Decimals] {
    var result: [Int: Decimals] = [:]
    try forEach(of: rows) { row in
      for (cell, column) in row.cells where alignment(cell, column) == .decimal && cell.columns == 1 {
        guard case .text(let text) = cell.content, !isHeader(cell, row.row, column) else { continue }
        let look = paragraphStyle(cell, column, false)
        let parts = Self.parts(of: text)
        var known = result[column] ?? Decimals()
        known.whole = max(known.whole, try width(of: parts.whole, look))
        known.fraction = max(known.fraction, try width(of: parts.fraction, look))
        result[column] = known
      }
    }
    return result
  }

  private func columnWidths(_ decimals: [Int: Decimals]) throws -> [Double] {
    let room = setter.width
    var widths = [Double](repeating: 0, count: table.columns.count)
    var (shares, automatic): (Double, [Int]) = (0, [])
    for (index, column) in table.columns.enumerated() {
      switch column.width {
      case .fixed(let width):
        guard width.isFinite, width > 0 else {
          throw PDFError(.invalidArgument, "Column \(index + 1) cannot be \(width) points wide.")
        }
        widths[index] = width
      case .flexible(let share):
        guard share.isFinite, share > 0 else {
          throw PDFError(.invalidArgument, "Column \(index + 1) cannot have a share of \(share).")
        }
        shares += share
      case .automatic: automatic.append(index)
      }
    }
    let least = 2 * style.horizontalPadding + 4
    let rest = room - widths.reduce(0, +) - (shares > 0 ? least : 0)
    let natural = try naturalWidths(of: Set(automatic), room, decimals)
    var (wanted, needed) = (0.0, 0.0)
    for index in automatic {
      wanted += natural[index]?.whole ?? least
      needed += natural[index]?.word ?? least
    }
    let leastOfAll = least * Double(automatic.count)
    let isTooNarrow = needed > rest + 0.01
    guard !isTooNarrow || (table.breaksWords && rest >= leastOfAll && needed > leastOfAll) else {
      throw PDFError(
        .invalidArgument,
        "The table needs \(Int((room - rest + needed).rounded(.up))) points, and there is room for \(Int(room)): make fonts or columns smaller, or the page wider."
      )
    }
    let stretch = wanted <= rest || wanted <= needed ? 1 : (rest - needed) / (wanted - needed)
    for index in automatic {
      let size = natural[index] ?? (least, least)
      widths[index] = size.word + (size.whole - size.word) * stretch
      // Of the room each gets a share as its longest word is.
      guard isTooNarrow else { continue }
      widths[index] = least + (max(size.word, least) - least) * (rest - leastOfAll) / (needed - leastOfAll)
    }
    let left = room - widths.reduce(0, +)
    for (index, column) in table.columns.enumerated() {
      if case .flexible(let share) = column.width { widths[index] = left * share / shares }
    }
    return widths
  }

  /// How wide columns are on one line, and as wide as their longest words.
  private func naturalWidths(
    of columns: Set<Int>, _ room: Double, _ decimals: [Int: Decimals]
  ) throws -> [Int: (whole: Double, word: Double)] {
    var result: [Int: (whole: Double, word: Double)] = [:]
    guard !columns.isEmpty else { return result }
    let padding = 2 * style.horizontalPadding
    try forEach(of: head + rows) { row in
      for (cell, column) in row.cells where columns.contains(column) && cell.columns == 1 {
        let look = paragraphStyle(cell, column, isHeader(cell, row.row, column))
        let field = Self.fieldWidth(of: cell)
        var (whole, word) = (field, field)
        for text in Self.texts(of: cell) {
          let letters = Array(text.string)
          for line in letters.indices.split(whereSeparator: { letters[$0].isNewline }) {
            whole = max(whole, try width(of: text[line.startIndex..<line.endIndex], look))
          }
          // Words count only where lines may have to be broken.
          guard whole > room / Double(table.columns.count) else {
            word = max(word, whole)
            continue
          }
          let words = letters.indices.split { letters[$0].isWhitespace }
          guard let longest = words.max(by: { $0.count < $1.count }) else { continue }
          word = max(word, try width(of: text[longest.startIndex..<longest.endIndex], look))
        }
        let known = result[column] ?? (0, 0)
        // A hair more, so that rounding breaks no line.
        result[column] = (
          max(known.whole, whole + padding + 0.1), max(known.word, min(word, whole) + padding + 0.1)
        )
      }
    }
    for (column, parts) in decimals {
      guard let known = result[column] else { continue }
      let width = parts.whole + parts.fraction + padding + 0.1
      result[column] = (max(known.whole, width), max(known.word, width))
    }
    return result
  }

  private static func texts(of cell: Cell) -> [Inline] {
    switch cell.content {
    case .text(let text): [text]
    case .blocks(let blocks): blocks.compactMap { ($0 as? Paragraph)?.text }
    }
  }

  /// How wide fields in a cell want to be.
  private static func fieldWidth(of cell: Cell) -> Double {
    guard case .blocks(let blocks) = cell.content else { return 0 }
    return blocks.compactMap { ($0 as? Field)?.usualWidth }.filter(\.isFinite).max() ?? 0
  }
}

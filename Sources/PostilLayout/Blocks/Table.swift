public import Foundation
public import Postil

/// A table. Its head is repeated on each page that it reaches.
///
/// ```swift
/// Table([.flexible(), .automatic.aligned(.decimal)]) {
///   Row.header("Item", "Price")
///   for item in items { Row("\(item.name)", "\(item.price)") }
/// }
/// ```
public struct Table: SetBlock {
  /// A column.
  public struct Column: Sendable, Hashable {
    /// How wide it is.
    public enum Width: Sendable, Hashable {
      /// As its cells need; all of them are set for it beforehand.
      case automatic
      /// So many points.
      case fixed(Double)
      /// A share of the room that the others leave.
      case flexible(Double)
    }

    /// How wide it is.
    public var width: Width
    /// Where its texts stand.
    public var alignment: CellAlignment
    /// Whether its cells head their rows.
    public var isHeader = false

    /// Makes a column.
    public init(_ width: Width, alignment: CellAlignment = .natural) {
      (self.width, self.alignment) = (width, alignment)
    }

    /// As wide as its cells need.
    public static let automatic = Column(.automatic)
    /// So many points wide.
    public static func fixed(_ width: Double) -> Column { Column(.fixed(width)) }
    /// A share of the room that the others leave.
    public static func flexible(_ share: Double = 1) -> Column { Column(.flexible(share)) }

    /// The column with texts that stand elsewhere.
    public func aligned(_ alignment: CellAlignment) -> Column {
      var copy = self
      copy.alignment = alignment
      return copy
    }

    /// The column as one whose cells head their rows.
    public func asHeader() -> Column {
      var copy = self
      copy.isHeader = true
      return copy
    }
  }

  /// Where the text of a cell stands.
  public enum CellAlignment: Sendable, Hashable {
    /// As its language is written.
    case natural
    /// At the left edge.
    case left
    /// In the middle.
    case center
    /// At the right edge.
    case right
    /// With the decimal points of a column, `.` or `,`, below each other, at the right.
    case decimal
  }

  let columns: [Column]
  let rows: [Row]
  let style: TableStyle?
  let caption: Inline?
  let place: SourcePlace
  /// Whether words are divided where columns have no room for them otherwise, for tables that somebody else wrote.
  var breaksWords = false
  private(set) var carry: Carry?

  /// Makes a row of what is carried over.
  typealias Carry = @Sendable (CarriedTotal) -> Row

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - columns: Its columns, from the side where the document's language begins.
  ///   - style: How it looks; without it as the document's style says.
  ///   - caption: What stands above it.
  ///   - rows: Its rows.
  ///   - file: Where it stands in the program, for messages.
  ///   - line: The same.
  public init(
    _ columns: [Column], style: TableStyle? = nil, caption: Inline? = nil, file: StaticString = #fileID,
    line: UInt = #line, @RowBuilder _ rows: () -> [Row]
  ) {
    (self.columns, self.style, self.caption, self.rows) = (columns, style, caption, rows())
    place = SourcePlace(file, line)
  }

  /// The table with a row at the foot of each page that it does not end on, and at the head of the next: the running total of ``Row/amount(_:)``.
  ///
  /// ```swift
  /// Table([.flexible(), .automatic.aligned(.decimal)]) {
  ///   Row.header("Item", "Price")
  ///   for item in items { Row("\(item.name)", "\(item.price)").amount(item.price) }
  /// }
  /// .carryingOver { carried in Row("Carried over", "\(carried.total)") }
  /// ```
  ///
  /// Like repeated heads these rows are no part of what the document says. In a cell, in ``Columns``, in a footnote and in a margin, where no
  /// page ends, a table that has them is an error.
  public func carryingOver(_ row: @escaping @Sendable (CarriedTotal) -> Row) -> Table {
    var copy = self
    copy.carry = row
    return copy
  }

  func set(_ setter: BlockSetter) throws {
    try setter.at("The table", place) {
      var table = try TableSetter(self, setter)
      try table.set()
    }
  }
}

/// What a table carries over from one page to the next.
public struct CarriedTotal: Sendable, Hashable {
  /// The sum of the rows up to here.
  public let total: Decimal
  /// Whether the row stands at the foot of a page, not at the head of the next.
  public let isAtFoot: Bool
}

/// A row of a table.
public struct Row: Sendable {
  let cells: [Cell]
  var isHeader = false
  private(set) var amount: Decimal = 0
  var background: Color?
  private(set) var keepsWithNext = false

  /// Makes a row of texts.
  public init(_ texts: Inline...) { cells = texts.map { Cell($0) } }
  /// Makes a row of texts.
  public init(_ texts: [Inline]) { cells = texts.map { Cell($0) } }
  /// A row that heads its columns.
  public static func header(_ texts: Inline...) -> Row { Row(texts).asHeader() }
  /// Makes a row of cells.
  public init(@CellBuilder _ cells: () -> [Cell]) { self.cells = cells() }

  /// The row with another background.
  public func background(_ color: Color) -> Row {
    var copy = self
    copy.background = color
    return copy
  }

  /// The row with an amount that counts for the total of ``Table/carryingOver(_:)``.
  public func amount(_ amount: Decimal) -> Row {
    var copy = self
    copy.amount = amount
    return copy
  }

  /// The row as one that stands on one page with the next row of its table, or not: the name of a group with its first row, the last with a
  /// sum.
  public func keptWithNext(_ isKept: Bool = true) -> Row {
    var copy = self
    copy.keepsWithNext = isKept
    return copy
  }

  /// The row as one that heads its columns.
  public func asHeader() -> Row {
    var copy = self
    copy.isHeader = true
    return copy
  }
}

/// A cell of a table.
public struct Cell: Sendable {
  enum Content: Sendable {
    case text(Inline)
    case blocks([any Block])
  }

  let content: Content
  let columns: Int
  let rows: Int
  var alignment: Table.CellAlignment?
  var background: Color?
  var isHeader: Bool?

  /// Makes a cell of a text.
  ///
  /// - Parameters:
  ///   - columns: How many columns it covers.
  ///   - rows: How many rows it covers.
  ///   - text: The text.
  public init(_ text: Inline, columns: Int = 1, rows: Int = 1) {
    (content, self.columns, self.rows) = (.text(text), columns, rows)
  }

  /// Makes a cell of blocks.
  public init(columns: Int = 1, rows: Int = 1, @BlockBuilder _ content: () -> [any Block]) {
    (self.content, self.columns, self.rows) = (.blocks(content()), columns, rows)
  }

  /// The cell with its text elsewhere.
  public func aligned(_ alignment: Table.CellAlignment) -> Cell {
    var copy = self
    copy.alignment = alignment
    return copy
  }

  /// The cell with a background.
  public func background(_ color: Color) -> Cell {
    var copy = self
    copy.background = color
    return copy
  }

  /// The cell as one that heads others, or not.
  public func asHeader(_ isHeader: Bool = true) -> Cell {
    var copy = self
    copy.isHeader = isHeader
    return copy
  }
}

/// Makes a list of cells of what stands in braces. A text is a cell too.
@resultBuilder public enum CellBuilder {
  /// One cell.
  public static func buildExpression(_ cell: Cell) -> [Cell] { [cell] }
  /// A cell of a text.
  public static func buildExpression(_ text: Inline) -> [Cell] { [Cell(text)] }
  /// All of them.
  public static func buildBlock(_ parts: [Cell]...) -> [Cell] { parts.flatMap { $0 } }
  /// Those of an `if` without an `else`.
  public static func buildOptional(_ cells: [Cell]?) -> [Cell] { cells ?? [] }
  /// Those of one branch.
  public static func buildEither(first cells: [Cell]) -> [Cell] { cells }
  /// Those of the other branch.
  public static func buildEither(second cells: [Cell]) -> [Cell] { cells }
  /// Those of a loop.
  public static func buildArray(_ parts: [[Cell]]) -> [Cell] { parts.flatMap { $0 } }
}

/// Makes a list of rows of what stands in braces.
@resultBuilder public enum RowBuilder {
  /// One row.
  public static func buildExpression(_ row: Row) -> [Row] { [row] }
  /// Several rows.
  public static func buildExpression(_ rows: [Row]) -> [Row] { rows }
  /// All of them.
  public static func buildBlock(_ parts: [Row]...) -> [Row] { parts.flatMap { $0 } }
  /// Those of an `if` without an `else`.
  public static func buildOptional(_ rows: [Row]?) -> [Row] { rows ?? [] }
  /// Those of one branch.
  public static func buildEither(first rows: [Row]) -> [Row] { rows }
  /// Those of the other branch.
  public static func buildEither(second rows: [Row]) -> [Row] { rows }
  /// Those of a loop.
  public static func buildArray(_ parts: [[Row]]) -> [Row] { parts.flatMap { $0 } }
}

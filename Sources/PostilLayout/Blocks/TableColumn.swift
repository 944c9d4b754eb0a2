public import Foundation

/// A column of a table of values: what it is headed, and what it says of each.
public struct TableColumn<Value>: Sendable {
  let header: Inline
  let column: Table.Column
  /// The cell of a value, and of its number from 1.
  let cell: @Sendable (Value, Int) -> Cell

  /// Makes a column.
  ///
  /// - Parameters:
  ///   - header: What stands in the head.
  ///   - column: How wide it is, and where its texts stand.
  ///   - text: What it says of a value.
  public init(
    _ header: Inline, _ column: Table.Column = .automatic, text: @escaping @Sendable (Value) -> Inline
  ) {
    self.init(header: header, column: column) { value, _ in Cell(text(value)) }
  }

  private init(
    header: Inline, column: Table.Column, cell: @escaping @Sendable (Value, Int) -> Cell
  ) {
    (self.header, self.column, self.cell) = (header, column, cell)
  }

  /// A column of numbers from 1.
  public static func numbers(_ header: Inline, _ column: Table.Column = .automatic) -> TableColumn {
    TableColumn(header: header, column: column) { _, number in Cell("\(number)") }
  }

  /// A column of cells, which may have backgrounds or blocks of their own.
  public static func cells(
    _ header: Inline, _ column: Table.Column = .automatic, cell: @escaping @Sendable (Value) -> Cell
  ) -> TableColumn {
    TableColumn(header: header, column: column) { value, _ in cell(value) }
  }
}

extension Table {
  /// Makes a table of values: a head, and a row for each of them.
  ///
  /// ```swift
  /// Table(items, amount: \.price) {
  ///   TableColumn("Item", .flexible()) { $0.name }
  ///   TableColumn("Price", .automatic.aligned(.decimal)) { "\($0.price)" }
  /// } foot: {
  ///   Row("Total", "\(total)")
  /// }
  /// .carryingOver { carried in Row("Carried over", "\(carried.total)") }
  /// ```
  ///
  /// - Parameters:
  ///   - values: What its rows say something of.
  ///   - amount: What a value counts for the total of ``carryingOver(_:)``.
  ///   - style: How it looks; without it as the document's style says.
  ///   - caption: What stands above it.
  ///   - file: Where it stands in the program, for messages.
  ///   - line: The same.
  ///   - columns: Its columns, from the side where the document's language begins.
  ///   - foot: Rows below those of the values.
  public init<Values: Sequence>(
    _ values: Values, amount: ((Values.Element) -> Decimal)? = nil, style: TableStyle? = nil,
    caption: Inline? = nil, file: StaticString = #fileID, line: UInt = #line,
    @TableColumnBuilder<Values.Element> columns: () -> [TableColumn<Values.Element>],
    @RowBuilder foot: () -> [Row] = { [] }
  ) {
    let columns = columns()
    self.init(columns.map(\.column), style: style, caption: caption, file: file, line: line) {
      Row(columns.map(\.header)).asHeader()
      for (index, value) in values.enumerated() {
        Row { for column in columns { column.cell(value, index + 1) } }.amount(amount?(value) ?? 0)
      }
      foot()
    }
  }
}

/// Makes a list of columns of what stands in braces.
@resultBuilder public enum TableColumnBuilder<Value> {
  /// One column.
  public static func buildExpression(_ column: TableColumn<Value>) -> [TableColumn<Value>] { [column] }
  /// All of them.
  public static func buildBlock(_ parts: [TableColumn<Value>]...) -> [TableColumn<Value>] {
    parts.flatMap { $0 }
  }
  /// Those of an `if` without an `else`.
  public static func buildOptional(_ columns: [TableColumn<Value>]?) -> [TableColumn<Value>] { columns ?? [] }
  /// Those of one branch.
  public static func buildEither(first columns: [TableColumn<Value>]) -> [TableColumn<Value>] { columns }
  /// Those of the other branch.
  public static func buildEither(second columns: [TableColumn<Value>]) -> [TableColumn<Value>] { columns }
  /// Those of a loop.
  public static func buildArray(_ parts: [[TableColumn<Value>]]) -> [TableColumn<Value>] {
    parts.flatMap { $0 }
  }
}

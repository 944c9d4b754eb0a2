// Strings that a program has, beside literals: these are `Inline`s, whose interpolations may be of several looks. The attribute has the
// compiler take the others for literals.

extension Paragraph {
  /// Makes a paragraph of a string.
  @_disfavoredOverload public init(
    _ text: String, style: ParagraphStyle? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(Inline(text), style: style, file: file, line: line) }
}

extension Heading {
  /// Makes a heading of a string.
  @_disfavoredOverload public init(
    _ text: String, level: Int = 1, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(Inline(text), level: level, name: name, file: file, line: line) }
}

extension ListItem {
  /// Makes an item of a string.
  @_disfavoredOverload public init(_ text: String, file: StaticString = #fileID, line: UInt = #line) {
    self.init(Inline(text), file: file, line: line)
  }
}

extension Row {
  /// Makes a row of strings.
  @_disfavoredOverload public init(_ texts: String...) { self.init(texts) }
  /// Makes a row of strings.
  @_disfavoredOverload public init(_ texts: [String]) { self.init(texts.map { Inline($0) }) }
  /// A row of strings that heads its columns.
  @_disfavoredOverload public static func header(_ texts: String...) -> Row { Row(texts).asHeader() }
}

extension Cell {
  /// Makes a cell of a string.
  @_disfavoredOverload public init(_ text: String, columns: Int = 1, rows: Int = 1) {
    self.init(Inline(text), columns: columns, rows: rows)
  }
}

extension TableColumn {
  /// Makes a column of strings.
  @_disfavoredOverload public init(
    _ header: Inline, _ column: Table.Column = .automatic, text: @escaping @Sendable (Value) -> String
  ) { self.init(header, column) { Inline(text($0)) } }
}

extension BlockBuilder {
  /// A paragraph of a string.
  @_disfavoredOverload public static func buildExpression(_ text: String) -> [any Block] { [Paragraph(text)] }
}

extension ListBuilder {
  /// An item of a string.
  @_disfavoredOverload public static func buildExpression(_ text: String) -> [ListItem] { [ListItem(text)] }
}

extension CellBuilder {
  /// A cell of a string.
  @_disfavoredOverload public static func buildExpression(_ text: String) -> [Cell] { [Cell(text)] }
}

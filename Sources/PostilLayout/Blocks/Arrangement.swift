public import Postil

/// Empty room between two blocks, which a page does not begin with.
public struct Spacer: SetBlock {
  let height: Double

  /// Makes room.
  ///
  /// - Parameter height: In points.
  public init(_ height: Double) { self.height = height }

  func set(_ setter: BlockSetter) throws { try setter.add(space: height) }
}

/// A line from one side to the other.
public struct Rule: SetBlock {
  let color: Color
  let width: Double

  /// Makes a line.
  ///
  /// - Parameters:
  ///   - width: How thick it is, in points.
  ///   - color: Its color.
  public init(color: Color = .lightGray, width: Double = 0.5) { (self.color, self.width) = (color, width) }

  func set(_ setter: BlockSetter) throws { try setter.setRule(color, width) }
}

/// What follows begins on the next page.
public struct PageBreak: SetBlock {
  /// Makes a break.
  public init() {}
  func set(_ setter: BlockSetter) throws { try setter.breakPage() }
}

/// What follows begins at the top of the next column, of the page or of ``Columns``; behind the last one, of the next page.
public struct ColumnBreak: SetBlock {
  /// Makes a break.
  public init() {}
  func set(_ setter: BlockSetter) throws { try setter.breakColumn() }
}

/// Blocks that no page ends in between, if a page has room for them.
public struct KeepTogether: SetBlock {
  let content: [any Block]

  /// Makes a group.
  public init(@BlockBuilder _ content: () -> [any Block]) { self.content = content() }

  func set(_ setter: BlockSetter) throws { try setter.keepingTogether { try $0.set(content) } }
}

/// Blocks with a background, a border, and room around them. It goes on on the next page.
public struct Box: SetBlock {
  let style: BoxStyle
  let content: [any Block]

  /// Makes a box.
  public init(_ style: BoxStyle = BoxStyle(), @BlockBuilder _ content: () -> [any Block]) {
    (self.style, self.content) = (style, content())
  }

  func set(_ setter: BlockSetter) throws { try setter.setBox(style) { try $0.set(content) } }
}

/// Blocks in columns that are equally high, or end where a ``ColumnBreak`` is. All of them are set before the first is placed.
public struct Columns: SetBlock {
  let count: Int
  let gap: Double
  let content: [any Block]
  let place: SourcePlace

  /// Makes columns.
  ///
  /// - Parameters:
  ///   - count: How many, 1 to 20.
  ///   - gap: The room between them, in points.
  ///   - content: The blocks.
  ///   - file: Where it stands in the program, for messages.
  ///   - line: The same.
  public init(
    _ count: Int, gap: Double = 18, file: StaticString = #fileID, line: UInt = #line,
    @BlockBuilder _ content: () -> [any Block]
  ) {
    (self.count, self.gap, self.content) = (count, gap, content())
    place = SourcePlace(file, line)
  }

  func set(_ setter: BlockSetter) throws {
    try setter.at("The columns", place) { try setter.setColumns(count, gap) { try $0.set(content) } }
  }
}

/// The headings of the document with the numbers of their pages.
public struct TableOfContents: SetBlock {
  let levels: ClosedRange<Int>

  /// Makes a table of contents.
  ///
  /// - Parameter levels: The levels of headings that it lists.
  public init(levels: ClosedRange<Int> = 1...3) { self.levels = levels }

  func set(_ setter: BlockSetter) throws { try setter.setContents(levels) }
}

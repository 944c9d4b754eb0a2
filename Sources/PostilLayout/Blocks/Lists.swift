import Postil

/// An item of a list: blocks, of which lists may be some.
public struct ListItem: Sendable {
  let content: [any Block]

  /// Makes an item of one paragraph.
  public init(_ text: Inline, file: StaticString = #fileID, line: UInt = #line) {
    content = [Paragraph(text, file: file, line: line).styled { $0.spaceAfter = 0 }]
  }

  /// Makes an item of blocks.
  public init(@BlockBuilder _ content: () -> [any Block]) { self.content = content() }
}

/// Makes a list of items of what stands in braces. A text is an item too.
@resultBuilder public enum ListBuilder {
  /// One item.
  public static func buildExpression(_ item: ListItem) -> [ListItem] { [item] }
  /// An item of one paragraph.
  public static func buildExpression(_ text: Inline) -> [ListItem] { [ListItem(text)] }
  /// All of them.
  public static func buildBlock(_ parts: [ListItem]...) -> [ListItem] { parts.flatMap { $0 } }
  /// Those of an `if` without an `else`.
  public static func buildOptional(_ items: [ListItem]?) -> [ListItem] { items ?? [] }
  /// Those of one branch.
  public static func buildEither(first items: [ListItem]) -> [ListItem] { items }
  /// Those of the other branch.
  public static func buildEither(second items: [ListItem]) -> [ListItem] { items }
  /// Those of a loop.
  public static func buildArray(_ parts: [[ListItem]]) -> [ListItem] { parts.flatMap { $0 } }
}

/// A list whose items have bullets.
public struct BulletList: SetBlock {
  let items: [ListItem]

  /// Makes a list.
  public init(@ListBuilder _ items: () -> [ListItem]) { self.items = items() }
  /// Makes a list of items.
  public init(_ items: [ListItem]) { self.items = items }

  func set(_ setter: BlockSetter) throws {
    let bullet = setter.style.bullet(at: setter.listDepth)
    try setter.setList(items, numbering: "Disc") { _ in bullet }
  }
}

/// A list whose items are numbered.
public struct NumberedList: SetBlock {
  /// How numbers are written.
  public enum Numbering: Sendable, Hashable {
    /// 1, 2, 3
    case decimal
    /// a, b, c
    case lowerLetters
    /// A, B, C
    case upperLetters
    /// i, ii, iii
    case lowerRoman
    /// I, II, III
    case upperRoman
  }

  let items: [ListItem]
  let first: Int
  let numbering: Numbering

  /// Makes a list.
  ///
  /// - Parameters:
  ///   - numbering: How its numbers are written.
  ///   - first: The number of the first item, from 0.
  ///   - items: The items.
  public init(
    _ numbering: Numbering = .decimal, from first: Int = 1, @ListBuilder _ items: () -> [ListItem]
  ) {
    (self.numbering, self.first, self.items) = (numbering, min(max(first, 0), 1_000_000), items())
  }

  /// Makes a list of items.
  public init(_ numbering: Numbering = .decimal, from first: Int = 1, _ items: [ListItem]) {
    (self.numbering, self.first, self.items) = (numbering, min(max(first, 0), 1_000_000), items)
  }

  func set(_ setter: BlockSetter) throws {
    try setter.setList(items, numbering: numbering.name) { numbering.text(first + $0) + "." }
  }
}

extension NumberedList.Numbering {
  /// The name of the standard (ISO 32000-2, table 382).
  fileprivate var name: String {
    switch self {
    case .decimal: "Decimal"
    case .lowerLetters: "LowerAlpha"
    case .upperLetters: "UpperAlpha"
    case .lowerRoman: "LowerRoman"
    case .upperRoman: "UpperRoman"
    }
  }

  fileprivate func text(_ number: Int) -> String {
    switch self {
    case .decimal: "\(number)"
    case .lowerLetters: PageLabel.letters(number).lowercased()
    case .upperLetters: PageLabel.letters(number)
    case .lowerRoman: PageLabel.roman(number).lowercased()
    case .upperRoman: PageLabel.roman(number)
    }
  }
}

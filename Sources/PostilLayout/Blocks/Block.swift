/// Something that stands in a document between its margins: a paragraph, a table, a picture, or something of your own, made of these:
///
/// ```swift
/// struct Address: Block {
///   var name: String
///   var body: [any Block] {
///     Paragraph("\(name)")
///     Spacer(12)
///   }
/// }
/// ```
public protocol Block: Sendable {
  /// What it is made of.
  @BlockBuilder var body: [any Block] { get }
}

/// A block that is set itself: ``Block/body`` is empty.
protocol SetBlock: Block {
  func set(_ setter: BlockSetter) throws
}

extension SetBlock {
  /// Nothing: it is not made of others.
  public var body: [any Block] { [] }
}

/// Makes a list of blocks of what stands one below the other in braces; `if`, `switch` and `for` may be among it.
@resultBuilder public enum BlockBuilder {
  /// One block.
  public static func buildExpression(_ block: any Block) -> [any Block] { [block] }
  /// Several blocks.
  public static func buildExpression(_ blocks: [any Block]) -> [any Block] { blocks }
  /// A paragraph.
  public static func buildExpression(_ text: Inline) -> [any Block] { [Paragraph(text)] }
  /// All of them.
  public static func buildBlock(_ parts: [any Block]...) -> [any Block] { parts.flatMap { $0 } }
  /// Those of an `if` without an `else`.
  public static func buildOptional(_ blocks: [any Block]?) -> [any Block] { blocks ?? [] }
  /// Those of one branch.
  public static func buildEither(first blocks: [any Block]) -> [any Block] { blocks }
  /// Those of the other branch.
  public static func buildEither(second blocks: [any Block]) -> [any Block] { blocks }
  /// Those of a loop.
  public static func buildArray(_ parts: [[any Block]]) -> [any Block] { parts.flatMap { $0 } }
}

/// The blocks of each element of a sequence, made when they are set: memory does not grow with the sequence, where a `for` makes all of them
/// at once.
public struct ForEach: SetBlock {
  private let run: @Sendable (_ body: ([any Block]) throws -> Void) throws -> Void

  /// Makes blocks of elements.
  ///
  /// - Parameters:
  ///   - elements: The elements. They are gone through once for each time that the document is set.
  ///   - content: The blocks of one.
  public init<Elements: Sequence & Sendable>(
    _ elements: Elements, @BlockBuilder content: @escaping @Sendable (Elements.Element) -> [any Block]
  ) {
    run = { body in for element in elements { try body(content(element)) } }
  }

  func set(_ setter: BlockSetter) throws { try run { try setter.set($0) } }
}

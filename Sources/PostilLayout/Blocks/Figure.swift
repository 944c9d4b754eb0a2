public import Postil

/// A picture or a barcode: what stands somewhere between the margins, with a caption below.
public protocol Figure: Block {
  /// Where it stands, and its caption.
  var placement: FigurePlacement { get set }
}

/// Where a ``Figure`` stands, and its caption: see ``Figure/aligned(_:)`` and ``Figure/caption(_:)``.
public struct FigurePlacement: Sendable {
  /// `nil`: where the document's language begins.
  var alignment: TextAlignment?
  var caption: Inline?
}

extension Figure {
  /// The figure at another place between the margins; its caption stands there too.
  public func aligned(_ alignment: TextAlignment) -> Self {
    var copy = self
    copy.placement.alignment = alignment
    return copy
  }

  /// The figure with a caption below it.
  public func caption(_ text: Inline) -> Self {
    var copy = self
    copy.placement.caption = text
    return copy
  }
}

/// A figure that is set itself.
protocol SetFigure: Figure, SetBlock {
  /// What it is, for messages.
  var noun: String { get }
  var place: SourcePlace { get }
  /// The picture that it is.
  func picture(_ setter: BlockSetter) throws -> Picture
}

extension SetFigure {
  func set(_ setter: BlockSetter) throws {
    try setter.at(noun, place) { try setter.setPicture(try picture(setter)) }
  }
}

/// Figures side by side, equally high, with their captions below them on one line. Those that have a width keep it, the others share the room
/// that is left, and are no larger than they would be alone.
///
/// ```swift
/// FigureRow {
///   Picture(contentsOf: before, alternative: "The house before").caption("Before")
///   Picture(contentsOf: after, alternative: "The house afterwards").caption("After")
/// }
/// ```
public struct FigureRow: SetBlock {
  let figures: [any Figure]
  let gap: Double
  let alignment: TextAlignment?
  let place: SourcePlace

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - gap: The room between figures, in points.
  ///   - alignment: Where they stand, if they are narrower than the room; `nil`: where the document's language begins.
  ///   - figures: The figures, 1 to 20.
  ///   - file: Where it stands in the program, for messages.
  ///   - line: The same.
  public init(
    gap: Double = 12, alignment: TextAlignment? = nil, file: StaticString = #fileID, line: UInt = #line,
    @FigureBuilder _ figures: () -> [any Figure]
  ) {
    (self.figures, self.gap, self.alignment) = (figures(), gap, alignment)
    place = SourcePlace(file, line)
  }

  func set(_ setter: BlockSetter) throws {
    try setter.at("The row of figures", place) { try setter.setFigures(self) }
  }
}

/// Makes a list of figures of what stands in braces.
@resultBuilder public enum FigureBuilder {
  /// One figure.
  public static func buildExpression(_ figure: any Figure) -> [any Figure] { [figure] }
  /// All of them.
  public static func buildBlock(_ parts: [any Figure]...) -> [any Figure] { parts.flatMap { $0 } }
  /// Those of an `if` without an `else`.
  public static func buildOptional(_ figures: [any Figure]?) -> [any Figure] { figures ?? [] }
  /// Those of one branch.
  public static func buildEither(first figures: [any Figure]) -> [any Figure] { figures }
  /// Those of the other branch.
  public static func buildEither(second figures: [any Figure]) -> [any Figure] { figures }
  /// Those of a loop.
  public static func buildArray(_ parts: [[any Figure]]) -> [any Figure] { parts.flatMap { $0 } }
}

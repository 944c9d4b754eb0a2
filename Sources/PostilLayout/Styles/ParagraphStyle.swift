public import Postil

/// Where the lines of a paragraph stand.
public enum ParagraphAlignment: String, Sendable, Hashable, Codable {
  /// At the side where its language begins.
  case natural
  /// At the left edge.
  case left
  /// In the middle.
  case center
  /// At the right edge.
  case right
  /// Between both edges, the last line as ``natural``.
  case justified
}

/// How a paragraph looks. Lengths are in points.
public struct ParagraphStyle: Sendable, Hashable {
  /// The font.
  public var font: TextFont
  /// The color of its letters.
  public var color: Color
  /// Where its lines stand.
  public var alignment: ParagraphAlignment
  /// From one line to the next, in line heights of the font, 0.5 to 10.
  public var lineSpacing: Double
  /// The least room above it, which a page does not begin with.
  public var spaceBefore: Double
  /// The least room below it. Of this and the room above what follows, the larger counts.
  public var spaceAfter: Double
  /// How much farther its first line begins.
  public var firstLineIndent: Double
  /// How far it is from the left margin.
  public var leftInset: Double
  /// Whether it stands on one page with the beginning of what follows.
  public var keepsWithNext: Bool
  /// Whether no page ends in it.
  public var keepsTogether: Bool

  /// Makes a style.
  public init(
    font: TextFont = TextFont(), color: Color = .black, alignment: ParagraphAlignment = .natural,
    lineSpacing: Double = 1, spaceBefore: Double = 0, spaceAfter: Double = 6, firstLineIndent: Double = 0,
    leftInset: Double = 0, keepsWithNext: Bool = false, keepsTogether: Bool = false
  ) {
    (self.font, self.color, self.alignment, self.lineSpacing) = (font, color, alignment, lineSpacing)
    (self.spaceBefore, self.spaceAfter) = (spaceBefore, spaceAfter)
    (self.firstLineIndent, self.leftInset) = (firstLineIndent, leftInset)
    (self.keepsWithNext, self.keepsTogether) = (keepsWithNext, keepsTogether)
  }
}

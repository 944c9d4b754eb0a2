public import Postil

/// How fields of a form look. Lengths are in points.
public struct FieldStyle: Sendable, Hashable {
  /// The font of values. Programs that fill the form in write in it, if it is a TrueType font.
  public var font: TextFont
  /// The color of values and marks.
  public var color: Color
  /// What fields are filled with; `nil` for nothing.
  public var background: Color?
  /// The color of their borders; `nil` for none.
  public var border: Color?
  /// How thick borders are, 0 to 100.
  public var borderWidth: Double
  /// The least room above and below them.
  public var space: Double

  /// Makes a style.
  public init(
    font: TextFont = TextFont(), color: Color = .black, background: Color? = Color(white: 0.97),
    border: Color? = .gray, borderWidth: Double = 0.5, space: Double = 6
  ) {
    (self.font, self.color, self.background, self.border) = (font, color, background, border)
    (self.borderWidth, self.space) = (borderWidth, space)
  }
}

/// How a field's text looks, for editing it in its place.
package struct FieldTextLook: Sendable, Hashable {
  /// The family and the style; the size is that of ``size``, or 12 where that is 0.
  package var font: TextFont
  /// In points; 0: as large as fits.
  package var size: Double
  package var color: Color
  package var alignment: TextAlignment
  /// How far what is inside is from the edge of the widget, in points.
  package var inset: Double
  /// Whether the text does not run as the page's does.
  package var isTurned: Bool

  package init(
    font: TextFont = TextFont(), size: Double = 0, color: Color = .black, alignment: TextAlignment = .left,
    inset: Double = 1, isTurned: Bool = false
  ) {
    self.font = font
    self.size = size
    self.color = color
    self.alignment = alignment
    self.inset = inset
    self.isTurned = isTurned
  }
}

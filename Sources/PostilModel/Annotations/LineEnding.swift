/// What a line annotation shows at an end (`/LE`, ISO 32000-2, table 179). The raw value is the
/// name in the file.
public enum LineEnding: String, Sendable, Hashable, Codable, CaseIterable {
  /// Nothing.
  case none = "None"
  /// A square, filled with the style's fill.
  case square = "Square"
  /// A circle, filled with the style's fill.
  case circle = "Circle"
  /// A diamond, filled with the style's fill.
  case diamond = "Diamond"
  /// Two short lines that form an arrowhead.
  case openArrow = "OpenArrow"
  /// A closed arrowhead, filled with the style's fill.
  case closedArrow = "ClosedArrow"
  /// A short line across the end.
  case butt = "Butt"
  /// An open arrowhead that points back along the line.
  case reversedOpenArrow = "ROpenArrow"
  /// A closed arrowhead that points back along the line.
  case reversedClosedArrow = "RClosedArrow"
  /// A short line across the end, leaning 30 degrees clockwise from the perpendicular.
  case slash = "Slash"
}

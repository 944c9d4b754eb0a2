/// What can be chosen for a tool: the controls that a view shows for it.
public struct PaletteControls: OptionSet, Sendable, Hashable {
  /// A bit for each of them.
  public let rawValue: Int
  /// Makes a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The color of strokes.
  public static let color = PaletteControls(rawValue: 1 << 0)
  /// The width.
  public static let width = PaletteControls(rawValue: 1 << 1)
  /// The opacity.
  public static let opacity = PaletteControls(rawValue: 1 << 2)
  /// The color inside shapes.
  public static let fill = PaletteControls(rawValue: 1 << 3)
  /// The size of text.
  public static let fontSize = PaletteControls(rawValue: 1 << 4)

  /// The tool selects: colors, widths and fonts are those of the selected annotations.
  public static let selection = PaletteControls(rawValue: 1 << 5)

  /// What strokes have: color, width and opacity.
  public static let stroke: PaletteControls = [.color, .width, .opacity]
}

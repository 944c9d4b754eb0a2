/// What can be chosen for a tool: the controls that a view shows for it.
public struct PaletteControls: OptionSet, Sendable, Hashable {
  /// A bit for each of them.
  public let rawValue: Int
  /// Makes a choice from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The colour of strokes.
  public static let color = PaletteControls(rawValue: 1 << 0)
  /// The width.
  public static let width = PaletteControls(rawValue: 1 << 1)
  /// How much can be seen through what is drawn.
  public static let opacity = PaletteControls(rawValue: 1 << 2)
  /// The colour inside shapes.
  public static let fill = PaletteControls(rawValue: 1 << 3)
  /// The size of text.
  public static let fontSize = PaletteControls(rawValue: 1 << 4)

  /// The annotations that are selected: they are what colours and widths are chosen for.
  public static let selection = PaletteControls(rawValue: 1 << 5)

  /// What strokes have: colour, width and opacity.
  public static let stroke: PaletteControls = [.color, .width, .opacity]
}

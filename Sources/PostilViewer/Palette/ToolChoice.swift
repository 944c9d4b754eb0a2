/// A setting of a tool besides colors and widths, such as the effect of an eraser or the words of a stamp.
public struct ToolChoice: Sendable, Hashable, Identifiable {
  /// One of the things to choose from.
  public struct Option: Sendable, Hashable, Identifiable {
    /// Identifies it in stored settings.
    public let id: String
    /// What it is called, in English, for translation.
    public let name: String

    /// Makes an option.
    public init(_ id: String, _ name: String) { (self.id, self.name) = (id, name) }
  }

  /// Identifies it in stored settings.
  public let id: String
  /// What it is called, in English, for translation.
  public let name: String
  /// The options, the default first; empty if the value is a text that the user types.
  public let options: [Option]

  /// Makes a choice of several options, the default first; without options, of a text that the user types, by default empty.
  public init(id: String, name: String, options: [Option] = []) {
    (self.id, self.name, self.options) = (id, name, options)
  }

  /// The family of a tool's text.
  public static let font = ToolChoice(
    id: "font", name: "Font",
    options: [
      Option("Helvetica", "Sans"), Option("Times", "Serif"), Option("Courier", "Monospace"),
    ])

  /// What fingers do, with all tools: ``ToolPalette/fingers``.
  public static let fingers = ToolChoice(
    id: "fingers", name: "Fingers",
    options: [
      Option(FingerUse.automatic.rawValue, "Draw until a pen was used, then move the page"),
      Option(FingerUse.draws.rawValue, "Always draw"),
      Option(FingerUse.pans.rawValue, "Always move the page"),
    ])

  /// The value to use: the one that was chosen if it is possible, else the default.
  public func resolved(_ value: String?) -> String {
    guard !options.isEmpty else { return value ?? "" }
    return options.contains { $0.id == value } ? value ?? "" : options[0].id
  }
}

/// The settings that a tool is made with: see ``PaletteTool/make``.
public struct ToolConfiguration: Sendable, Hashable {
  /// How it draws.
  public var style: AnnotationStyle
  /// The size of text, in points.
  public var fontSize: Double
  /// What was chosen, by the ids of the tool's choices; each of them has a value.
  public var choices: [ToolChoice.ID: String]

  /// Makes a configuration.
  public init(
    style: AnnotationStyle, fontSize: Double = PaletteTool.defaultFontSize,
    choices: [ToolChoice.ID: String] = [:]
  ) {
    (self.style, self.fontSize, self.choices) = (style, fontSize, choices)
  }
}

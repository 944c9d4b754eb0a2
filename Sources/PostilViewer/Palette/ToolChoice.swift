/// Something besides colours and widths that can be chosen for a tool of a palette: what an eraser does, which stamp is put down.
public struct ToolChoice: Sendable, Hashable, Identifiable {
  /// One of the things to choose from.
  public struct Option: Sendable, Hashable, Identifiable {
    /// The name by which settings remember it.
    public let id: String
    /// What it is called, in English, for translation.
    public let name: String

    /// Makes an option.
    public init(_ id: String, _ name: String) { (self.id, self.name) = (id, name) }
  }

  /// The name by which settings remember it.
  public let id: String
  /// What it is called, in English, for translation.
  public let name: String
  /// What there is to choose from, the default first; empty for a text that is written.
  public let options: [Option]

  /// Makes a choice of several options, the default first; without options, of a text that is written, and empty by default.
  public init(id: String, name: String, options: [Option] = []) {
    (self.id, self.name, self.options) = (id, name, options)
  }

  /// What counts as long as nothing was chosen, or something that is not there.
  public func resolved(_ value: String?) -> String {
    guard !options.isEmpty else { return value ?? "" }
    return options.contains { $0.id == value } ? value ?? "" : options[0].id
  }
}

/// What was chosen for a tool, as it is made with it: see ``PaletteTool/make``.
public struct ToolConfiguration: Sendable, Hashable {
  /// How it draws.
  public var style: StrokeStyle
  /// The size of text, in points.
  public var fontSize: Double
  /// What was chosen, by the ids of the tool's choices; each of them has a value.
  public var choices: [ToolChoice.ID: String]

  /// Makes a configuration.
  public init(
    style: StrokeStyle, fontSize: Double = PaletteTool.defaultFontSize, choices: [ToolChoice.ID: String] = [:]
  ) {
    (self.style, self.fontSize, self.choices) = (style, fontSize, choices)
  }
}

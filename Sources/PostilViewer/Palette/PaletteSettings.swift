/// The settings of a ``ToolPalette`` that are stored between runs.
public struct PaletteSettings: Sendable, Hashable, Codable {
  /// The settings of each tool, including tools that the palette does not have now.
  var tools: [ToolID: ToolSettings]
  /// What fingers do; `nil` if that was not chosen.
  var fingers: FingerUse?
  /// Whether a pen was ever seen.
  var hasSeenPen = false

  /// Makes the settings of a palette in which nothing was chosen.
  public init() { self.init(tools: [:]) }

  init(tools: [ToolID: ToolSettings], fingers: FingerUse? = nil) {
    self.tools = tools
    self.fingers = fingers
  }

  /// These settings merged with others, which take precedence.
  func changed(by others: PaletteSettings) -> PaletteSettings {
    var all = PaletteSettings(tools: tools.merging(others.tools) { $1 }, fingers: others.fingers ?? fingers)
    all.hasSeenPen = hasSeenPen || others.hasSeenPen
    return all
  }

  private enum CodingKeys: CodingKey { case tools, fingers, hasSeenPen }

  /// Reads `{"tools": {"line": {…}}, "fingers": "pans", "hasSeenPen": true}`. What is missing or cannot be understood is left at its default.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let known = (try? values.decode([String: Lenient].self, forKey: .tools)) ?? [:]
    let pairs = known.compactMap { id, tool in tool.settings.map { (ToolID(rawValue: id), $0) } }
    tools = Dictionary(pairs) { first, _ in first }
    fingers = try? values.decode(FingerUse.self, forKey: .fingers)
    hasSeenPen = (try? values.decode(Bool.self, forKey: .hasSeenPen)) ?? false
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    let pairs = tools.map { ($0.rawValue, $1) }
    try values.encode(Dictionary(pairs) { first, _ in first }, forKey: .tools)
    try values.encodeIfPresent(fingers, forKey: .fingers)
    if hasSeenPen { try values.encode(true, forKey: .hasSeenPen) }
  }

  /// The settings of one tool; `nil` if they are invalid, so that those of other tools are still read.
  private struct Lenient: Decodable {
    let settings: ToolSettings?
    init(from decoder: any Decoder) throws { settings = try? ToolSettings(from: decoder) }
  }
}

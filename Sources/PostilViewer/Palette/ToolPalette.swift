import Observation

/// The tools of a viewer, which of them is in hand, and how each draws: every tool has a colour, a width, an
/// opacity and a fill of its own.
@MainActor @Observable public final class ToolPalette {
  /// The opacities that can be chosen: less could not be seen.
  public nonisolated static let opacityRange = 0.1...1.0
  /// The step of a control for opacity.
  public nonisolated static let opacityStep = 0.05
  /// The step of a control for widths, in points.
  public nonisolated static let widthStep = 0.5

  /// The tools, in the order in which they are shown.
  public private(set) var tools: [PaletteTool]
  /// The tool in hand; `nil` if the pointer moves the page. A tool that is not there counts as none.
  public var selection: ToolID? {
    didSet {
      if let id = selection, tool(id) == nil { selection = nil }
      if selection != oldValue { onSelect?() }
    }
  }

  /// What is remembered between runs, also of tools that are not there.
  public private(set) var settings: PaletteSettings

  /// The style of what is selected; `nil` if nothing is that has one.
  public private(set) var selectedStyle: StrokeStyle?
  /// Called when another tool was taken in hand.
  @ObservationIgnored var onSelect: (() -> Void)?
  /// Called when something was chosen for what is selected: the style before, and after.
  @ObservationIgnored var onRestyle: ((StrokeStyle, StrokeStyle) -> Void)?
  /// Called when something was chosen that is to be remembered.
  @ObservationIgnored public var onChange: ((PaletteSettings) -> Void)?
  /// Called before that: what a session keeps does not depend on who else listens.
  @ObservationIgnored var keep: ((PaletteSettings) -> Void)?

  /// Makes a palette, of which no tool is in hand.
  ///
  /// - Parameters:
  ///   - tools: The tools; of those with the same id the last is taken.
  ///   - settings: What was chosen before.
  public init(tools: [PaletteTool] = PaletteTool.builtIn, settings: PaletteSettings = PaletteSettings()) {
    self.tools = []
    self.settings = settings
    for tool in tools { add(tool) }
  }

  // MARK: - Tools

  /// Adds a tool behind the others, or puts it in the place of the one with the same id.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - index: Where a new one is put; `nil` for behind the others.
  public func add(_ tool: PaletteTool, at index: Int? = nil) {
    if let index = tools.firstIndex(where: { $0.id == tool.id }) {
      tools[index] = tool
    } else {
      tools.insert(tool, at: min(max(index ?? tools.count, 0), tools.count))
    }
  }

  /// Takes a tool away. What was chosen for it is still remembered.
  public func remove(_ id: ToolID) {
    tools.removeAll { $0.id == id }
    if selection == id { selection = nil }
  }

  /// Takes a tool in hand, or puts it down if it is in hand: what pressing its button does.
  public func select(_ id: ToolID?) { selection = selection == id ? nil : id }

  /// The tool in hand.
  public var currentTool: PaletteTool? { selection.flatMap(tool) }

  /// The tool of an id; `nil` if there is none.
  public func tool(_ id: ToolID) -> PaletteTool? { tools.first { $0.id == id } }

  /// Makes the tool in hand with what was chosen for it; `nil` if there is none in hand.
  public func makeTool() -> (any DrawingTool)? { currentTool.map { makeTool($0) } }

  /// Makes a tool with what was chosen for it.
  public func makeTool(_ tool: PaletteTool) -> any DrawingTool { tool.make(configuration(of: tool)) }

  /// What was chosen for a tool.
  public func configuration(of tool: PaletteTool) -> ToolConfiguration {
    ToolConfiguration(
      style: style(for: tool.id), fontSize: fontSize(for: tool.id),
      choices: Dictionary(tool.choices.map { ($0.id, choice($0, for: tool.id)) }) { $1 })
  }

  // MARK: - Styles

  /// How a tool draws. A pen's if there is no such tool and never was.
  public func style(for id: ToolID) -> StrokeStyle {
    let tool = tool(id)
    if let tool, tool.selects { return selectedStyle ?? tool.defaultStyle }
    let style = settings.tools[id]?.style(over: tool?.defaultStyle ?? .pen) ?? tool?.defaultStyle ?? .pen
    return tool.map { style.limited(to: $0) } ?? style
  }

  /// Chooses how a tool draws; brought into the ranges that can be chosen. Dashes are not remembered.
  ///
  /// Of a tool that selects it is the style of what is selected; with nothing selected nothing happens.
  public func setStyle(_ style: StrokeStyle, for id: ToolID) {
    if tool(id)?.selects == true {
      guard let old = selectedStyle, old != style else { return }
      selectedStyle = style
      onRestyle?(old, style)
      return
    }
    let usable = tool(id).map { style.limited(to: $0) } ?? style
    guard usable != self.style(for: id) else { return }
    settings.tools[id, default: ToolSettings()].take(usable)
    tellChange()
  }

  /// Shows the style of what is selected.
  func showStyle(_ style: StrokeStyle?) {
    if style != selectedStyle { selectedStyle = style }
  }

  /// Takes over what was chosen before, as it was read from a file; ``onChange`` is not called.
  public func restore(_ settings: PaletteSettings) { self.settings = settings }

  // MARK: - What else can be chosen

  /// The size of text that a tool makes, in points.
  public func fontSize(for id: ToolID) -> Double {
    Self.limited(fontSize: settings.tools[id]?.fontSize ?? PaletteTool.defaultFontSize)
  }

  /// Chooses the size of text that a tool makes, in points; brought into ``PaletteTool/fontSizes``.
  public func setFontSize(_ size: Double, for id: ToolID) {
    let usable = Self.limited(fontSize: size)
    guard usable != fontSize(for: id) else { return }
    settings.tools[id, default: ToolSettings()].fontSize = usable
    tellChange()
  }

  private static func limited(fontSize: Double) -> Double {
    guard fontSize.isFinite else { return PaletteTool.defaultFontSize }
    return min(max(fontSize, PaletteTool.fontSizes.lowerBound), PaletteTool.fontSizes.upperBound)
  }

  /// What was chosen for a tool: the id of an option, or a text.
  public func choice(_ choice: ToolChoice, for id: ToolID) -> String {
    choice.resolved(settings.tools[id]?.choices[choice.id])
  }

  /// Chooses something for a tool. What is not among the options leaves the default.
  public func setChoice(_ value: String, of choice: ToolChoice, for id: ToolID) {
    guard choice.resolved(value) != self.choice(choice, for: id) else { return }
    settings.tools[id, default: ToolSettings()].choices[choice.id] = choice.resolved(value)
    tellChange()
  }

  private func tellChange() {
    keep?(settings)
    onChange?(settings)
  }
}

extension StrokeStyle {
  /// The style with nothing that cannot be chosen for a tool.
  func limited(to tool: PaletteTool) -> StrokeStyle {
    var style = self
    style.lineWidth = min(max(lineWidth, tool.widthRange.lowerBound), tool.widthRange.upperBound)
    let opacities = ToolPalette.opacityRange
    style.opacity = min(max(opacity, opacities.lowerBound), opacities.upperBound)
    if !tool.hasFill { style.fill = nil }
    return style
  }
}

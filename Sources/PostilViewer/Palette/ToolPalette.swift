import Observation

/// The tools of a viewer, the current one, and the style of each: every tool has a color, a width, an opacity and a fill of
/// its own.
@MainActor @Observable public final class ToolPalette {
  /// The opacities that can be chosen. Lower ones would be invisible.
  public nonisolated static let opacityRange = 0.1...1.0
  /// The step of a control for opacity.
  public nonisolated static let opacityStep = 0.05
  /// The step of a control for widths, in points.
  public nonisolated static let widthStep = 0.5

  /// The tools, in the order in which they are shown.
  public private(set) var tools: [PaletteTool]
  /// The current tool; `nil` if the pointer moves the page. An unknown id becomes `nil`.
  public var selection: ToolID? {
    didSet {
      if let id = selection, tool(id) == nil { selection = nil }
      if selection != oldValue { onSelect?() }
    }
  }

  /// The settings to store between runs, including those of tools that the palette does not have.
  public private(set) var settings: PaletteSettings

  /// The style of the topmost selected annotation that can be restyled; `nil` if there is none.
  public private(set) var selectedStyle: AnnotationStyle?
  /// The font of the topmost selected free text that can be restyled; `nil` if there is none.
  public private(set) var selectedFont: TextFont?
  /// Called when the current tool has changed.
  @ObservationIgnored var onSelect: (() -> Void)?
  /// Called when a style was chosen for the selected annotations, with the style before and after.
  @ObservationIgnored var onRestyle: ((AnnotationStyle, AnnotationStyle) -> Void)?
  /// Called when a font was chosen for the selected texts, with the font before and after.
  @ObservationIgnored var onChangeFont: ((TextFont, TextFont) -> Void)?
  /// Called when settings have changed that are to be stored.
  @ObservationIgnored public var onChange: ((PaletteSettings) -> Void)?
  /// Called before ``onChange``. Separate, so that a program can set ``onChange`` without disconnecting the session.
  @ObservationIgnored var keep: ((PaletteSettings) -> Void)?

  /// Makes a palette without a current tool.
  ///
  /// - Parameters:
  ///   - tools: The tools; of those with the same id the last is taken, in the place of the first.
  ///   - settings: What was chosen before.
  public init(tools: [PaletteTool] = PaletteTool.builtIn, settings: PaletteSettings = PaletteSettings()) {
    self.tools = []
    self.settings = settings
    for tool in tools { add(tool) }
  }

  // MARK: - Tools

  /// Adds a tool, or replaces the one with the same id.
  ///
  /// - Parameters:
  ///   - tool: The tool.
  ///   - index: The index of a new tool, clamped; `nil` for the end.
  public func add(_ tool: PaletteTool, at index: Int? = nil) {
    if let index = tools.firstIndex(where: { $0.id == tool.id }) {
      tools[index] = tool
    } else {
      tools.insert(tool, at: min(max(index ?? tools.count, 0), tools.count))
    }
  }

  /// Removes a tool. Its settings are kept.
  public func remove(_ id: ToolID) {
    tools.removeAll { $0.id == id }
    if selection == id { selection = nil }
  }

  /// Makes a tool the current one, or none if it already is: what pressing its button does.
  public func select(_ id: ToolID?) { selection = selection == id ? nil : id }

  /// The current tool; `nil` if there is none.
  public var currentTool: PaletteTool? { selection.flatMap(tool) }

  /// The tool of an id; `nil` if there is none.
  public func tool(_ id: ToolID) -> PaletteTool? { tools.first { $0.id == id } }

  /// Makes the current tool with its configuration; `nil` if there is none.
  public func makeTool() -> (any DrawingTool)? { currentTool.map { makeTool($0) } }

  /// Makes a tool with its configuration.
  public func makeTool(_ tool: PaletteTool) -> any DrawingTool { tool.make(configuration(of: tool)) }

  /// A redaction mark in the style of the tool for them.
  func redactionMark(_ quads: [PageQuad]) -> Annotation {
    let tool = tool(.redaction).flatMap { makeTool($0) as? RedactionTool } ?? RedactionTool()
    return Annotation(.redaction(quads, overlayText: tool.overlayText), style: tool.style)
  }

  /// The configuration of a tool.
  public func configuration(of tool: PaletteTool) -> ToolConfiguration {
    ToolConfiguration(
      style: style(for: tool.id), fontSize: fontSize(for: tool.id),
      choices: Dictionary(tool.choices.map { ($0.id, choice($0, for: tool.id)) }) { $1 })
  }

  // MARK: - Styles

  /// The style of a tool; the default pen's for an unknown tool without stored settings.
  public func style(for id: ToolID) -> AnnotationStyle {
    let tool = tool(id)
    if let tool, tool.selects { return selectedStyle ?? tool.defaultStyle }
    let style = settings.tools[id]?.style(over: tool?.defaultStyle ?? .pen) ?? tool?.defaultStyle ?? .pen
    return tool.map { style.limited(to: $0) } ?? style
  }

  /// Sets the style of a tool, clamped to the ranges that can be chosen. Dashes and the opacity of the fill are not kept: dashes are
  /// those of the tool's default, and the fill is as opaque as the rest.
  ///
  /// For a tool that selects, sets the style of the selected annotations; ignored if there are none.
  public func setStyle(_ style: AnnotationStyle, for id: ToolID) {
    if tool(id)?.selects == true {
      guard let old = selectedStyle, old != style else { return }
      selectedStyle = style
      onRestyle?(old, style)
      return
    }
    let usable = tool(id).map { style.limited(to: $0) } ?? style
    guard usable != self.style(for: id) else { return }
    settings.tools[id, default: ToolSettings()].apply(usable)
    notifyChange()
  }

  /// Shows the style of the selected annotations, and the font of the texts among them.
  func showStyle(_ style: AnnotationStyle?, font: TextFont?) {
    if style != selectedStyle { selectedStyle = style }
    if font != selectedFont { selectedFont = font }
  }

  /// Replaces the settings by stored ones, without calling ``onChange``.
  public func restore(_ settings: PaletteSettings) { self.settings = settings }

  // MARK: - What else can be chosen

  /// The size of text that a tool makes, in points; of a tool that selects, that of ``selectedFont``.
  public func fontSize(for id: ToolID) -> Double {
    if tool(id)?.selects == true { return selectedFont?.size ?? PaletteTool.defaultFontSize }
    return Self.limited(fontSize: settings.tools[id]?.fontSize ?? PaletteTool.defaultFontSize)
  }

  /// Sets the size of text that a tool makes, in points, clamped to ``PaletteTool/fontSizes``; NaN and infinity set the default.
  ///
  /// For a tool that selects, sets the size of the selected free texts; ignored if there are none.
  public func setFontSize(_ size: Double, for id: ToolID) {
    let usable = Self.limited(fontSize: size)
    if tool(id)?.selects == true { return changeFont { $0.size = usable } }
    guard usable != fontSize(for: id) else { return }
    settings.tools[id, default: ToolSettings()].fontSize = usable
    notifyChange()
  }

  private static func limited(fontSize: Double) -> Double {
    guard fontSize.isFinite else { return PaletteTool.defaultFontSize }
    return min(max(fontSize, PaletteTool.fontSizes.lowerBound), PaletteTool.fontSizes.upperBound)
  }

  private func changeFont(_ change: (inout TextFont) -> Void) {
    guard let old = selectedFont else { return }
    var new = old
    change(&new)
    guard new != old else { return }
    selectedFont = new
    onChangeFont?(old, new)
  }

  /// The value of a choice of a tool: the id of an option, or a text. Of a tool that selects, the family of ``selectedFont``, which
  /// may be none of the options.
  public func choice(_ choice: ToolChoice, for id: ToolID) -> String {
    if choice == .font, tool(id)?.selects == true { return selectedFont?.family ?? choice.resolved(nil) }
    return choice.resolved(settings.tools[id]?.choices[choice.id])
  }

  /// Sets the value of a choice of a tool. A value that is not among the options sets the default.
  ///
  /// For a tool that selects, sets the family of the selected free texts; ignored if there are none.
  public func setChoice(_ value: String, of choice: ToolChoice, for id: ToolID) {
    if choice == .font, tool(id)?.selects == true { return changeFont { $0.family = choice.resolved(value) } }
    guard choice.resolved(value) != self.choice(choice, for: id) else { return }
    settings.tools[id, default: ToolSettings()].choices[choice.id] = choice.resolved(value)
    notifyChange()
  }

  /// What fingers do on the screen, with all tools.
  public var fingers: FingerUse {
    get { settings.fingers ?? .automatic }
    set {
      guard newValue != fingers else { return }
      settings.fingers = newValue
      notifyChange()
    }
  }

  /// Whether a pen was ever seen, in earlier runs too: see ``PointerArbiter``.
  public var hasSeenPen: Bool {
    get { settings.hasSeenPen }
    set {
      guard newValue != hasSeenPen else { return }
      settings.hasSeenPen = newValue
      notifyChange()
    }
  }

  private func notifyChange() {
    keep?(settings)
    onChange?(settings)
  }
}

extension AnnotationStyle {
  /// The style clamped to what can be chosen for a tool.
  func limited(to tool: PaletteTool) -> AnnotationStyle {
    var style = self
    style.lineWidth = min(max(lineWidth, tool.widthRange.lowerBound), tool.widthRange.upperBound)
    let opacities = ToolPalette.opacityRange
    style.opacity = min(max(opacity, opacities.lowerBound), opacities.upperBound)
    if !tool.hasFill { style.fill = nil }
    return style
  }
}

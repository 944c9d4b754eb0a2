/// A tool as a ``ToolPalette`` offers it.
///
/// A program adds tools of its own: anything that is a ``PostilTools/DrawingTool``.
///
/// ```swift
/// palette.add(
///   PaletteTool(id: ToolID(rawValue: "org.example.arrow"), name: "Arrow", symbol: "go-next-symbolic") {
///     LineTool(style: $0.style, end: .closedArrow)
///   })
/// ```
public struct PaletteTool: Sendable, Identifiable {
  /// Identifies it in stored settings.
  public let id: ToolID
  /// What it is called, in English, for translation.
  public let name: String
  /// The name of its icon, as icon themes have it.
  public let symbol: String
  /// The style until the user chooses another.
  public let defaultStyle: AnnotationStyle
  /// What can be chosen for it.
  public let controls: PaletteControls
  /// The widths that can be chosen, in points.
  public let widthRange: ClosedRange<Double>
  /// What else can be chosen.
  public let choices: [ToolChoice]
  /// Makes the drawing tool from a configuration.
  public let make: @Sendable (ToolConfiguration) -> any DrawingTool

  /// Makes a tool of a palette.
  ///
  /// - Parameters:
  ///   - id: Identifies it in stored settings.
  ///   - name: What it is called, in English.
  ///   - symbol: The name of its icon.
  ///   - defaultStyle: The style until the user chooses another.
  ///   - controls: What can be chosen for it.
  ///   - widthRange: The widths that can be chosen, in points; clamped to 0…1,000. With NaN it is all of that.
  ///   - choices: What else can be chosen.
  ///   - make: Makes the drawing tool from a configuration.
  public init(
    id: ToolID, name: String, symbol: String, defaultStyle: AnnotationStyle = .pen,
    controls: PaletteControls = .stroke, widthRange: ClosedRange<Double> = PaletteTool.penWidths,
    choices: [ToolChoice] = [], make: @escaping @Sendable (ToolConfiguration) -> any DrawingTool
  ) {
    self.id = id
    self.name = name
    self.symbol = symbol
    self.controls = controls
    self.choices = choices
    let possible = 0...AnnotationStyle.maximumLineWidth
    self.widthRange =
      widthRange.lowerBound.isNaN || widthRange.upperBound.isNaN ? possible : widthRange.clamped(to: possible)
    self.defaultStyle = defaultStyle
    self.make = make
  }

  /// Whether the inside of what it draws can have a color.
  public var hasFill: Bool { controls.contains(.fill) }

  /// Whether it draws nothing, but selects what is on the page: see ``AnnotationSelection`` and ``PageTextSelection``.
  public var selects: Bool { controls.contains(.selection) }
}

extension ToolPalette {
  /// How the tool in hand draws. With none in hand it is a pen's, and setting it does nothing.
  public var style: StrokeStyle {
    get { selection.map(style) ?? .pen }
    set { if let selection { setStyle(newValue, for: selection) } }
  }

  /// The colour of what the tool in hand draws.
  public var color: Color {
    get { style.color }
    set { style.color = newValue }
  }

  /// The width of what the tool in hand draws or rubs out, in points; brought into the tool's range.
  public var width: Double {
    get { style.lineWidth }
    set { style.lineWidth = newValue }
  }

  /// How opaque is what the tool in hand draws: ``opacityRange``.
  public var opacity: Double {
    get { style.opacity }
    set { style.opacity = newValue }
  }

  /// The colour inside of what the tool in hand draws; `nil` leaves it open, as it is with tools that have no fill.
  public var fill: Color? {
    get { style.fill }
    set { style.fill = newValue }
  }
}

extension ToolPalette {
  /// The style of the current tool. Without one it is the default pen's, and setting it does nothing.
  public var style: AnnotationStyle {
    get { selection.map(style) ?? .pen }
    set { if let selection { setStyle(newValue, for: selection) } }
  }

  /// The color of the current tool's strokes.
  public var color: Color {
    get { style.color }
    set { style.color = newValue }
  }

  /// The width that the current tool draws or erases, in points; clamped to the tool's range.
  public var width: Double {
    get { style.lineWidth }
    set { style.lineWidth = newValue }
  }

  /// The opacity of the current tool; clamped to ``opacityRange``.
  public var opacity: Double {
    get { style.opacity }
    set { style.opacity = newValue }
  }

  /// The color inside the shapes of the current tool; `nil` for none, and for tools without a fill.
  public var fill: Color? {
    get { style.fill }
    set { style.fill = newValue }
  }
}

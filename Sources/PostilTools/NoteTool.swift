public import PostilModel

/// Puts a note on the page, whose text is then asked for.
public struct NoteTool: PointTool {
  /// The color and the opacity of the icon.
  public var style: AnnotationStyle
  /// The icon.
  public var icon: NoteContent.Icon
  /// Where the note is being put.
  public var point: PagePoint?

  /// Makes a tool.
  public init(style: AnnotationStyle = .note, icon: NoteContent.Icon = .note) {
    self.style = style
    self.icon = icon
  }

  /// The note without a text.
  public var entry: Annotation? {
    point.map { Annotation(.note(at: $0, icon: icon), style: style) }
  }
}

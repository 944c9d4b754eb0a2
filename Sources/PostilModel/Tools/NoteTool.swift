/// Puts a note on the page, whose text is then asked for.
public struct NoteTool: TextEntryTool {
  /// The colour and the opacity of the icon.
  public var style: StrokeStyle
  /// The icon.
  public var icon: NoteContent.Icon
  private var point: PagePoint?

  /// Makes a tool.
  public init(style: StrokeStyle = .note, icon: NoteContent.Icon = .note) {
    self.style = style
    self.icon = icon
  }

  /// Whether a note is being placed.
  public var isDrawing: Bool { point != nil }

  /// Puts the note at a point. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    let old = bounds
    self.point = point.isUsable ? point : nil
    return old.union(bounds)
  }

  /// Takes the note to a point. Returns the rectangle to redraw.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    guard self.point != nil, point.isUsable else { return .zero }
    let old = bounds
    self.point = point
    return old.union(bounds)
  }

  /// The icon.
  public func draw() -> Appearance { entry?.appearance ?? Appearance() }

  /// The note without a text.
  public var entry: Annotation? {
    point.map { Annotation(.note(at: $0, icon: icon), style: style) }
  }

  /// Ends the drawing; the text is asked for: see ``entry``.
  public mutating func finish() -> [AnnotationChange] {
    point = nil
    return []
  }

  /// Gives the note up. Returns the rectangle to redraw.
  @discardableResult public mutating func cancel() -> PageRect {
    defer { point = nil }
    return bounds
  }

  private var bounds: PageRect { entry?.bounds ?? .zero }
}

/// Puts a caret where text is to be put in: behind the character that is nearest to the pen, if the tool knows the page's text and
/// some is there, else where the pen is. What is to be put in is then asked for.
public struct CaretTool: PageTextTool, TextEntryTool {
  /// The colour and the opacity.
  public var style: StrokeStyle
  /// The text of the page; `nil` if it is not known.
  public var text: PageText?
  private var point: PagePoint?

  /// The height of a caret that stands at no text, in points.
  private static let size = 10.0

  /// Makes a tool.
  public init(style: StrokeStyle = StrokeStyle(color: .blue), text: PageText? = nil) {
    self.style = style
    self.text = text
  }

  /// Whether a caret is being placed.
  public var isDrawing: Bool { point != nil }

  /// Puts the caret at a point. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    let old = bounds
    self.point = point.isUsable ? point : nil
    return old.union(bounds)
  }

  /// Takes the caret to a point. Returns the rectangle to redraw.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    guard self.point != nil, point.isUsable else { return .zero }
    let old = bounds
    self.point = point
    return old.union(bounds)
  }

  /// The caret.
  public func draw() -> Appearance { entry?.appearance ?? Appearance() }

  /// The caret without a text.
  public var entry: Annotation? {
    guard let point else { return nil }
    if let text, text.isLine(at: point), let quad = text.character(before: point) {
      return Annotation(.caret(after: quad), style: style)
    }
    let rect = PageRect(corner: point, corner: point).insetBy(-Self.size / 2)
    return Annotation(.caret(rect), style: style)
  }

  /// Ends the drawing; the text is asked for: see ``entry``.
  public mutating func finish() -> [AnnotationChange] {
    point = nil
    return []
  }

  /// Gives the caret up. Returns the rectangle to redraw.
  @discardableResult public mutating func cancel() -> PageRect {
    defer { point = nil }
    return bounds
  }

  private var bounds: PageRect { entry?.bounds ?? .zero }
}

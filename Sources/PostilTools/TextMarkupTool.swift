public import PostilModel

/// Marks text: what lies between where the pen touches the page and where it is lifted, from the nearest character to the nearest, if
/// the tool knows the page's text and there is some between them; else a straight band as wide as the style's line.
///
/// ```swift
/// var tool = TextMarkupTool(.underline, text: try await document.text(of: page.id))
/// ```
public struct TextMarkupTool: DrawingTool {
  /// How the text is marked.
  public var type: TextMarkupType
  /// The color and the opacity; its line width is that of bands.
  public var style: AnnotationStyle
  /// The text of the page; `nil` for bands alone.
  public var text: PageText?
  private var drag = Drag()

  /// Makes a tool that marks text.
  ///
  /// - Parameters:
  ///   - type: How text is marked.
  ///   - style: How the marks are painted; `nil` for ``Postil/AnnotationStyle/textMarkup(_:)``.
  ///   - text: The text of the page; `nil` for bands alone. Viewers give it by ``prepare(for:)``.
  public init(_ type: TextMarkupType = .highlight, style: AnnotationStyle? = nil, text: PageText? = nil) {
    self.type = type
    self.style = style ?? .textMarkup(type)
    self.text = text
  }

  /// The text of the page.
  public var needs: ToolNeeds { .text }

  /// Takes the text of the page; one that comes while something is being drawn changes all of that.
  public mutating func prepare(for page: ToolPage) { text = page.text }

  /// Whether something is being marked.
  public var isDrawing: Bool { drag.start != nil }

  /// Begins a mark. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    let old = content
    drag.begin(at: point)
    return content.redraw(after: old, style)
  }

  /// Takes the mark to another end. Returns the rectangle to redraw.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    let old = content
    return drag.move(to: point) ? content.redraw(after: old, style) : .zero
  }

  /// The mark so far.
  public func draw() -> Appearance { content.appearance(style) }

  /// Ends the drawing and returns the mark; nothing after a tap.
  public mutating func finish() -> [AnnotationChange] {
    defer { drag.cancel() }
    return content.addition(style)
  }

  /// Gives the mark up. Returns the rectangle to redraw.
  @discardableResult public mutating func cancel() -> PageRect {
    let old = content
    drag.cancel()
    return content.redraw(after: old, style)
  }

  private var content: AnnotationContent? {
    guard let start = drag.start, start != drag.end else { return nil }
    if let selection = text?.selection(from: start, to: drag.end) {
      return .textMarkup(type, selection.quads)
    }
    return .textMarkup(type, PageQuad.band(through: [start, drag.end], width: style.lineWidth))
  }
}

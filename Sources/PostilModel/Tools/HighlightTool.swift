/// Highlights: the text between where the pen touches the page and where it is lifted, if the tool knows the page's
/// text and some is there; else a straight band as wide as the style's line.
///
/// ```swift
/// var tool = HighlightTool(style: .highlighter, text: try await document.text(of: page.id))
/// ```
public struct HighlightTool: DrawingTool {
  /// The colour and the opacity; its line width is that of bands.
  public var style: StrokeStyle
  /// The text of the page; `nil` for bands alone.
  public var text: PageText?
  private var drag = Drag()

  /// Makes a tool that draws in a style.
  public init(style: StrokeStyle = .highlighter, text: PageText? = nil) {
    self.style = style
    self.text = text
  }

  /// Whether something is being highlighted.
  public var isDrawing: Bool { drag.start != nil }

  /// Begins a highlight. Returns the rectangle to redraw.
  @discardableResult public mutating func begin(at point: PagePoint) -> PageRect {
    let old = content
    drag.begin(at: point)
    return content.redraw(after: old, style)
  }

  /// Takes the highlight to another end. Returns the rectangle to redraw.
  @discardableResult public mutating func move(to point: PagePoint) -> PageRect {
    let old = content
    return drag.move(to: point) ? content.redraw(after: old, style) : .zero
  }

  /// The highlight so far.
  public func draw() -> Appearance { content.appearance(style) }

  /// Ends the drawing and returns the highlight; nothing after a tap.
  public mutating func finish() -> [AnnotationChange] {
    defer { drag.cancel() }
    return content.addition(style)
  }

  /// Gives the highlight up. Returns the rectangle to redraw.
  @discardableResult public mutating func cancel() -> PageRect {
    let old = content
    drag.cancel()
    return content.redraw(after: old, style)
  }

  private var content: AnnotationContent? {
    guard let start = drag.start, start != drag.end else { return nil }
    if let selection = text?.selection(from: start, to: drag.end) { return .highlight(selection.rects) }
    return .highlight([PageQuad(along: (start, drag.end), width: style.lineWidth)])
  }
}

extension StrokeStyle {
  /// A yellow highlighter, 12 points wide.
  public static let highlighter = StrokeStyle(color: .yellow, lineWidth: 12)
}

extension Annotation {
  /// Highlights selected text, line by line.
  public init(
    highlighting selection: TextSelection, style: StrokeStyle = .highlighter, contents: String? = nil,
    author: String? = nil, id: AnnotationID = AnnotationID()
  ) {
    self.init(.highlight(selection.rects), style: style, contents: contents, author: author, id: id)
  }
}

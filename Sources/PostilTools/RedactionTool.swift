public import PostilModel

/// Marks what is to be removed from the page: the text between where the pen touches the page and where it is lifted, if the tool
/// knows the page's text and the pen touches some, else a rectangle. A tap marks nothing.
public struct RedactionTool: ShapeTool {
  /// The color of the outline; the fill is what the areas are filled with once they are removed.
  public var style: AnnotationStyle
  /// What the areas say once their content is removed; `nil` for nothing.
  public var overlayText: String?
  /// The text of the page; `nil` for rectangles alone.
  public var text: PageText?
  /// The drag that is being followed.
  public var drag = Drag()

  /// Makes a tool.
  public init(style: AnnotationStyle = .redaction, overlayText: String? = nil, text: PageText? = nil) {
    self.style = style
    self.overlayText = overlayText
    self.text = text
  }

  /// The text of the page.
  public var needs: ToolNeeds { .text }

  /// Takes the text of the page; one that comes while something is being drawn changes all of that.
  public mutating func prepare(for page: ToolPage) { text = page.text }

  /// The mark on the text between two points if the first lies on text; else on the rectangle between them.
  public func shape(from start: PagePoint, to end: PagePoint) -> AnnotationContent {
    if let text, text.isLine(at: start), let selection = text.selection(from: start, to: end) {
      return .redaction(selection.quads, overlayText: overlayText)
    }
    return .redaction(PageRect(corner: start, corner: end), overlayText: overlayText)
  }
}

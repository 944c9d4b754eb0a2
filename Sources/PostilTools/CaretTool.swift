public import PostilModel

/// Puts a caret where text is to be put in: behind the character that is nearest to the pen, if the tool knows the page's text and
/// some is there, else where the pen is. What is to be put in is then asked for.
public struct CaretTool: PointTool {
  /// The color and the opacity.
  public var style: AnnotationStyle
  /// The text of the page; `nil` if it is not known.
  public var text: PageText?
  /// Where the caret is being put.
  public var point: PagePoint?

  /// The height of a caret that stands at no text, in points.
  private static let size = 10.0

  /// Makes a tool.
  public init(style: AnnotationStyle = AnnotationStyle(color: .blue), text: PageText? = nil) {
    self.style = style
    self.text = text
  }

  /// The text of the page.
  public var needs: ToolNeeds { .text }

  /// Takes the text of the page; one that comes while something is being drawn changes all of that.
  public mutating func prepare(for page: ToolPage) { text = page.text }

  /// The caret without a text.
  public var entry: Annotation? {
    guard let point else { return nil }
    if let text, text.isLine(at: point), let quad = text.character(before: point) {
      return Annotation(.caret(after: quad), style: style)
    }
    let rect = PageRect(corner: point, corner: point).insetBy(-Self.size / 2)
    return Annotation(.caret(rect), style: style)
  }
}

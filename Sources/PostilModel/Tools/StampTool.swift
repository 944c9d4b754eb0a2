/// Puts a stamp into a rectangle that is dragged out. A tap draws nothing.
public struct StampTool: ShapeTool {
  /// The colour of words, and their frame.
  public var style: StrokeStyle
  /// What the stamp shows.
  public var picture: StampContent.Picture
  /// How far the page is turned that is drawn on.
  public var rotation = PageRotation.none
  /// The drag that is being followed.
  public var drag = Drag()

  /// Makes a tool.
  public init(_ picture: StampContent.Picture, style: StrokeStyle = StrokeStyle(lineWidth: 2)) {
    self.picture = picture
    self.style = style
  }

  /// Takes how far the page is turned.
  public mutating func prepare(for page: ToolPage) { rotation = page.rotation }

  /// The stamp in the rectangle that has the two points as corners.
  public func shape(from start: PagePoint, to end: PagePoint) -> AnnotationContent {
    .stamp(picture, in: PageRect(corner: start, corner: end), rotation: rotation)
  }
}

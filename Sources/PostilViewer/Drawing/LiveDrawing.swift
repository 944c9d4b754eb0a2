/// Something that is being drawn on a page, or was drawn and is not in the page's tiles yet.
public struct LiveDrawing: Sendable, Identifiable {
  /// Identifies the drawing; unique within a session.
  public let id: Int
  /// The page.
  public let page: PageID
  /// The tool; its ``PostilTools/DrawingTool/draw()`` gives the appearance to paint.
  public internal(set) var tool: any DrawingTool
  /// The transform from page space to the page as it is shown, at one unit a point.
  public internal(set) var transform: PageTransform
  /// The number of the page display's request that shows it; `nil` until it is committed.
  var request: Int?
}

/// Something that is being drawn on a page, or was drawn and is not in the page's tiles yet.
public struct LiveDrawing: Sendable, Identifiable {
  /// The drawing's name, never given twice.
  public let id: Int
  /// The page.
  public let page: PageID
  /// What draws it: its ``Postil/DrawingTool/draw()`` is the picture.
  public internal(set) var tool: any DrawingTool
  /// The way from page space to the view of the page at one unit a point.
  public internal(set) var transform: PageTransform
  /// The number of the board's request that shows it; `nil` until it is committed.
  var request: Int?
}

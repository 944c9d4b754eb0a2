/// The measures of a ``PageGrid``, in units of the view, and of the gestures on it. Negative numbers, NaN and infinity count as 0: for
/// a gesture that is not to be, give a large number.
public struct GridMetrics: Sendable, Hashable {
  /// Columns in a view that is at least as high as it is wide, clamped to 1…1,000.
  public var uprightColumns = 3
  /// Columns in a view that is wider than high, clamped to 1…1,000.
  public var wideColumns = 4
  /// The space between the cells and the edges of the content.
  public var margin = 16.0
  /// The space between neighboring cells.
  public var spacing = 12.0
  /// The height of the strip below each picture, for the page's number.
  public var labelHeight = 28.0
  /// The height of the box that pictures are fitted into, as a multiple of its width. The same for all pages,
  /// so that turning one moves no other; 2 to the power of ½ is that of upright A4.
  public var boxRatio = 2.0.squareRoot()

  /// How long a page is pressed before it can be dragged, in seconds.
  public var longPressDuration = 0.5
  /// How far the pointer may move during a tap or a long press, in units of the view.
  public var tolerance = 10.0
  /// Hysteresis: how far the center of a dragged page must be past the border of its slot before it gets another one,
  /// as a fraction of a cell.
  public var slotHysteresis = 0.06
  /// How near an edge the pointer scrolls, whatever part of the page it holds; in units of the view.
  public var edgeZone = 40.0
  /// How far a page must overlap an edge for the greatest speed, in units of the view.
  public var fullOverlap = 160.0
  /// The greatest speed of scrolling by dragging, in units a second.
  public var maximumScrollSpeed = 2400.0

  /// Makes the default measures.
  public init() {}
}

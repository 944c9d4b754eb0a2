/// The measures of a ``PageGrid``, in units of the view. What is negative or not a number counts as 0.
public struct GridMetrics: Sendable, Hashable {
  /// Columns in a view that is at least as high as it is wide.
  public var uprightColumns = 3
  /// Columns in a view that is wider than high.
  public var wideColumns = 4
  /// The space between the cells and the edges of the content.
  public var margin = 16.0
  /// The space between neighbouring cells.
  public var spacing = 12.0
  /// The height of the strip below each picture, for the page's number.
  public var labelHeight = 28.0
  /// The height of the box that pictures are fitted into, as a multiple of its width. The same for all pages,
  /// so that turning one moves no other; 2 to the power of ½ is that of upright A4.
  public var boxRatio = 2.0.squareRoot()

  /// Makes the usual measures.
  public init() {}
}

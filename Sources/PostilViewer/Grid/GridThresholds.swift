/// When a press on a ``PageGrid`` becomes what. What is negative or not a number counts as 0.
public struct GridThresholds: Sendable, Hashable {
  /// How long a page is pressed before it can be dragged, in seconds.
  public var longPressDuration = 0.5
  /// How far a press may wander and still be a tap or a long press, in units of the view.
  public var tolerance = 10.0
  /// How far the middle of a dragged page must be past the border of its slot before it gets another one, as a
  /// fraction of a cell: a trembling hand must not make the neighbours tremble.
  public var slotHysteresis = 0.06
  /// How near an edge the pointer scrolls, whatever part of the page it holds; in units of the view.
  public var edgeZone = 40.0
  /// How far a page must overlap an edge for the greatest speed, in units of the view.
  public var fullOverlap = 160.0
  /// The greatest speed of scrolling by dragging, in units a second.
  public var maximumScrollSpeed = 2400.0

  /// Makes the usual thresholds.
  public init() {}
}

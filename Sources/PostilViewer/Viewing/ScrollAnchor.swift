/// A place in a document that does not depend on zoom or window.
struct ScrollAnchor: Sendable, Equatable {
  /// The page's index; it may lie beyond the last page until the pages are known.
  var index: Int
  /// Fraction of the page's width; beside the page it is below 0 or above 1.
  var x: Double
  /// Fraction of the page's height, 0…1.
  var y: Double
  /// How far above (negative) or below the page the place is, in units of the view: gaps do not grow with zoom.
  var beyond = 0.0

  /// The upper edge of the first page.
  static let start = ScrollAnchor(index: 0, x: 0.5, y: 0)
}

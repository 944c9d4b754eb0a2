/// How precisely numbers are written into a file. What is painted on screen is rounded alike: next to
/// the edge of a pixel the last digit decides where a thin line goes.
package enum SavedNumber {
  /// Decimals of a coordinate: a thousandth of a point is a thirtieth of a pixel at 6,400 %.
  package static let coordinateDecimals = 3
  /// Decimals of other numbers: more than any color or opacity needs.
  package static let decimals = 4
}

/// A point on a fine grid, where all questions of left and right have exact answers.
struct GridPoint: Sendable, Hashable, Comparable {
  /// Grid lines a point (1/72 inch).
  static let unitsPerPoint = 4096.0

  var x: Int
  var y: Int

  init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The grid point nearest a point of the page; `nil` if that is not a number or far off any page.
  init?(_ point: PagePoint) {
    let (x, y) = (point.x * Self.unitsPerPoint, point.y * Self.unitsPerPoint)
    guard abs(x) < 1e11, abs(y) < 1e11 else { return nil }
    self.init(x: Int(x.rounded()), y: Int(y.rounded()))
  }

  /// The place on the page.
  var pagePoint: PagePoint {
    PagePoint(x: Double(x) / Self.unitsPerPoint, y: Double(y) / Self.unitsPerPoint)
  }

  /// From the bottom up, and from left to right at the same height.
  static func < (a: GridPoint, b: GridPoint) -> Bool { (a.y, a.x) < (b.y, b.x) }
}

extension PagePath {
  /// The distance of a control point from the end of its quarter circle, for a radius of 1.
  static let kappa = 0.552_284_749_830_793_4

  /// The lower left corner and on, counterclockwise.
  static func corners(of rect: PageRect) -> [PagePoint] {
    [
      PagePoint(x: rect.minX, y: rect.minY), PagePoint(x: rect.maxX, y: rect.minY),
      PagePoint(x: rect.maxX, y: rect.maxY), PagePoint(x: rect.minX, y: rect.maxY),
    ]
  }

  /// Straight lines through the points and back to the first.
  public static func polygon(_ points: [PagePoint]) -> PagePath {
    guard let first = points.first else { return PagePath() }
    return PagePath([.move(first)] + points.dropFirst().map { .line($0) } + [.close])
  }

  /// Closed polygons, one subpath each.
  package static func polygons(_ polygons: [[PagePoint]]) -> PagePath {
    PagePath(polygons.flatMap { polygon($0).elements })
  }

  /// The edges of a rectangle.
  public static func rectangle(_ rect: PageRect) -> PagePath { polygon(corners(of: rect)) }

  /// The ellipse that touches the four sides of a rectangle, as four cubic curves that are never
  /// farther from it than 0.03 % of its radius.
  public static func ellipse(in rect: PageRect) -> PagePath {
    let (c, rx, ry) = (rect.center, rect.width / 2, rect.height / 2)
    func at(_ x: Double, _ y: Double) -> PagePoint { c.offset(dx: x * rx, dy: y * ry) }
    let k = kappa
    return PagePath([
      .move(at(1, 0)),
      .curve(at(1, k), at(k, 1), at(0, 1)), .curve(at(-k, 1), at(-1, k), at(-1, 0)),
      .curve(at(-1, -k), at(-k, -1), at(0, -1)), .curve(at(k, -1), at(1, -k), at(1, 0)),
      .close,
    ])
  }

  /// A rectangle whose corners are quarters of circles.
  public static func roundedRectangle(_ rect: PageRect, radius: Double) -> PagePath {
    let r = min(radius, rect.width / 2, rect.height / 2)
    let k = r * (1 - kappa)
    let (x1, y1, x2, y2) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    func at(_ x: Double, _ y: Double) -> PagePoint { PagePoint(x: x, y: y) }
    return PagePath([
      .move(at(x1 + r, y1)), .line(at(x2 - r, y1)), .curve(at(x2 - k, y1), at(x2, y1 + k), at(x2, y1 + r)),
      .line(at(x2, y2 - r)), .curve(at(x2, y2 - k), at(x2 - k, y2), at(x2 - r, y2)), .line(at(x1 + r, y2)),
      .curve(at(x1 + k, y2), at(x1, y2 - k), at(x1, y2 - r)), .line(at(x1, y1 + r)),
      .curve(at(x1, y1 + k), at(x1 + k, y1), at(x1 + r, y1)), .close,
    ])
  }

  /// A circle around a point.
  public static func circle(around center: PagePoint, radius: Double) -> PagePath {
    ellipse(in: PageRect(corner: center, corner: center).insetBy(-radius))
  }
}

/// A quadrilateral on a page, such as a line of text: its corners are named as they are for somebody who reads
/// the text, however it is turned.
public struct PageQuad: Sendable, Hashable {
  /// The corner where the first letter's upper left is.
  public var upperLeft: PagePoint
  /// The corner above the end of the text.
  public var upperRight: PagePoint
  /// The corner below the beginning of the text.
  public var lowerLeft: PagePoint
  /// The corner below the end of the text.
  public var lowerRight: PagePoint

  /// Makes a quadrilateral from its corners.
  public init(upperLeft: PagePoint, upperRight: PagePoint, lowerLeft: PagePoint, lowerRight: PagePoint) {
    self.upperLeft = upperLeft
    self.upperRight = upperRight
    self.lowerLeft = lowerLeft
    self.lowerRight = lowerRight
  }

  /// Makes an upright quadrilateral.
  public init(_ rect: PageRect) {
    self.init(
      upperLeft: PagePoint(x: rect.minX, y: rect.maxY), upperRight: PagePoint(x: rect.maxX, y: rect.maxY),
      lowerLeft: PagePoint(x: rect.minX, y: rect.minY), lowerRight: PagePoint(x: rect.maxX, y: rect.minY))
  }

  /// Makes a quadrilateral around a straight piece of a wide stroke.
  package init(along line: (PagePoint, PagePoint), width: Double) {
    let (from, to) = line
    let length = from.distance(to: to)
    let (x, y) = length > 0 ? ((to.x - from.x) / length, (to.y - from.y) / length) : (1, 0)
    let (dx, dy) = (-y * width / 2, x * width / 2)
    self.init(
      upperLeft: from.offset(dx: dx, dy: dy), upperRight: to.offset(dx: dx, dy: dy),
      lowerLeft: from.offset(dx: -dx, dy: -dy), lowerRight: to.offset(dx: -dx, dy: -dy))
  }

  /// The corners in the order of `/QuadPoints` as readers take it: upper left, upper right, lower left, lower
  /// right. ISO 32000 says another order, which no reader follows.
  package var corners: [PagePoint] { [upperLeft, upperRight, lowerLeft, lowerRight] }

  /// The corners around the edge, so that quadrilaterals of either direction make a union: counter-clockwise.
  package var outline: [PagePoint] {
    let around = [lowerLeft, lowerRight, upperRight, upperLeft]
    return Self.signedArea(around) < 0 ? around.reversed() : around
  }

  package func map(_ transform: (PagePoint) -> PagePoint) -> PageQuad {
    PageQuad(
      upperLeft: transform(upperLeft), upperRight: transform(upperRight), lowerLeft: transform(lowerLeft),
      lowerRight: transform(lowerRight))
  }

  /// The covered area, in square points; 0 for one whose sides cross in the middle.
  package var area: Double { abs(Self.signedArea([lowerLeft, lowerRight, upperRight, upperLeft])) }

  private static func signedArea(_ points: [PagePoint]) -> Double {
    zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
      / 2
  }
}

extension PageQuad: CustomStringConvertible {
  /// The corners.
  public var description: String { corners.map(\.description).joined(separator: " ") }
}

extension PageQuad: Codable {
  /// Reads four points, upper left, upper right, lower left and lower right, or `[x, y, width, height]`.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let points = try? value.decode([PagePoint].self), points.count == 4 {
      self.init(upperLeft: points[0], upperRight: points[1], lowerLeft: points[2], lowerRight: points[3])
    } else if let rect = try? value.decode(PageRect.self) {
      self.init(rect)
    } else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "a quadrilateral has four points, or four numbers: x, y, width and height"))
    }
  }

  /// Writes four points.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(corners)
  }
}

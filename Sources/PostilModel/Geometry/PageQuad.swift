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

  /// A band along points, as a highlighter marks what is no text: one quadrilateral from each point to the next. Where
  /// it bends by up to a right angle they meet in a miter, so that there is neither gap nor step; sharper bends are cut.
  ///
  /// - Parameters:
  ///   - points: The points, in order; those that stand on the one before are left out.
  ///   - width: The width of the band, in points.
  /// - Returns: Nothing for fewer than two points.
  /// - Complexity: O(*n*) in the number of points.
  public static func band(through points: [PagePoint], width: Double) -> [PageQuad] {
    let way = points.reduce(into: [PagePoint]()) { if $0.last != $1 { $0.append($1) } }
    guard way.count > 1 else { return [] }
    let across = zip(way, way.dropFirst()).map { from, to in
      let length = from.distance(to: to)
      return PagePoint(x: -(to.y - from.y) / length * width / 2, y: (to.x - from.x) / length * width / 2)
    }
    let sides = way.indices.map { index in
      let offset = mitre(across[max(index - 1, 0)], across[min(index, across.count - 1)])
      return (
        upper: way[index].offset(dx: offset.x, dy: offset.y),
        lower: way[index].offset(dx: -offset.x, dy: -offset.y)
      )
    }
    return zip(sides, sides.dropFirst()).map { from, to in
      PageQuad(upperLeft: from.upper, upperRight: to.upper, lowerLeft: from.lower, lowerRight: to.lower)
    }
  }

  /// Where the edges of two pieces of a band meet, from its middle; bends that are sharper than a right angle are cut.
  private static func mitre(_ a: PagePoint, _ b: PagePoint) -> PagePoint {
    let sum = PagePoint(x: a.x + b.x, y: a.y + b.y)
    let (square, full) = (sum.x * sum.x + sum.y * sum.y, a.x * a.x + a.y * a.y)
    // Of half the bend, the cosine squared is square / (4 · full).
    guard square >= 2 * full, square > 0 else { return b }
    let scale = 2 * full / square
    return PagePoint(x: sum.x * scale, y: sum.y * scale)
  }

  /// The corners in the order of `/QuadPoints` as readers take it: upper left, upper right, lower left, lower
  /// right. ISO 32000 says another order, which no reader follows.
  package var corners: [PagePoint] { [upperLeft, upperRight, lowerLeft, lowerRight] }

  /// The corners around the edge, so that quadrilaterals of either direction make a union: counter-clockwise.
  package var outline: [PagePoint] {
    Self.counterclockwise([lowerLeft, lowerRight, upperRight, upperLeft])
  }

  /// The points of a polygon in the order that makes unions.
  static func counterclockwise(_ points: [PagePoint]) -> [PagePoint] {
    signedArea(points) < 0 ? points.reversed() : points
  }

  /// A rectangle that holds the corners.
  public var bounds: PageRect { PageRect.bounding(corners) ?? .zero }

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

/// A rectangle on a page, in PDF user space (points, y up). Its width and height are never
/// negative: initializers put corners in order.
public struct PageRect: Sendable, Hashable {
  /// The left edge, in points.
  public private(set) var minX: Double
  /// The lower edge, in points.
  public private(set) var minY: Double
  /// The right edge, in points.
  public private(set) var maxX: Double
  /// The upper edge, in points.
  public private(set) var maxY: Double

  /// Makes the rectangle that has the two points as opposite corners, in whichever order. What is
  /// not a number stays so, and makes the rectangle unusable.
  public init(corner a: PagePoint, corner b: PagePoint) {
    (minX, maxX) = Self.ordered(a.x, b.x)
    (minY, maxY) = Self.ordered(a.y, b.y)
  }

  /// `min` and `max` would drop a NaN or keep it, depending on which side it is.
  private static func ordered(_ a: Double, _ b: Double) -> (Double, Double) {
    if a.isNaN || b.isNaN { return (.nan, .nan) }
    return a < b ? (a, b) : (b, a)
  }

  /// Makes a rectangle from one corner and its extent, in points. A negative extent reaches left
  /// or down from the corner.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(corner: PagePoint(x: x, y: y), corner: PagePoint(x: x + width, y: y + height))
  }

  /// An empty rectangle at the origin.
  public static let zero = PageRect(x: 0, y: 0, width: 0, height: 0)

  /// The width, in points; never negative.
  public var width: Double { maxX - minX }
  /// The height, in points; never negative.
  public var height: Double { maxY - minY }
  /// The lower left corner.
  public var origin: PagePoint { PagePoint(x: minX, y: minY) }
  /// The point in the middle.
  public var center: PagePoint { PagePoint(x: (minX + maxX) / 2, y: (minY + maxY) / 2) }
  /// Whether it covers no area.
  public var isEmpty: Bool { !(width > 0 && height > 0) }
  /// Whether all coordinates are finite and within 1,000,000 points, which every PDF reader can hold.
  public var isUsable: Bool {
    minX.isUsableCoordinate && minY.isUsableCoordinate && maxX.isUsableCoordinate && maxY.isUsableCoordinate
  }

  /// The middle between left and right.
  public var midX: Double { center.x }
  /// The middle between below and above.
  public var midY: Double { center.y }

  /// The rectangle with its left and right sides moved inwards by `dx` points and the others by `dy` (outwards if negative), stopping
  /// at the center.
  public func insetBy(dx: Double, dy: Double) -> PageRect {
    let (dx, dy) = (min(dx, width / 2), min(dy, height / 2))
    return PageRect(
      corner: PagePoint(x: minX + dx, y: minY + dy), corner: PagePoint(x: maxX - dx, y: maxY - dy))
  }

  /// The rectangle with each side moved inwards by `distance` points (outwards if negative),
  /// stopping at the center.
  public func insetBy(_ distance: Double) -> PageRect { insetBy(dx: distance, dy: distance) }

  /// The smallest rectangle that holds both.
  public func union(_ other: PageRect) -> PageRect {
    PageRect(
      corner: PagePoint(x: min(minX, other.minX), y: min(minY, other.minY)),
      corner: PagePoint(x: max(maxX, other.maxX), y: max(maxY, other.maxY)))
  }

  /// The smallest rectangle that holds all of them; ``zero`` for none.
  package static func union(of rects: [PageRect]) -> PageRect {
    rects.dropFirst().reduce(rects.first ?? .zero) { $0.union($1) }
  }

  /// The part that both share, or `nil` if they do not touch.
  public func intersection(_ other: PageRect) -> PageRect? {
    guard intersects(other) else { return nil }
    return PageRect(
      corner: PagePoint(x: max(minX, other.minX), y: max(minY, other.minY)),
      corner: PagePoint(x: min(maxX, other.maxX), y: min(maxY, other.maxY)))
  }

  /// Whether the two have at least a point in common; edges count.
  public func intersects(_ other: PageRect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }

  /// Whether the point lies inside or on the edge.
  public func contains(_ point: PagePoint) -> Bool {
    minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
  }

  /// The rectangle moved by a distance, in points.
  public func offset(dx: Double, dy: Double) -> PageRect {
    PageRect(x: minX + dx, y: minY + dy, width: width, height: height)
  }

  /// Whether another rectangle lies inside of it; edges count.
  package func contains(_ other: PageRect) -> Bool {
    minX <= other.minX && other.maxX <= maxX && minY <= other.minY && other.maxY <= maxY
  }

  /// What takes this rectangle to another one. Where it has no extent, it is moved and not stretched.
  package func mapping(to other: PageRect) -> (PagePoint) -> PagePoint {
    let (scaleX, scaleY) = (
      width > 0 ? other.width / width : 1, height > 0 ? other.height / height : 1
    )
    return { point in
      PagePoint(x: other.minX + (point.x - minX) * scaleX, y: other.minY + (point.y - minY) * scaleY)
    }
  }

  /// The largest rectangle inside of this one, about the same middle, that has the aspect of another one.
  package func fitting(aspectOf other: PageRect) -> PageRect {
    guard other.width > 0, other.height > 0 else { return self }
    let scale = min(width / other.width, height / other.height)
    let (halfWidth, halfHeight) = (other.width * scale / 2, other.height * scale / 2)
    return PageRect(
      corner: center.offset(dx: -halfWidth, dy: -halfHeight),
      corner: center.offset(dx: halfWidth, dy: halfHeight))
  }

  /// The smallest rectangle that holds all the points, or `nil` if there are none.
  public static func bounding(_ points: some Sequence<PagePoint>) -> PageRect? {
    var result: PageRect?
    for point in points {
      let one = PageRect(corner: point, corner: point)
      result = result?.union(one) ?? one
    }
    return result
  }
}

extension PageRect: Codable {
  /// Reads a rectangle written as `[x, y, width, height]`, or as two opposite corners,
  /// `[[x, y], [x, y]]`.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let numbers = try? value.decode([Double].self), numbers.count == 4 {
      self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    } else if let corners = try? value.decode([PagePoint].self), corners.count == 2 {
      self.init(corner: corners[0], corner: corners[1])
    } else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "a rectangle has four numbers: x, y, width and height"))
    }
  }

  /// Writes `[x, y, width, height]` where that says it exactly, else the two corners: the sum of an
  /// edge and a width may be rounded.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    if PageRect(x: minX, y: minY, width: width, height: height) == self {
      try value.encode([minX, minY, width, height])
    } else {
      try value.encode([PagePoint(x: minX, y: minY), PagePoint(x: maxX, y: maxY)])
    }
  }
}

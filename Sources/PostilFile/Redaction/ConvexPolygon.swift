import PostilModel

/// A convex polygon: an area to be redacted, or the box of something that may lie in one.
struct ConvexPolygon: Hashable {
  /// The corners, counter-clockwise; one or two for what has no extent.
  let points: [PagePoint]
  let bounds: PageRect

  /// The convex hull of some points.
  init(hullOf points: [PagePoint]) {
    self.points = Self.hull(points)
    bounds = PageRect.bounding(points) ?? .zero
  }

  init(_ rect: PageRect) { self.init(hullOf: Affine.identity.corners(of: rect)) }

  /// Andrew's monotone chain.
  private static func hull(_ points: [PagePoint]) -> [PagePoint] {
    let sorted = Set(points).sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard sorted.count > 2 else { return sorted }
    func half(_ points: some Sequence<PagePoint>) -> [PagePoint] {
      var chain: [PagePoint] = []
      for point in points {
        while chain.count > 1, cross(chain[chain.count - 2], chain[chain.count - 1], point) <= 0 {
          chain.removeLast()
        }
        chain.append(point)
      }
      return chain.dropLast()
    }
    return half(sorted) + half(sorted.reversed())
  }

  private static func cross(_ o: PagePoint, _ a: PagePoint, _ b: PagePoint) -> Double {
    (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)
  }

  func map(_ transform: Affine) -> ConvexPolygon { ConvexPolygon(hullOf: points.map(transform.apply)) }

  /// Whether a point lies inside or on an edge.
  func contains(_ point: PagePoint) -> Bool {
    guard bounds.contains(point) else { return false }
    return points.indices.allSatisfy {
      Self.cross(points[$0], points[($0 + 1) % points.count], point) >= -1e-9
    }
  }

  func contains(_ other: ConvexPolygon) -> Bool { other.points.allSatisfy(contains) }

  /// Whether the two overlap by more than a distance in every direction, as the separating axes tell. Something thinner than
  /// that overlaps where it has a point in common.
  func overlaps(_ other: ConvexPolygon, by distance: Double = 0) -> Bool {
    guard bounds.intersects(other.bounds) else { return false }
    for axis in axes + other.axes {
      let (mine, others) = (extent(along: axis), other.extent(along: axis))
      let depth = min(mine.upperBound, others.upperBound) - max(mine.lowerBound, others.lowerBound)
      let thinner = min(mine.upperBound - mine.lowerBound, others.upperBound - others.lowerBound)
      let needed = thinner > 4 * distance ? distance : 0
      if depth < needed || (needed > 0 && depth <= needed) { return false }
    }
    return true
  }

  /// Unit vectors across the edges.
  private var axes: [PagePoint] {
    points.indices.compactMap { index in
      let (from, to) = (points[index], points[(index + 1) % points.count])
      let length = from.distance(to: to)
      return length > 0 ? PagePoint(x: -(to.y - from.y) / length, y: (to.x - from.x) / length) : nil
    } + (points.count < 3 ? [PagePoint(x: 1, y: 0), PagePoint(x: 0, y: 1)] : [])
  }

  private func extent(along axis: PagePoint) -> ClosedRange<Double> {
    var (low, high) = (Double.infinity, -Double.infinity)
    for point in points {
      let place = point.x * axis.x + point.y * axis.y
      low = min(low, place)
      high = max(high, place)
    }
    return low <= high ? low...high : 0...0
  }
}

/// A place whose content is removed, in the space of the content that is looked at.
struct RedactedArea: Hashable {
  /// What nothing may be left in but letters.
  let polygon: ConvexPolygon
  /// What no letter may reach into. Smaller than the polygon where the area was made of text: the boxes of lines and of
  /// letters that are set closely overlap, and the neighbours of what was found are to stay.
  let letters: ConvexPolygon
  /// Whether letters whose meaning is known stay: those that are to go were found by what they say.
  let isOfFoundText: Bool

  init(_ quad: PageQuad, isOfText: Bool, isFound: Bool = false) {
    polygon = ConvexPolygon(hullOf: quad.corners)
    letters = isOfText ? ConvexPolygon(hullOf: quad.insetForLetters.corners) : polygon
    isOfFoundText = isFound
  }

  private init(_ polygon: ConvexPolygon, _ letters: ConvexPolygon, isOfFoundText: Bool) {
    (self.polygon, self.letters, self.isOfFoundText) = (polygon, letters, isOfFoundText)
  }

  /// The whole of a space.
  static let everything = RedactedArea(
    ConvexPolygon(PageRect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)),
    ConvexPolygon(PageRect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)), isOfFoundText: false)

  func map(_ transform: Affine) -> RedactedArea {
    RedactedArea(polygon.map(transform), letters.map(transform), isOfFoundText: isOfFoundText)
  }
}

extension PageQuad {
  /// The middle half of a line's height, and a little less than its length.
  fileprivate var insetForLetters: PageQuad {
    let height = upperLeft.distance(to: lowerLeft)
    let length = max(lowerLeft.distance(to: lowerRight), 1e-6)
    let along = min(0.08 * height / length, 0.25)
    func point(_ x: Double, _ y: Double) -> PagePoint {
      lowerLeft.interpolated(to: lowerRight, at: x).interpolated(
        to: upperLeft.interpolated(to: upperRight, at: x), at: y)
    }
    return PageQuad(
      upperLeft: point(along, 0.75), upperRight: point(1 - along, 0.75), lowerLeft: point(along, 0.25),
      lowerRight: point(1 - along, 0.25))
  }
}

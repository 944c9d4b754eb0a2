import Foundation
public import PostilModel

/// Tells which shape a stroke was meant to be: a line, an arrow, a rectangle, an ellipse or a polygon of up to six corners.
///
/// Nothing is learned from examples: each shape is laid through the stroke by least squares, and the simplest that is near enough
/// everywhere is taken. Handwriting and scribbles are near to none.
///
/// ```swift
/// if let shape = ShapeRecognizer().shape(of: tool.points) { … }
/// ```
public struct ShapeRecognizer: Sendable, Hashable {
  /// Strokes whose rectangle has a shorter diagonal are letters, in points.
  public let leastSize: Double
  /// What brings lines to angles.
  public let snap: AngleSnap

  /// Places along a stroke that are looked at.
  private static let count = 96
  /// How far a shape may be from the stroke, as the root of the mean square, in diagonals of the stroke.
  private static let mostError = 0.034
  /// Edges nearer than this to level or upright are meant to be so, in radians.
  private static let level = Double.pi / 16

  /// Makes a recognizer.
  ///
  /// - Parameters:
  ///   - leastSize: The shortest diagonal of a shape, in points; below 1 and NaN count as 1.
  ///   - snap: What brings lines to angles.
  public init(leastSize: Double = 28, snap: AngleSnap = .near) {
    self.leastSize = leastSize.limited(to: 1...Double.coordinateLimit, default: 1)
    self.snap = snap
  }

  /// The shape that the points of a stroke make; `nil` if they make none. O(points).
  public func shape(of points: [PagePoint]) -> RecognizedShape? {
    guard points.allSatisfy(\.isUsable), let outline = ResampledStroke(points, count: Self.count),
      outline.size >= leastSize
    else { return nil }
    let closed = outline.closed(count: Self.count)
    guard let shape = line(outline) ?? closed.flatMap(closedShape) ?? arrow(outline) else { return nil }
    // Where sides meet may be beyond what a file can hold.
    return (try? Annotation(shape.content).validated()) == nil ? nil : shape
  }

  // MARK: - Open

  private func line(_ outline: ResampledStroke) -> RecognizedShape? {
    guard let start = outline.points.first, let end = outline.points.last else { return nil }
    let chord = start.distance(to: end)
    guard chord > 0.88 * outline.length else { return nil }
    let farthest = outline.points.map { distance($0, start, end) }.max() ?? 0
    guard farthest < 0.055 * chord else { return nil }
    return .line(from: start, to: snap.end(of: start, to: end))
  }

  private func arrow(_ outline: ResampledStroke) -> RecognizedShape? {
    let corners = outline.corners(tolerance: 0.045 * outline.length)
    guard (4...6).contains(corners.count) else { return nil }
    let places = corners.map { outline.points[$0] }
    let (tail, tip) = (places[0], places[1])
    let shaft = tail.distance(to: tip)
    // The shaft is straight.
    let way = outline.points[corners[0]...corners[1]]
    guard shaft > 0, way.allSatisfy({ distance($0, tail, tip) < 0.08 * shaft }) else { return nil }
    // What follows are barbs, between them perhaps the tip again.
    var barbs: [PagePoint] = []
    for place in places.dropFirst(2) {
      if place.distance(to: tip) < 0.14 * shaft { continue }
      barbs.append(place)
    }
    guard barbs.count == 2 else { return nil }
    let angles = barbs.map { barb in
      remainder(atan2(barb.y - tip.y, barb.x - tip.x) - atan2(tail.y - tip.y, tail.x - tip.x), 2 * .pi)
    }
    guard angles[0] * angles[1] < 0, angles.allSatisfy({ (0.17...1.4).contains(abs($0)) }),
      barbs.allSatisfy({ (0.08...0.75).contains($0.distance(to: tip) / shaft) })
    else { return nil }
    return .arrow(from: tail, to: snap.end(of: tail, to: tip))
  }

  // MARK: - Closed

  private func closedShape(_ outline: ResampledStroke) -> RecognizedShape? {
    // Once around, without many turns back.
    let (signed, absolute) = outline.turning
    guard abs(abs(signed) - 2 * .pi) < 1.2, absolute < 2 * .pi * 1.55 else { return nil }
    guard let ellipse = EllipseFit(outline.points) else { return nil }
    let round = ellipse.error / outline.size
    var best: PolygonFit?
    for corners in 3...6 {
      guard let fit = PolygonFit(outline.points, corners: corners) else { continue }
      // A corner more has to be worth it.
      if let known = best, fit.error > 0.6 * known.error { continue }
      best = fit
      if fit.error < 0.012 * outline.size { break }
    }
    if let best {
      let angular = best.error / outline.size
      let isClearlyAngular = best.corners.count <= 4 ? angular < round : angular < 0.6 * round
      if angular < Self.mostError, isClearlyAngular { return polygon(best.corners, outline.size) }
    }
    guard round < Self.mostError, min(ellipse.radii.0, ellipse.radii.1) > 0.06 * outline.size else {
      return nil
    }
    return shape(of: ellipse)
  }

  private func shape(of ellipse: EllipseFit) -> RecognizedShape {
    var (a, b) = ellipse.radii
    if a < 1.15 * b {
      let radius = (a + b) / 2
      (a, b) = (radius, radius)
    }
    let off = remainder(ellipse.angle, .pi / 2)
    guard a == b || abs(off) < Self.level else {
      return .turnedEllipse(center: ellipse.center, radii: (a, b), angle: ellipse.angle)
    }
    let isUpright = abs(sin(ellipse.angle)) > 0.7
    let (width, height) = isUpright && a != b ? (b, a) : (a, b)
    return .ellipse(
      PageRect(
        corner: ellipse.center.offset(dx: -width, dy: -height),
        corner: ellipse.center.offset(dx: width, dy: height)))
  }

  private func polygon(_ corners: [PagePoint], _ size: Double) -> RecognizedShape? {
    let sides = corners.indices.map { corners[$0].distance(to: corners[($0 + 1) % corners.count]) }
    guard sides.allSatisfy({ $0 > 0.07 * size }) else { return nil }
    guard corners.count == 4, let angle = rightAngle(corners) else { return .polygon(corners) }
    let center = PagePoint(
      x: corners.map(\.x).reduce(0, +) / 4, y: corners.map(\.y).reduce(0, +) / 4)
    let isLevel = abs(angle) < Self.level
    let turn = isLevel ? 0 : angle
    // In the rectangle's own axes each edge is where its two corners are on average.
    let own = corners.map { corner in
      let (dx, dy) = (corner.x - center.x, corner.y - center.y)
      return (dx * cos(turn) + dy * sin(turn), dy * cos(turn) - dx * sin(turn))
    }
    let (xs, ys) = (own.map(\.0).sorted(), own.map(\.1).sorted())
    let (left, right) = ((xs[0] + xs[1]) / 2, (xs[2] + xs[3]) / 2)
    let (low, high) = ((ys[0] + ys[1]) / 2, (ys[2] + ys[3]) / 2)
    func place(_ x: Double, _ y: Double) -> PagePoint {
      center.offset(dx: x * cos(turn) - y * sin(turn), dy: x * sin(turn) + y * cos(turn))
    }
    if isLevel { return .rectangle(PageRect(corner: place(left, low), corner: place(right, high))) }
    return .polygon([place(left, low), place(right, low), place(right, high), place(left, high)])
  }

  /// How far a quadrilateral with right angles is turned, between -π/4 and π/4; `nil` if an angle is not right.
  private func rightAngle(_ corners: [PagePoint]) -> Double? {
    var (x, y) = (0.0, 0.0)
    var directions: [Double] = []
    for index in 0..<4 {
      let (from, to) = (corners[index], corners[(index + 1) % 4])
      let direction = atan2(to.y - from.y, to.x - from.x)
      directions.append(direction)
      // Four times the angle, so that all sides tell the same.
      x += from.distance(to: to) * cos(4 * direction)
      y += from.distance(to: to) * sin(4 * direction)
    }
    for index in 0..<4 {
      let corner = abs(remainder(directions[(index + 1) % 4] - directions[index], 2 * .pi))
      guard abs(corner - .pi / 2) < 0.24 else { return nil }
    }
    return atan2(y, x) / 4
  }
}

/// How far a point is from a segment.
func distance(_ point: PagePoint, _ start: PagePoint, _ end: PagePoint) -> Double {
  let (dx, dy) = (end.x - start.x, end.y - start.y)
  let square = dx * dx + dy * dy
  guard square > 0 else { return point.distance(to: start) }
  let share = min(max(((point.x - start.x) * dx + (point.y - start.y) * dy) / square, 0), 1)
  return point.distance(to: start.offset(dx: dx * share, dy: dy * share))
}

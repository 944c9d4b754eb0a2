extension PagePath {
  /// How far the probes may be off on curves, in points.
  static let probeTolerance = 0.01

  /// Whether a point is inside, open subpaths counting as closed. O(steps).
  func encloses(_ point: PagePoint, by rule: Appearance.FillRule = .evenOdd) -> Bool {
    var (crossings, turns) = (0, 0)
    for segment in segments(closingAll: true) {
      let box = segment.controlBounds
      guard box.minY <= point.y, point.y <= box.maxY, point.x <= box.maxX else { continue }
      for line in segment.lines(tolerance: Self.probeTolerance) where line.isRight(of: point) {
        crossings += 1
        turns += line.start.y <= point.y ? 1 : -1
      }
    }
    return rule == .evenOdd ? crossings % 2 == 1 : turns != 0
  }

  /// Whether the path comes as near to a point as `distance`, in points. O(steps).
  func passes(within distance: Double, of point: PagePoint) -> Bool {
    passes(within: distance, of: LineSegment(point, point))
  }

  /// Whether the path comes as near to a segment as `distance`, in points. O(steps).
  func passes(within distance: Double, of other: LineSegment) -> Bool {
    let box = PageRect(corner: other.start, corner: other.end).insetBy(-distance)
    return segments().contains { segment in
      segment.controlBounds.intersects(box)
        && segment.lines(tolerance: Self.probeTolerance).contains { $0.distance(to: other) <= distance }
    }
  }
}

extension LineSegment {
  /// Whether a ray from the point to the right crosses the segment.
  package func isRight(of point: PagePoint) -> Bool {
    guard (start.y <= point.y) != (end.y <= point.y) else { return false }
    return point.x < start.x + (point.y - start.y) / (end.y - start.y) * (end.x - start.x)
  }
}

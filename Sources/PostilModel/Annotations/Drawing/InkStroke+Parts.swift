extension InkStroke {
  /// A part of a smooth stroke of at least three points, opaque; nothing where there is no such part. O(points in the part).
  ///
  /// Place 0 is the start of the stroke, place *n* the middle between point *n* − 1 and point *n*, and the number of points the end.
  ///
  /// - Parameters:
  ///   - low: The place where it begins, below `high`.
  ///   - high: The place where it ends, at most the number of points.
  package static func part(
    of points: [PagePoint], widths: [Double], pen: Appearance.Pen, from low: Int, to high: Int
  ) -> Appearance {
    guard points.count >= 3, low >= 0, low < high, high <= points.count,
      widths.isEmpty || widths.count == points.count
    else { return Appearance() }
    let path = part(of: points, from: low, to: high) { $0 }
    guard !widths.isEmpty else { return Appearance(items: [Appearance.Item(path: path, pen: pen)]) }
    var outline = StrokeOutline(penWidth: pen.width)
    // As places on an axis, which are joined as the points are.
    let swelling = part(of: widths, from: low, to: high) { PagePoint(x: $0, y: 0) }
    outline.add(zip(path.segments(), swelling.segments()).map { StrokeSegment(center: $0, widths: $1) })
    return Appearance(items: [Appearance.Item(path: outline.path, fill: pen.color, fillRule: .nonzero)])
  }

  private static func part<Value>(
    of values: [Value], from low: Int, to high: Int, point: (Value) -> PagePoint
  ) -> PagePath {
    // Only what is looked at, so that the cost is that of the part.
    let first = max(low - 1, 0)
    let points = values[first..<min(high + 1, values.count)].map(point)
    let (start, end) = (low - first, high - first)
    var path = PagePath()
    path.move(to: start == 0 ? points[0] : joint(points, before: start))
    if start == 0 { path.addLine(to: joint(points, before: 1)) }
    appendCurves(through: points, from: max(start, 1), to: min(end, points.count - 1), to: &path)
    if high == values.count { path.addLine(to: points[points.count - 1]) }
    return path
  }
}

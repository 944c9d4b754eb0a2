extension Annotation {
  /// The annotation moved by a distance, in points. O(points).
  public func offset(dx: Double, dy: Double) -> Annotation {
    var copy = self
    copy.shape = shape.offset(dx: dx, dy: dy)
    return copy
  }
}

extension AnnotationShape {
  /// The shape moved by a distance, in points. O(points).
  public func offset(dx: Double, dy: Double) -> AnnotationShape {
    func moved(_ points: [PagePoint]) -> [PagePoint] { points.map { $0.offset(dx: dx, dy: dy) } }
    switch self {
    case .line(let from, let to, let start, let end):
      return .line(from: from.offset(dx: dx, dy: dy), to: to.offset(dx: dx, dy: dy), start: start, end: end)
    case .rectangle(let rect): return .rectangle(rect.offset(dx: dx, dy: dy))
    case .ellipse(let rect): return .ellipse(rect.offset(dx: dx, dy: dy))
    case .ink(let strokes, let areas):
      let shifted = strokes.map { InkStroke(points: moved($0.points), curve: $0.curve) }
      return .ink(shifted, areas: areas.map(moved))
    case .other(let subtype, let bounds):
      return .other(subtype: subtype, bounds: bounds.offset(dx: dx, dy: dy))
    }
  }
}

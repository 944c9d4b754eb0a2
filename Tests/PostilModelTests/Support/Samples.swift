@testable import PostilModel

extension PagePath {
  /// Points along the path, at most about `step` apart.
  func samples(step: Double) -> [PagePoint] {
    segments().flatMap { segment in
      let count = Int((segment.controlLength / step).rounded(.up)) + 1
      return (0...count).map { segment.cubic.point(at: Double($0) / Double(count)) }
    }
  }
}

/// A chain of straight lines to measure distances from.
struct Polyline {
  var lines: [LineSegment]

  init(_ points: [PagePoint]) {
    let pairs = zip(points, points.dropFirst()).map(LineSegment.init)
    lines = pairs.isEmpty ? points.prefix(1).map { LineSegment($0, $0) } : pairs
  }

  init(_ path: PagePath, tolerance: Double = 1e-4) {
    lines = path.segments().flatMap { $0.lines(tolerance: tolerance) }
  }

  init(_ shapes: [Polyline]) { lines = shapes.flatMap(\.lines) }

  func distance(to point: PagePoint) -> Double {
    var least = Double.infinity
    for line in lines
    where abs(line.start.x - point.x) - abs(line.end.x - line.start.x) < least
      && abs(line.start.y - point.y) - abs(line.end.y - line.start.y) < least
    {
      least = min(least, line.distance(to: point))
    }
    return least
  }
}

extension Annotation {
  /// The lines that the pen runs along, without line endings.
  var centreLines: PagePath {
    if let line = content.line { return PagePath([.move(line.from), .line(line.to)]) }
    if let rect = content.rectangle?.rect { return .rectangle(rect) }
    if let rect = content.ellipse?.rect { return .ellipse(in: rect) }
    return PagePath(content.ink?.strokes.flatMap(\.path.elements) ?? [])
  }
}

import PostilModel

/// A subpath of a path (ISO 32000-2, 8.5.2), or a part of one that was cut: segments of which each begins where the one before
/// it ends.
struct PathRun: Hashable {
  var start: PagePoint
  var segments: [PathSegment] = []
  var isClosed = false
  /// How long the subpath is before it, for dashes.
  var offset = 0.0
  /// The area's edge that it was cut at, by the unit vector into the area; and how far that reaches along the run's direction.
  var startCut: Cut?
  var endCut: Cut?

  struct Cut: Hashable {
    /// A unit vector in which the run goes on into the area, if it were straight.
    let direction: PagePoint
    /// The cosine of the angle between that and the way across the edge.
    let steepness: Double
    /// How far it is in that direction to where the area ends.
    let depth: Double
  }

  var end: PagePoint { segments.last?.end ?? start }

  /// The segments with the line that closes it.
  var closedSegments: [PathSegment] {
    end == start ? segments : segments + [.line(LineSegment(end, start))]
  }

  /// The run, drawn on a little where it was cut: what a stroke paints outside of the area ends on the area's edge then, and not
  /// across the line. How far tells only what the part outside tells.
  func extended(lineWidth: Double) -> PathRun {
    func length(_ cut: Cut) -> Double {
      let cosine = max(cut.steepness, 0.05)
      return min(lineWidth / 2 * ((1 - cosine * cosine).squareRoot() / cosine + 0.05), cut.depth)
    }
    var result = self
    if let cut = startCut, length(cut) > 0 {
      let point = start.offset(dx: cut.direction.x * length(cut), dy: cut.direction.y * length(cut))
      result.segments.insert(.line(LineSegment(point, start)), at: 0)
      result.start = point
      result.offset -= length(cut)
    }
    if let cut = endCut, length(cut) > 0 {
      let point = end.offset(dx: cut.direction.x * length(cut), dy: cut.direction.y * length(cut))
      result.segments.append(.line(LineSegment(end, point)))
    }
    return result
  }
}

extension ContentPath {
  /// The subpaths. Those that only move are left out.
  var runs: [PathRun] {
    var result: [PathRun] = []
    var run: PathRun?
    func finish() {
      if let run, !run.segments.isEmpty || run.isClosed { result.append(run) }
    }
    for element in elements {
      switch element {
      case .move(let point):
        finish()
        run = PathRun(start: point)
      case .line(let end):
        let start = run?.end ?? end
        if run == nil { run = PathRun(start: start) }
        run?.segments.append(.line(LineSegment(start, end)))
      case .curve(let a, let b, let end):
        let start = run?.end ?? a
        if run == nil { run = PathRun(start: start) }
        run?.segments.append(.curve(CubicCurve(start, a, b, end)))
      case .close:
        run?.isClosed = true
        finish()
        // What follows begins where this did.
        run = run.map { PathRun(start: $0.start) }
      }
    }
    finish()
    return result
  }
}

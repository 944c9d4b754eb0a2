/// A stroke while it is being erased: its segments, and the stroke they came from or make.
struct StrokePiece: Sendable, Hashable {
  /// Pieces that a cut leaves and that are shorter than this, in points, are not worth a dot of
  /// the pen's full width.
  static let shortest = 0.01
  /// What is cut out must be longer than this, in points: an end that has been cut already is
  /// not cut again for the sake of rounding.
  static let noise = 1e-4

  private let segments: [PathSegment]
  private let bounds: PageRect
  private let isStraight: Bool
  /// The stroke as it was, until it is cut.
  private let original: InkStroke?
  private let dot: PagePoint?

  /// Makes a piece of a stroke; `nil` if it has no points.
  init?(_ stroke: InkStroke) {
    let segments = stroke.path.segments()
    guard let bounds = Self.bounds(of: segments) else { return nil }
    self.segments = segments
    self.bounds = bounds
    isStraight = stroke.curve == .straight
    original = stroke
    dot = stroke.dot
  }

  /// Makes a piece of a path without gaps; straight if all of it is.
  init?(_ segments: [PathSegment], isStraight: Bool) {
    guard let bounds = Self.bounds(of: segments) else { return nil }
    self.segments = segments
    self.bounds = bounds
    self.isStraight = isStraight
    original = nil
    dot = nil
  }

  /// The stroke: the very one it was made of, unless that has been cut. O(segments).
  var stroke: InkStroke {
    if let original { return original }
    let start = segments.prefix(1).map(\.start)
    if isStraight { return InkStroke(points: start + segments.map(\.end), curve: .straight) }
    let curves = segments.map(\.cubic).flatMap { [$0.control1, $0.control2, $0.end] }
    return InkStroke(points: start + curves, curve: .bezier)
  }

  private static func bounds(of segments: [PathSegment]) -> PageRect? {
    guard let first = segments.first else { return nil }
    return segments.reduce(first.controlBounds) { $0.union($1.controlBounds) }
  }

  /// What is left when all within `reach` of the capsule's axis is cut out; `nil` if nothing is to be cut.
  /// O(segments).
  func cut(by capsule: Capsule, within reach: Double) -> [StrokePiece]? {
    let box = capsule.bounds(within: reach)
    guard bounds.intersects(box) else { return nil }
    if let dot { return capsule.axis.distance(to: dot) <= reach ? [] : nil }
    var runs: [[PathSegment]] = [[]]
    var isCut = false
    for segment in segments {
      let holes = segment.controlBounds.intersects(box) ? Self.holes(in: segment, capsule, reach) : []
      if !holes.isEmpty { isCut = true }
      Self.append(segment, without: holes, to: &runs)
    }
    return isCut ? pieces(of: runs) : nil
  }

  private static func holes(in segment: PathSegment, _ capsule: Capsule, _ reach: Double) -> [ParameterRange]
  {
    let length = segment.controlLength
    return capsule.ranges(of: segment, within: reach).filter { hole in
      (hole.to - hole.from) * length > noise || (hole.from <= 0 && hole.to >= 1)
    }
  }

  /// Adds what is between the holes to the last run; each hole begins another run.
  private static func append(
    _ segment: PathSegment, without holes: [ParameterRange], to runs: inout [[PathSegment]]
  ) {
    var done = 0.0
    for hole in holes {
      if hole.from > done { runs[runs.count - 1].append(segment.piece(from: done, to: hole.from)) }
      runs.append([])
      done = hole.to
    }
    if done < 1 { runs[runs.count - 1].append(done > 0 ? segment.piece(from: done, to: 1) : segment) }
  }

  /// The pieces of the runs, joined again where a closed stroke begins and ends.
  private func pieces(of runs: [[PathSegment]]) -> [StrokePiece] {
    var runs = runs
    let isClosed = segments.first?.start == segments.last?.end
    if isClosed, let first = runs.first, let last = runs.last, !first.isEmpty, !last.isEmpty {
      runs[0] = last + first
      runs.removeLast()
    }
    let long = runs.filter { $0.reduce(0) { $0 + $1.controlLength } > Self.shortest }
    return long.compactMap { StrokePiece($0, isStraight: isStraight) }
  }
}

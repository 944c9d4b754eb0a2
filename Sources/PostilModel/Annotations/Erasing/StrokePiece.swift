/// A stroke while it is being erased: its segments, and the stroke they came from or make.
struct StrokePiece: Sendable, Hashable {
  /// Pieces that a cut leaves and that are shorter than this, in points, are not worth a dot of
  /// the pen's full width.
  static let shortest = 0.01
  /// What is cut out must be longer than this, in points: an end that has been cut already is
  /// not cut again for the sake of rounding.
  static let noise = 1e-4

  private let segments: [StrokeSegment]
  private let bounds: PageRect
  private let isStraight: Bool
  /// The stroke as it was, until it is cut.
  private let original: InkStroke?
  private let dot: PagePoint?
  /// At least the largest width, in multiples of the pen's.
  private let widest: Double

  /// Makes a piece of a stroke; `nil` if it has no points.
  init?(_ stroke: InkStroke) {
    let segments = stroke.segments
    guard let bounds = Self.bounds(of: segments) else { return nil }
    self.segments = segments
    self.bounds = bounds
    isStraight = stroke.curve == .straight
    original = stroke
    dot = stroke.dot
    widest = stroke.largestWidth
  }

  /// Makes a piece of a path without gaps; straight if all of it is.
  init?(_ segments: [PathSegment], isStraight: Bool) {
    self.init(segments.map { StrokeSegment(center: $0) }, isStraight: isStraight)
  }

  private init?(_ segments: [StrokeSegment], isStraight: Bool) {
    guard let bounds = Self.bounds(of: segments) else { return nil }
    self.segments = segments
    self.bounds = bounds
    self.isStraight = isStraight
    original = nil
    dot = nil
    widest = segments.reduce(0) { max($0, $1.largestWidth) }
  }

  /// The stroke: the very one it was made of, unless that has been cut. O(segments).
  var stroke: InkStroke {
    if let original { return original }
    let points = controlPoints(segments.map(\.center))
    let widths = controlPoints(segments.compactMap(\.widths)).map(\.x)
    return InkStroke(points: points, curve: isStraight ? .straight : .bezier, widths: widths)
  }

  private func controlPoints(_ path: [PathSegment]) -> [PagePoint] {
    let start = path.prefix(1).map(\.start)
    if isStraight { return start + path.map(\.end) }
    return start + path.map(\.cubic).flatMap { [$0.control1, $0.control2, $0.end] }
  }

  private static func bounds(of segments: [StrokeSegment]) -> PageRect? {
    guard let first = segments.first else { return nil }
    return segments.reduce(first.center.controlBounds) { $0.union($1.center.controlBounds) }
  }

  /// What is left when all is cut out whose pen, of a width in points, the capsule touches; `nil` if nothing is to be cut.
  /// O(segments).
  func cut(by capsule: Capsule, penWidth: Double) -> [StrokePiece]? {
    let reach = capsule.radius + penWidth / 2 * widest
    let box = capsule.bounds(within: reach)
    guard bounds.intersects(box) else { return nil }
    if let dot { return capsule.axis.distance(to: dot) <= reach ? [] : nil }
    var runs: [[StrokeSegment]] = [[]]
    var isCut = false
    for segment in segments {
      let holes =
        segment.center.controlBounds.intersects(box) ? Self.holes(in: segment, capsule, penWidth) : []
      if !holes.isEmpty { isCut = true }
      Self.append(segment, without: holes, to: &runs)
    }
    return isCut ? pieces(of: runs) : nil
  }

  private static func holes(
    in segment: StrokeSegment, _ capsule: Capsule, _ penWidth: Double
  ) -> [ParameterRange] {
    let length = segment.center.controlLength
    return capsule.ranges(of: segment, penWidth: penWidth).filter { hole in
      (hole.to - hole.from) * length > noise || (hole.from <= 0 && hole.to >= 1)
    }
  }

  /// Adds what is between the holes to the last run; each hole begins another run.
  private static func append(
    _ segment: StrokeSegment, without holes: [ParameterRange], to runs: inout [[StrokeSegment]]
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
  private func pieces(of runs: [[StrokeSegment]]) -> [StrokePiece] {
    var runs = runs
    let (first, last) = (segments.first, segments.last)
    let isClosed = first?.center.start == last?.center.end && first?.widths?.start == last?.widths?.end
    if isClosed, let first = runs.first, let last = runs.last, !first.isEmpty, !last.isEmpty {
      runs[0] = last + first
      runs.removeLast()
    }
    let long = runs.filter { $0.reduce(0) { $0 + $1.center.controlLength } > Self.shortest }
    return long.compactMap { StrokePiece($0, isStraight: isStraight) }
  }
}

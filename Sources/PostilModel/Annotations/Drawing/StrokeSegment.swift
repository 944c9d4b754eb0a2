/// A part of a stroke: its center line, and how wide it is along that.
struct StrokeSegment: Sendable, Hashable {
  /// The center line.
  var center: PathSegment
  /// The widths, in multiples of the pen's, as the x of a segment of the same kind that is run through together with the
  /// center line; `nil` for the pen's width everywhere.
  var widths: PathSegment?

  /// The part between two parameters from 0 to 1.
  func piece(from low: Double, to high: Double) -> StrokeSegment {
    StrokeSegment(
      center: center.piece(from: low, to: high), widths: widths.map { $0.piece(from: low, to: high) })
  }

  /// At least the largest width, in multiples of the pen's.
  var largestWidth: Double { widths.map { max($0.controlBounds.maxX, 0) } ?? 1 }
  /// At most the smallest width, in multiples of the pen's.
  var smallestWidth: Double { widths.map { max($0.controlBounds.minX, 0) } ?? 1 }
}

extension InkStroke {
  /// The parts of the stroke in order; of a dot one of no length. O(points).
  var segments: [StrokeSegment] {
    guard hasWidths, dot == nil else { return path.segments().map { StrokeSegment(center: $0) } }
    return zip(centerLine(through: points).segments(), centerLine(through: widths.asPoints).segments())
      .map { StrokeSegment(center: $0, widths: $1) }
  }
}

extension [Double] {
  /// Widths as places on an axis, which are joined as the points of a stroke are.
  var asPoints: [PagePoint] { map { PagePoint(x: $0, y: 0) } }
}

/// A line annotation taken apart: the shaft, and the shapes at its ends.
struct LineLayout: Sendable, Hashable {
  /// What is drawn of the line itself; `nil` where the shapes at its ends leave no room for it,
  /// or the line has no length.
  let shaft: LineSegment?
  let start: LineEndShape?
  let end: LineEndShape?
  /// Whether the line is but a dot.
  let isDot: Bool

  init(from: PagePoint, to: PagePoint, start: LineEnding, end: LineEnding, lineWidth: Double) {
    let length = from.distance(to: to)
    let hasLength = length >= InkStroke.dotSize
    let (x, y) = hasLength ? ((to.x - from.x) / length, (to.y - from.y) / length) : (1, 0)
    let first = LineEndShape(
      start, tip: from, direction: PagePoint(x: -x, y: -y), lineWidth: lineWidth)
    let last = LineEndShape(end, tip: to, direction: PagePoint(x: x, y: y), lineWidth: lineWidth)
    let (back, front) = (first?.setback ?? 0, last?.setback ?? 0)
    self.start = first
    self.end = last
    isDot = !hasLength && first == nil && last == nil
    shaft =
      hasLength && back + front < length
      ? LineSegment(from.offset(dx: back * x, dy: back * y), to.offset(dx: -front * x, dy: -front * y)) : nil
  }

  /// The shapes at the ends that there are.
  var ends: [LineEndShape] { [start, end].compactMap { $0 } }
}

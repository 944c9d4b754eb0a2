extension Capsule {
  /// The parts of a stroke's segment whose pen, of a width in points, touches the capsule, in order: as those of
  /// ``ranges(of:within:)``.
  func ranges(of segment: StrokeSegment, penWidth: Double) -> [ParameterRange] {
    guard let widths = segment.widths else {
      return ranges(of: segment.center, within: radius + penWidth / 2)
    }
    var result: [ParameterRange] = []
    collect(
      segment.center.cubic, widths.cubic, ParameterRange(from: 0, to: 1), penWidth: penWidth, depth: 0,
      into: &result)
    return result
  }

  private func collect(
    _ curve: CubicCurve, _ widths: CubicCurve, _ range: ParameterRange, penWidth: Double, depth: Int,
    into result: inout [ParameterRange]
  ) {
    let box = widths.controlBounds
    let largest = radius + penWidth / 2 * max(box.maxX, 0)
    let smallest = radius + penWidth / 2 * max(box.minX, 0)
    guard axis.distance(to: curve.start) <= largest + curve.controlLength else { return }
    if isCovered(curve, within: smallest) { return Self.append(range, to: &result) }
    let isSettled = curve.bend <= Self.curveTolerance && largest - smallest <= Self.curveTolerance
    guard !isSettled, depth < 40 else {
      let chord = LineSegment(curve.start, curve.end)
      guard let part = span(of: chord, within: largest + Self.curveTolerance) else { return }
      let size = range.to - range.from
      let found = ParameterRange(from: range.from + part.from * size, to: range.from + part.to * size)
      return Self.append(found, to: &result)
    }
    let (left, right) = curve.split(at: 0.5)
    let (leftWidths, rightWidths) = widths.split(at: 0.5)
    let middle = (range.from + range.to) / 2
    collect(
      left, leftWidths, ParameterRange(from: range.from, to: middle), penWidth: penWidth, depth: depth + 1,
      into: &result)
    collect(
      right, rightWidths, ParameterRange(from: middle, to: range.to), penWidth: penWidth, depth: depth + 1,
      into: &result)
  }
}

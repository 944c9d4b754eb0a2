extension Capsule {
  /// The parts of a stroke's segment whose pen, of a width in points, touches the capsule, in order: as those of
  /// ``ranges(of:within:)``.
  func ranges(of segment: StrokeSegment, penWidth: Double) -> [ParameterRange] {
    guard let widths = segment.widths else {
      return ranges(of: segment.center, within: radius + penWidth / 2)
    }
    var result: [ParameterRange] = []
    collect(
      segment.center.cubic, ParameterRange(from: 0, to: 1),
      within: Reach(radius, growth: penWidth / 2, widths: widths.cubic), depth: 0, into: &result)
    return result
  }
}

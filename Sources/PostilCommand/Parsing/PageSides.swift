/// The sides of pages and sheets, in points.
enum PageSides {
  /// Reads `595x842`. Throws ``UsageError``.
  @Sendable static func parse(_ text: String) throws -> (width: Double, height: Double) {
    let sides = try text.split(separator: "x", omittingEmptySubsequences: false).map {
      try Values.number(in: 3...14_400)(String($0))
    }
    guard sides.count == 2 else { throw UsageError("'\(text)' is not a size: write it like 595x842") }
    return (width: sides[0], height: sides[1])
  }
}

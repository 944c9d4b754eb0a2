// Short texts for logs and debuggers. Numbers are written with at most three decimals: what is printed need not be
// exact, and fifteen digits are hard to read.

extension Double {
  /// The number with at most three decimals, without trailing zeros.
  package var shortText: String {
    guard isFinite, abs(self) < 1e12 else { return "\(self)" }
    let thousandths = Int((self * 1000).rounded())
    let (whole, rest) = (abs(thousandths) / 1000, abs(thousandths) % 1000)
    let sign = thousandths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var digits = String(rest)
    digits = String(repeating: "0", count: 3 - digits.count) + digits
    while digits.last == "0" { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}

extension PagePoint: CustomStringConvertible {
  /// The coordinates in points, such as `(72, 600.5)`.
  public var description: String { "(\(x.shortText), \(y.shortText))" }
}

extension PageRect: CustomStringConvertible {
  /// Lower left corner and size in points, such as `(72, 600, 200 × 80)`.
  public var description: String {
    "(\(minX.shortText), \(minY.shortText), \(width.shortText) × \(height.shortText))"
  }
}

extension ViewPoint: CustomStringConvertible {
  /// The coordinates in pixels, such as `(10, 20.5)`.
  public var description: String { "(\(x.shortText), \(y.shortText))" }
}

extension ViewSize: CustomStringConvertible {
  /// Width and height in pixels, such as `640 × 480`.
  public var description: String { "\(width.shortText) × \(height.shortText)" }
}

extension ViewRect: CustomStringConvertible {
  /// Upper left corner and size in pixels, such as `(0, 0, 640 × 480)`.
  public var description: String {
    "(\(x.shortText), \(y.shortText), \(width.shortText) × \(height.shortText))"
  }
}

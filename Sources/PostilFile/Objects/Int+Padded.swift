extension Int {
  /// The digits with zeros before them, so that there are at least `width`; for numbers from 0.
  func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}

extension Double {
  /// The nearest value in a range; another one for NaN.
  func limited(to range: ClosedRange<Double>, default usual: Double) -> Double {
    isNaN ? usual : min(max(self, range.lowerBound), range.upperBound)
  }
}

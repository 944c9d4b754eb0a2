import CGTK

extension Scale {
  /// Sets the range of numbers.
  public func setRange(_ range: ClosedRange<Double>) {
    gtk_range_set_range(c(), range.lowerBound, range.upperBound)
  }
}

import CGTK

extension Scale {
  /// Takes over other limits.
  public func setRange(_ range: ClosedRange<Double>) {
    gtk_range_set_range(c(), range.lowerBound, range.upperBound)
  }
}

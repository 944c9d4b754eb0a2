import CGTK

extension Scale {
  /// Sets the range of numbers.
  public func setRange(_ range: ClosedRange<Double>) {
    gtk_range_set_range(c(), range.lowerBound, range.upperBound)
  }

  /// Marks numbers along it, in place of those that were marked.
  public func setMarks(_ values: [Double]) {
    gtk_scale_clear_marks(c())
    for value in values { gtk_scale_add_mark(c(), value, GTK_POS_BOTTOM, nil) }
  }
}

import CGTK

extension Widget {
  /// Names the widget for those who do not see it.
  public func setAccessibleLabel(_ text: String) { cgtk_set_label(c(), text) }

  /// Describes what it does for those who do not see it.
  public func setAccessibleDescription(_ text: String) { cgtk_set_description(c(), text) }

  /// Tells the number that it stands at, and how that is read out.
  public func setAccessibleValue(_ value: Double, in range: ClosedRange<Double>, text: String) {
    cgtk_set_value_range(c(), range.lowerBound, range.upperBound, value, text)
    if self is CustomWidget, cgtk_tells_values() == 0 { setAccessibleDescription(text) }
  }

  /// Tells whether it is the one chosen among others.
  public func setAccessibleSelected(_ isSelected: Bool) { cgtk_set_selected(c(), isSelected ? 1 : 0) }

  /// Has another widget's text be its name.
  public func setAccessibleLabel(by label: Widget) { cgtk_set_labelled_by(c(), label.c()) }
}

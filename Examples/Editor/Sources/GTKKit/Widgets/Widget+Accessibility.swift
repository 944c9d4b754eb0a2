import CGTK

extension Widget {
  /// Sets the accessible label.
  public func setAccessibleLabel(_ text: String) { cgtk_set_label(c(), text) }

  /// Sets the accessible description.
  public func setAccessibleDescription(_ text: String) { cgtk_set_description(c(), text) }

  /// Sets the accessible value, and the text that is read out for it.
  public func setAccessibleValue(_ value: Double, in range: ClosedRange<Double>, text: String) {
    cgtk_set_value_range(c(), range.lowerBound, range.upperBound, value, text)
    if self is CustomWidget, cgtk_tells_values() == 0 { setAccessibleDescription(text) }
  }

  /// Sets whether it is the selected one among others, for assistive technology.
  public func setAccessibleSelected(_ isSelected: Bool) { cgtk_set_selected(c(), isSelected ? 1 : 0) }

  /// Uses the text of another widget as the accessible label.
  public func setAccessibleLabel(by label: Widget) { cgtk_set_labelled_by(c(), label.c()) }
}

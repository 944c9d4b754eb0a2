import CGTK

extension TextField {
  /// Sets the accessible label, also of the text within it, which takes the keyboard focus.
  public func nameInside(_ name: String) {
    setAccessibleLabel(name)
    if let text = gtk_editable_get_delegate(c()) { cgtk_set_label(text, name) }
  }

  /// The largest natural width, in letters; -1 for any width.
  public var maximumLetters: Int {
    get { Int(gtk_editable_get_max_width_chars(c())) }
    set { gtk_editable_set_max_width_chars(c(), Int32(clamping: newValue)) }
  }
}

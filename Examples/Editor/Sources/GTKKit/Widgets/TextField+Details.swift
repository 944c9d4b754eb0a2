import CGTK

extension TextField {
  /// Names the text within it, which is what has the keyboard, for those who do not see it.
  public func nameInside(_ name: String) {
    setAccessibleLabel(name)
    if let text = gtk_editable_get_delegate(c()) { cgtk_set_label(text, name) }
  }

  /// How wide it wants to be at most, in letters; -1 for any width.
  public var maximumLetters: Int {
    get { Int(gtk_editable_get_max_width_chars(c())) }
    set { gtk_editable_set_max_width_chars(c(), Int32(clamping: newValue)) }
  }
}

import CGTK

extension TextField {
  /// Sets the accessible label, also of the text within it, which takes the keyboard focus.
  public func nameInside(_ name: String) {
    setAccessibleLabel(name)
    if let text = gtk_editable_get_delegate(c()) { cgtk_set_label(text, name) }
  }

  /// How many characters (Unicode scalars) it takes, at most 65,535; what is inserted beyond them is left out. 0 takes any number.
  public var maximumLength: Int {
    get { Int(gtk_entry_get_max_length(c())) }
    set { gtk_entry_set_max_length(c(), Int32(min(max(newValue, 0), 65_535))) }
  }

  /// The largest natural width, in letters; -1 for any width.
  public var maximumLetters: Int {
    get { Int(gtk_editable_get_max_width_chars(c())) }
    set { gtk_editable_set_max_width_chars(c(), Int32(clamping: newValue)) }
  }
}

import CGTK

extension Label {
  /// Whether the text can be marked and copied.
  public var isSelectable: Bool {
    get { gtk_label_get_selectable(c()) != 0 }
    set { gtk_label_set_selectable(c(), newValue ? 1 : 0) }
  }

  /// Has lines stand in the middle.
  public func centerLines() { gtk_label_set_justify(c(), GTK_JUSTIFY_CENTER) }

  /// Has words that are too long for a line be broken.
  public func breaksWords() { gtk_label_set_wrap_mode(c(), PANGO_WRAP_WORD_CHAR) }

  /// Has the end of what does not fit be left out.
  public func shortensEnd() { gtk_label_set_ellipsize(c(), PANGO_ELLIPSIZE_END) }
}

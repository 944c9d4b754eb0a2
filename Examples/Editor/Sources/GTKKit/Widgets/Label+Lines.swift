import CGTK

extension Label {
  /// Whether the text can be selected and copied.
  public var isSelectable: Bool {
    get { gtk_label_get_selectable(c()) != 0 }
    set { gtk_label_set_selectable(c(), newValue ? 1 : 0) }
  }

  /// Centres the lines.
  public func centerLines() { gtk_label_set_justify(c(), GTK_JUSTIFY_CENTER) }

  /// Breaks words that are too long for a line.
  public func breaksWords() { gtk_label_set_wrap_mode(c(), PANGO_WRAP_WORD_CHAR) }

  /// Truncates text that does not fit, with an ellipsis at its end.
  public func shortensEnd() { gtk_label_set_ellipsize(c(), PANGO_ELLIPSIZE_END) }
}

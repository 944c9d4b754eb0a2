import CGTK

/// A text.
open class Label: Widget {
  /// Makes a text.
  public init(_ text: String = "") { super.init(owning: gtk_label_new(text)) }

  /// The text.
  public var text: String {
    get { String(cString: gtk_label_get_text(c())) }
    set { gtk_label_set_text(c(), newValue) }
  }

  /// Sets the text in Pango's markup (`<b>`, `<small>`); text from elsewhere must be escaped.
  public func setMarkup(_ markup: String) { gtk_label_set_markup(c(), markup) }

  /// Whether lines are broken between words.
  public var wraps: Bool {
    get { gtk_label_get_wrap(c()) != 0 }
    set { gtk_label_set_wrap(c(), newValue ? 1 : 0) }
  }

  /// Whether text that does not fit is truncated; setting it puts the ellipsis in the middle.
  public var isShortened: Bool {
    get { gtk_label_get_ellipsize(c()) != PANGO_ELLIPSIZE_NONE }
    set { gtk_label_set_ellipsize(c(), newValue ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_NONE) }
  }

  /// The largest natural width, in letters; -1 for any width.
  public var maximumLetters: Int {
    get { Int(gtk_label_get_max_width_chars(c())) }
    set { gtk_label_set_max_width_chars(c(), Int32(clamping: newValue)) }
  }

  /// The minimum width, in letters; keeps the layout stable when a number changes.
  public var minimumLetters: Int {
    get { Int(gtk_label_get_width_chars(c())) }
    set { gtk_label_set_width_chars(c(), Int32(clamping: newValue)) }
  }

  /// The horizontal alignment of the text: 0 left, 0.5 in the middle, 1 right.
  public var textAlignment: Double {
    get { Double(gtk_label_get_xalign(c())) }
    set { gtk_label_set_xalign(c(), Float(newValue)) }
  }
}

import CGTK

/// A text field of several lines.
open class TextView: Widget {
  private var tag: UnsafeMutablePointer<GtkTextTag>?

  /// Makes an empty one.
  public init() {
    super.init(owning: gtk_text_view_new())
    tag = gtk_text_tag_new(nil)
    if let tag {
      gtk_text_tag_table_add(gtk_text_buffer_get_tag_table(buffer), tag)
      // The table retains it.
      g_object_unref(UnsafeMutableRawPointer(tag))
    }
    onChange { [unowned self] in applyLook() }
  }

  private var buffer: UnsafeMutablePointer<GtkTextBuffer> { gtk_text_view_get_buffer(c()) }

  /// The text.
  public var text: String {
    get {
      var (start, end) = (GtkTextIter(), GtkTextIter())
      gtk_text_buffer_get_bounds(buffer, &start, &end)
      guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return "" }
      defer { g_free(text) }
      return String(cString: text)
    }
    set { if newValue != text { gtk_text_buffer_set_text(buffer, newValue, -1) } }
  }

  /// Whether lines are wrapped at the width of the widget.
  public var wraps: Bool {
    get { gtk_text_view_get_wrap_mode(c()) != GTK_WRAP_NONE }
    set { gtk_text_view_set_wrap_mode(c(), newValue ? GTK_WRAP_WORD_CHAR : GTK_WRAP_NONE) }
  }

  /// The alignment of lines: 0 left, 0.5 in the middle, 1 right.
  public var textAlignment: Double = 0 {
    didSet {
      let justification =
        textAlignment == 0.5 ? GTK_JUSTIFY_CENTER : textAlignment == 1 ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT
      gtk_text_view_set_justification(c(), justification)
    }
  }

  /// Gives all of the text a font and a colour.
  ///
  /// - Parameter size: The size in units.
  public func setLook(family: String, size: Double, isBold: Bool, isItalic: Bool, _ color: RGBA) {
    guard let tag, let font = pango_font_description_new() else { return }
    defer { pango_font_description_free(font) }
    pango_font_description_set_family(font, family)
    pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    pango_font_description_set_style(font, isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    var color = color.gdk
    cgtk_set_look(tag, font, &color)
    applyLook()
  }

  /// Applies the font and the colour to all text, including what was typed since.
  private func applyLook() {
    guard let tag else { return }
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    gtk_text_buffer_apply_tag(buffer, tag, &start, &end)
  }

  /// Whether the Tab key types a tab; if not, it moves the keyboard focus.
  public var acceptsTab: Bool {
    get { gtk_text_view_get_accepts_tab(c()) != 0 }
    set { gtk_text_view_set_accepts_tab(c(), newValue ? 1 : 0) }
  }

  /// Selects all of the text, so that typing replaces it.
  public func selectAll() {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    gtk_text_buffer_select_range(buffer, &start, &end)
  }

  /// Puts the cursor at the end.
  public func moveToEnd() {
    var end = GtkTextIter()
    gtk_text_buffer_get_end_iter(buffer, &end)
    gtk_text_buffer_place_cursor(buffer, &end)
  }

  /// Undoes the last change.
  public func undo() { gtk_text_buffer_undo(buffer) }
  /// Redoes the change that was undone last.
  public func redo() { gtk_text_buffer_redo(buffer) }

  /// Clears the history of undo.
  public func forgetUndo() {
    gtk_text_buffer_set_enable_undo(buffer, 0)
    gtk_text_buffer_set_enable_undo(buffer, 1)
  }

  /// Calls a closure whenever the text has changed.
  public func onChange(_ handler: @escaping @MainActor () -> Void) {
    let object = UnsafeMutableRawPointer(buffer)
    g_signal_connect_closure(object, "changed", SignalClosure.make { _, _ in handler() }, 0)
  }
}

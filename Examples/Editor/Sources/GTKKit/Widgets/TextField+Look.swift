import CGTK

extension TextField {
  /// Whether dots are shown in place of the text.
  public var hidesText: Bool {
    get { gtk_entry_get_visibility(c()) == 0 }
    set { gtk_entry_set_visibility(c(), newValue ? 0 : 1) }
  }

  /// The alignment of the text: 0 left, 0.5 in the middle, 1 right.
  public var textAlignment: Double {
    get { Double(gtk_editable_get_alignment(c())) }
    set { gtk_editable_set_alignment(c(), Float(newValue)) }
  }

  /// The position of the cursor, in characters (Unicode scalars); -1 is the end.
  public var cursor: Int {
    get { Int(gtk_editable_get_position(c())) }
    set { gtk_editable_set_position(c(), Int32(clamping: newValue)) }
  }

  /// Gives the text a font and a colour.
  ///
  /// - Parameters:
  ///   - size: The size in units.
  ///   - spacing: The space around each character of the text as it is now, half of it on either side, in units.
  public func setLook(
    family: String, size: Double, isBold: Bool, isItalic: Bool, _ color: RGBA, spacing: [Double] = []
  ) {
    guard let font = pango_font_description_new(), let look = pango_attr_list_new() else { return }
    defer {
      pango_font_description_free(font)
      pango_attr_list_unref(look)
    }
    pango_font_description_set_family(font, family)
    pango_font_description_set_absolute_size(font, size * Double(PANGO_SCALE))
    pango_font_description_set_weight(font, isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    pango_font_description_set_style(font, isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    // The list takes the attributes over.
    pango_attr_list_insert(look, pango_attr_font_desc_new(font))
    func part(_ value: Double) -> UInt16 { UInt16(min(max(value, 0), 1) * 65_535) }
    pango_attr_list_insert(
      look, pango_attr_foreground_new(part(color.red), part(color.green), part(color.blue)))
    var start = 0
    for (character, space) in zip(text, spacing) {
      let end = start + character.utf8.count
      let attribute = pango_attr_letter_spacing_new(Int32(clamping: Int(space * Double(PANGO_SCALE))))
      attribute?.pointee.start_index = guint(clamping: start)
      attribute?.pointee.end_index = guint(clamping: end)
      pango_attr_list_insert(look, attribute)
      start = end
    }
    gtk_entry_set_attributes(c(), look)
  }

  /// Where the cursor is before a character (Unicode scalar), from the left edge of the field, in units.
  public func cursorX(at position: Int) -> Double? {
    guard let text = gtk_editable_get_delegate(c()) else { return nil }
    var extents = graphene_rect_t()
    gtk_text_compute_cursor_extents(
      UnsafeMutablePointer(text), gsize(clamping: position), &extents, nil)
    return Double(extents.origin.x)
  }

  /// Undoes the last change.
  public func undo() { activateInside("text.undo") }
  /// Redoes the change that was undone last.
  public func redo() { activateInside("text.redo") }

  /// Clears the history of undo.
  public func forgetUndo() {
    gtk_editable_set_enable_undo(c(), 0)
    gtk_editable_set_enable_undo(c(), 1)
  }

  private func activateInside(_ action: String) {
    guard let text = gtk_editable_get_delegate(c()) else { return }
    let widget = UnsafeMutableRawPointer(text).assumingMemoryBound(to: GtkWidget.self)
    gtk_widget_activate_action_variant(widget, action, nil)
  }
}

import CGTK

extension MenuButton {
  /// Makes F10 open it.
  public func openWithF10() { gtk_menu_button_set_primary(c(), 1) }

  /// Makes it open beside it, towards the end of a line, instead of below.
  public func openSideways() {
    gtk_menu_button_set_direction(c(), isRightToLeft ? GTK_ARROW_LEFT : GTK_ARROW_RIGHT)
  }

  /// Whether it is open.
  public var isOpen: Bool {
    guard let popover = gtk_menu_button_get_popover(c()) else { return false }
    return gtk_widget_get_visible(UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self))
      != 0
  }

  /// How high what it opens is, in units: 0 while it is closed.
  public var popoverHeight: Double {
    guard let popover = gtk_menu_button_get_popover(c()) else { return 0 }
    return Double(
      gtk_widget_get_height(UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self)))
  }

  /// Sets the accessible label of the button within it, which takes the keyboard focus.
  public func nameInside(_ name: String) {
    if let button = firstChild { cgtk_set_label(OpaquePointer(button), name) }
  }

  /// Whether it has a frame while it is neither hovered nor pressed.
  public var hasFrame: Bool {
    get { gtk_menu_button_get_has_frame(c()) != 0 }
    set { gtk_menu_button_set_has_frame(c(), newValue ? 1 : 0) }
  }
}

import CGTK

/// A small window that points at a widget, and goes when one clicks beside it.
open class Popover: Widget {
  /// Makes one around a widget.
  public init(_ child: Widget) {
    super.init(owning: gtk_popover_new())
    gtk_popover_set_child(c(), child.widget)
  }

  override init(owning handle: UnsafeMutableRawPointer) { super.init(owning: handle) }

  /// Gives it to the widget that it points at; not for those of a `MenuButton`.
  public func attach(to owner: Widget) {
    gtk_widget_set_parent(widget, owner.widget)
    owner.on("destroy") { [weak self] in self?.unparent() }
  }

  /// What it points at, in the widget that it was given to.
  public func point(at rect: Rect) {
    var area = GdkRectangle(
      x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
    gtk_popover_set_pointing_to(c(), &area)
  }

  /// Shows it.
  public func popUp() { gtk_popover_popup(c()) }

  /// Hides it.
  public func popDown() { gtk_popover_popdown(c()) }

  /// Calls a closure when it has been hidden.
  @discardableResult
  public func onClose(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("closed", handler)
  }
}

/// A button that opens a menu or a popover.
open class MenuButton: Widget {
  /// Makes one with a symbol of the icon theme.
  public init(icon: String, name: String) {
    super.init(owning: gtk_menu_button_new())
    gtk_menu_button_set_icon_name(c(), icon)
    tooltip = name
    setAccessibleLabel(name)
  }

  /// Makes one around a widget.
  public init(child: Widget, name: String) {
    super.init(owning: gtk_menu_button_new())
    gtk_menu_button_set_child(c(), child.widget)
    tooltip = name
    setAccessibleLabel(name)
  }

  /// Has it open a popover.
  public func setPopover(_ popover: Popover) { gtk_menu_button_set_popover(c(), popover.widget) }

  /// Has it open a menu.
  public func setMenu(_ menu: Menu) { gtk_menu_button_set_menu_model(c(), menu.c()) }

  /// Shows another symbol.
  public func setIcon(_ name: String) { gtk_menu_button_set_icon_name(c(), name) }

  /// Opens it.
  public func popUp() { gtk_menu_button_popup(c()) }

  /// Closes it.
  public func popDown() { gtk_menu_button_popdown(c()) }
}

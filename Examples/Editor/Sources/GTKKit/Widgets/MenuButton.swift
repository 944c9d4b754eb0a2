import CGTK

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

  /// Sets the popover that it opens.
  public func setPopover(_ popover: Popover) { gtk_menu_button_set_popover(c(), popover.widget) }

  /// Sets the menu that it opens.
  public func setMenu(_ menu: Menu) { gtk_menu_button_set_menu_model(c(), menu.c()) }

  /// Shows another symbol.
  public func setIcon(_ name: String) { gtk_menu_button_set_icon_name(c(), name) }

  /// Opens it.
  public func popUp() { gtk_menu_button_popup(c()) }

  /// Closes it.
  public func popDown() { gtk_menu_button_popdown(c()) }
}

import CGTK

/// A context menu, which opens at a point such as that of the pointer.
public final class PopoverMenu: Popover {
  /// Makes one of the items of a menu.
  public init(_ menu: Menu) {
    super.init(owning: UnsafeMutableRawPointer(gtk_popover_menu_new_from_model(menu.c())))
    gtk_popover_set_has_arrow(c(), 0)
    gtk_widget_set_halign(widget, GTK_ALIGN_START)
  }
}

import CGTK

/// A small window that points at a widget, and is closed by a click beside it.
open class Popover: Widget {
  /// Makes one around a widget.
  public init(_ child: Widget) {
    super.init(owning: gtk_popover_new())
    gtk_popover_set_child(c(), child.widget)
  }

  override init(owning handle: UnsafeMutableRawPointer) { super.init(owning: handle) }

  /// Sets the widget that it points at; not for popovers of a `MenuButton`.
  public func attach(to owner: Widget) {
    gtk_widget_set_parent(widget, owner.widget)
    owner.on("destroy") { [weak self] in self?.unparent() }
  }

  /// Sets the rectangle that it points at, in the widget that it is attached to.
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

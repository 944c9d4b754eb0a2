import CGTK

/// A button that stays pressed.
open class ToggleButton: Button {
  /// Makes one with a symbol of the icon theme.
  public init(toggle icon: String, name: String) {
    super.init(owning: gtk_toggle_button_new())
    setIcon(icon)
    setNameAndTooltip(name)
  }

  /// Makes one around a widget.
  public init(toggle child: Widget, name: String) {
    super.init(owning: gtk_toggle_button_new())
    gtk_button_set_child(c(), child.widget)
    setNameAndTooltip(name)
  }

  /// Whether it is pressed.
  public var isActive: Bool {
    get { gtk_toggle_button_get_active(c()) != 0 }
    set { if newValue != isActive { gtk_toggle_button_set_active(c(), newValue ? 1 : 0) } }
  }

  /// Groups it with another one: at most one of a group is pressed.
  public func join(_ other: ToggleButton) { gtk_toggle_button_set_group(c(), other.c()) }

  /// Calls a closure whenever `isActive` has changed, by the user or the program.
  @discardableResult
  public func onToggle(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("toggled", handler)
  }
}

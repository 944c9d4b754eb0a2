import CGTK

/// Something to press.
open class Button: Widget {
  /// Makes a button with a text.
  public init(_ text: String) { super.init(owning: gtk_button_new_with_label(text)) }

  /// Makes a button with a symbol of the icon theme; its name is the tooltip and the accessible label.
  public init(icon: String, name: String) {
    super.init(owning: gtk_button_new_from_icon_name(icon))
    setNameAndTooltip(name)
  }

  /// Makes a button around a widget.
  public init(child: Widget, name: String) {
    super.init(owning: gtk_button_new())
    gtk_button_set_child(c(), child.widget)
    setNameAndTooltip(name)
  }

  override init(owning handle: UnsafeMutableRawPointer) { super.init(owning: handle) }

  /// The text on it.
  public var text: String {
    get { gtk_button_get_label(c()).map { String(cString: $0) } ?? "" }
    set { gtk_button_set_label(c(), newValue) }
  }

  /// The symbol on it.
  public func setIcon(_ name: String) { gtk_button_set_icon_name(c(), name) }

  /// The name of its action, such as "win.save"; it is enabled while the action is.
  public var action: String? {
    get { gtk_actionable_get_action_name(c()).map { String(cString: $0) } }
    set { gtk_actionable_set_action_name(c(), newValue) }
  }

  /// Calls a closure whenever it is pressed.
  @discardableResult
  public func onClick(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("clicked", handler)
  }

  func setNameAndTooltip(_ name: String) {
    tooltip = name
    setAccessibleLabel(name)
  }
}

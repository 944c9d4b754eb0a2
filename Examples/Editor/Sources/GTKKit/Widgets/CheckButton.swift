import CGTK

/// A box to tick, or one of several choices.
open class CheckButton: Widget {
  /// Makes one with a text.
  public init(_ text: String) { super.init(owning: gtk_check_button_new_with_label(text)) }

  /// The text beside it.
  public var text: String {
    get { gtk_check_button_get_label(c()).map { String(cString: $0) } ?? "" }
    set { gtk_check_button_set_label(c(), newValue) }
  }

  /// Breaks the text into lines where there is not enough room.
  public func wrapText() {
    guard let label = gtk_widget_get_last_child(widget),
      g_type_check_instance_is_a(
        UnsafeMutableRawPointer(label).assumingMemoryBound(to: GTypeInstance.self), gtk_label_get_type())
        != 0
    else { return }
    gtk_label_set_wrap(OpaquePointer(label), 1)
    gtk_label_set_xalign(OpaquePointer(label), 0)
  }

  /// Whether it is ticked.
  public var isActive: Bool {
    get { gtk_check_button_get_active(c()) != 0 }
    set { if newValue != isActive { gtk_check_button_set_active(c(), newValue ? 1 : 0) } }
  }

  /// Groups it with another one: at most one of a group is ticked.
  public func join(_ other: CheckButton) { gtk_check_button_set_group(c(), other.c()) }

  /// Calls a closure whenever it was ticked or cleared.
  @discardableResult
  public func onToggle(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("toggled", handler)
  }
}

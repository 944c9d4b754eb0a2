import CGTK

extension Button {
  /// Does what pressing it does, if it can be pressed.
  public func press() {
    guard isSensitive else { return }
    var value = GValue()
    g_value_init(&value, typeOfInstance)
    g_value_set_object(&value, handle)
    g_signal_emitv(&value, g_signal_lookup("clicked", gtk_button_get_type()), 0, nil)
    g_value_unset(&value)
  }
}

import CGTK

/// A password.
open class PasswordField: TextField {
  /// Makes an empty one.
  public init(password hint: String) {
    super.init(owning: gtk_password_entry_new())
    gtk_password_entry_set_show_peek_icon(c(), 1)
    self["placeholder-text"] = hint
    setAccessibleLabel(hint)
  }
}

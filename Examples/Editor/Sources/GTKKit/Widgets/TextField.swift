import CGTK

/// A text field of a single line.
open class TextField: Widget {
  /// Makes an empty one; `hint` is shown in grey while it is.
  public init(hint: String = "") {
    super.init(owning: gtk_entry_new())
    gtk_entry_set_placeholder_text(c(), hint)
  }

  override init(owning handle: UnsafeMutableRawPointer) { super.init(owning: handle) }

  /// The text.
  public var text: String {
    get { String(cString: gtk_editable_get_text(c())) }
    set { if newValue != text { gtk_editable_set_text(c(), newValue) } }
  }

  /// Selects all of the text, so that typing replaces it.
  public func selectAll() { gtk_editable_select_region(c(), 0, -1) }

  /// The minimum width, in letters.
  public var minimumLetters: Int {
    get { Int(gtk_editable_get_width_chars(c())) }
    set { gtk_editable_set_width_chars(c(), Int32(clamping: newValue)) }
  }

  /// Calls a closure whenever the text has changed.
  @discardableResult
  public func onChange(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("changed", handler)
  }

  /// Calls a closure when Enter is pressed.
  @discardableResult
  public func onActivate(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("activate", handler)
  }
}

import CGTK

/// A line of text to be written.
open class TextField: Widget {
  /// Makes an empty one; `hint` is shown in grey while it is.
  public init(hint: String = "") {
    super.init(owning: gtk_entry_new())
    gtk_entry_set_placeholder_text(c(), hint)
  }

  override init(owning handle: UnsafeMutableRawPointer) { super.init(owning: handle) }

  /// What is written.
  public var text: String {
    get { String(cString: gtk_editable_get_text(c())) }
    set { if newValue != text { gtk_editable_set_text(c(), newValue) } }
  }

  /// Marks all of the text, so that writing replaces it.
  public func selectAll() { gtk_editable_select_region(c(), 0, -1) }

  /// How wide it is at least, in letters.
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

/// What is looked for.
open class SearchField: TextField {
  /// Makes an empty one.
  public init(search hint: String) {
    super.init(owning: gtk_search_entry_new())
    self["placeholder-text"] = hint
    setAccessibleLabel(hint)
  }

  /// Calls a closure a moment after the last letter was written.
  @discardableResult
  public func onSearch(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("search-changed", handler)
  }

  /// Calls a closure when the next place is asked for (Control-G).
  @discardableResult
  public func onNext(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("next-match", handler)
  }

  /// Calls a closure when the place before is asked for (Control-Shift-G).
  @discardableResult
  public func onPrevious(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("previous-match", handler)
  }

  /// Calls a closure when Escape is pressed.
  @discardableResult
  public func onStop(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("stop-search", handler)
  }
}

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

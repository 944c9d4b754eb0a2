import CGTK

/// A text field for searching.
open class SearchField: TextField {
  /// Makes an empty one.
  public init(search hint: String) {
    super.init(owning: gtk_search_entry_new())
    self["placeholder-text"] = hint
    setAccessibleLabel(hint)
  }

  /// Calls a closure a moment after the text was changed last (debounced).
  @discardableResult
  public func onSearch(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("search-changed", handler)
  }

  /// Calls a closure when the next match is requested (Control-G).
  @discardableResult
  public func onNext(_ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("next-match", handler)
  }

  /// Calls a closure when the previous match is requested (Control-Shift-G).
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

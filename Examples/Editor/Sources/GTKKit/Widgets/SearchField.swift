import CGTK

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

import CGTK

/// A list of rows, of which only those in view exist, so it can have any length. Up and Down go from row to row, Enter
/// activates one. Place it in a `ScrolledWindow`.
open class ListView: Widget {
  private let items: OpaquePointer?
  private let signals: Object?
  private let makeRow: () -> Widget
  /// Called to make a row show the item at an index.
  public var onBind: (Widget, Int) -> Void = { _, _ in }
  /// The rows in view, and the index that each shows.
  private var bound: [ObjectIdentifier: (row: Widget, item: OpaquePointer)] = [:]

  /// Makes an empty list.
  ///
  /// - Parameter makeRow: Makes a row, which is reused for any index.
  public init(makeRow: @escaping () -> Widget) {
    self.makeRow = makeRow
    items = gtk_string_list_new(nil)
    let factory = gtk_signal_list_item_factory_new()
    signals = factory.map { Object(borrowing: UnsafeMutableRawPointer($0)) }
    // Keep a reference to the list: the selection takes it over, and the widget takes over the selection.
    if let items { g_object_ref(UnsafeMutableRawPointer(items)) }
    let selection = gtk_no_selection_new(items)
    super.init(owning: gtk_list_view_new(selection, factory))
    connect()
  }

  isolated deinit {
    if let items { g_object_unref(UnsafeMutableRawPointer(items)) }
  }

  private func connect() {
    signals?.on("setup") { [weak self] (pointer: ForeignPointer) in
      guard let self, let item = pointer.pointer.map({ OpaquePointer($0) }) else { return }
      let row = makeRow()
      withExtendedLifetime(row) { gtk_list_item_set_child(item, row.widget) }
    }
    signals?.on("bind") { [weak self] (pointer: ForeignPointer) in
      guard let self, let item = pointer.pointer.map({ OpaquePointer($0) }),
        let row = Object.wrapper(of: gtk_list_item_get_child(item)) as? Widget
      else { return }
      bound[ObjectIdentifier(row)] = (row, item)
      onBind(row, Int(gtk_list_item_get_position(item)))
    }
    signals?.on("unbind") { [weak self] (pointer: ForeignPointer) in
      guard let self, let item = pointer.pointer.map({ OpaquePointer($0) }),
        let row = Object.wrapper(of: gtk_list_item_get_child(item)) as? Widget
      else { return }
      bound[ObjectIdentifier(row)] = nil
    }
    on("destroy") { [unowned self] in bound = [:] }
  }

  /// Whether a single click activates a row.
  public var activatesOnClick: Bool {
    get { gtk_list_view_get_single_click_activate(c()) != 0 }
    set { gtk_list_view_set_single_click_activate(c(), newValue ? 1 : 0) }
  }

  /// How many rows there are.
  public var count: Int { Int(g_list_model_get_n_items(items)) }

  /// Replaces rows by new ones. Does nothing if the range is out of bounds.
  ///
  /// - Parameters:
  ///   - range: The indices of the old rows.
  ///   - newCount: The number of new rows.
  public func replace(_ range: Range<Int>, with newCount: Int) {
    guard range.lowerBound >= 0, range.upperBound <= count, !range.isEmpty || newCount > 0 else { return }
    // The texts are not used: rows are identified by their indices.
    let texts: [UnsafePointer<CChar>?] = Array(repeating: Self.text, count: newCount) + [nil]
    texts.withUnsafeBufferPointer { texts in
      gtk_string_list_splice(items, guint(range.lowerBound), guint(range.count), texts.baseAddress)
    }
  }

  private static let text = UnsafePointer(g_strdup("")) as UnsafePointer<CChar>?

  /// Calls `onBind` for all rows in view.
  public func rebind() {
    for (row, item) in bound.values { onBind(row, Int(gtk_list_item_get_position(item))) }
  }

  /// The index of the row that has the keyboard focus; `nil` if none has.
  public var focusedIndex: Int? {
    guard let focused = gtk_widget_get_focus_child(widget) else { return nil }
    return bound.values.first { gtk_widget_is_ancestor($0.row.widget, focused) != 0 }
      .map { Int(gtk_list_item_get_position($0.item)) }
  }

  /// The row at an index, if it is in view.
  public func row(at index: Int) -> Widget? {
    bound.values.first { Int(gtk_list_item_get_position($0.item)) == index && $0.row.isMapped }?.row
  }

  /// The index of the row at a point of the list, and how far down in the row that is, 0 to 1; `nil` if there is none.
  public func index(at point: Point) -> (index: Int, share: Double)? {
    for (row, item) in bound.values where row.isMapped {
      guard let top = row.convert(Point(x: 0, y: 0), to: self)?.y, row.height > 0,
        point.y >= top, point.y < top + row.height
      else { continue }
      return (Int(gtk_list_item_get_position(item)), (point.y - top) / row.height)
    }
    return nil
  }

  /// Brings a row into view, and gives it the keyboard focus if the list has it or `grabsFocus` is set.
  public func scroll(to index: Int, grabsFocus: Bool = false) {
    guard (0..<count).contains(index) else { return }
    activate(action: "list.scroll-to-item", UInt32(index))
    guard grabsFocus else { return }
    bound.values.first { Int(gtk_list_item_get_position($0.item)) == index }?.row.grabListFocus()
  }

  /// Calls a closure when a row is activated, with its index: by Enter, or a double click.
  @discardableResult
  public func onActivate(_ handler: @escaping @MainActor (Int) -> Void) -> SignalConnection {
    on("activate", handler)
  }

  private func activate(action: String, _ number: UInt32) {
    gtk_widget_activate_action_variant(widget, action, g_variant_new_uint32(number))
  }
}

extension Widget {
  /// Describes a row of a list that shows a tree to assistive technology.
  ///
  /// - Parameters:
  ///   - label: What it is called.
  ///   - level: How deep it is, from 1.
  ///   - isExpanded: Whether rows below it are shown; `nil` if there are none.
  ///   - isCurrent: Whether it is the current row of the list.
  public func setAccessibleTreeRow(_ label: String, level: Int, isExpanded: Bool?, isCurrent: Bool) {
    // The widget that is focused is the row of the list around this one.
    guard let row = gtk_widget_get_parent(widget) else { return }
    let expanded: Int32 = isExpanded.map { $0 ? 1 : 0 } ?? -1
    cgtk_set_tree_row(OpaquePointer(row), label, Int32(clamping: level), expanded, isCurrent ? 1 : 0)
  }

  /// Focuses the row of the list that contains it.
  fileprivate func grabListFocus() {
    if let row = gtk_widget_get_parent(widget) { gtk_widget_grab_focus(row) }
  }
}

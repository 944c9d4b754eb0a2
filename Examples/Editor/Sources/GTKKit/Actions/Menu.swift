import CGTK

/// The items of a menu.
public final class Menu: Object {
  /// Makes a menu of sections with separators between them; an item has a text and the name of its action.
  public init(_ sections: [[(text: String, action: String)]]) {
    super.init(owning: g_menu_new())
    for items in sections { add(items) }
  }

  /// Adds a section of items.
  public func adding(_ items: [(text: String, action: String)]) -> Menu {
    add(items)
    return self
  }

  private func add(_ items: [(text: String, action: String)]) {
    let section = g_menu_new()
    for item in items { g_menu_append(section, item.text, item.action) }
    g_menu_append_section(c(), nil, UnsafeMutableRawPointer(section).map(menuModel))
    if let section { g_object_unref(UnsafeMutableRawPointer(section)) }
  }

  /// Adds a menu within it, as its last item.
  public func adding(_ title: String, _ menu: Menu) -> Menu {
    g_menu_append_submenu(c(), title, menuModel(menu.handle))
    return self
  }
}

private func menuModel(_ menu: UnsafeMutableRawPointer) -> UnsafeMutablePointer<GMenuModel> {
  menu.assumingMemoryBound(to: GMenuModel.self)
}

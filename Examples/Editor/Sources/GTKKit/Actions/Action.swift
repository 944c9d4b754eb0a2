import CGTK

/// Something that can be done from a button, a menu or a key.
public final class Action: Object {
  /// Makes an action.
  public init(_ name: String, _ handler: @escaping @MainActor () -> Void) {
    super.init(owning: g_simple_action_new(name, nil))
    on("activate", handler)
  }

  /// Makes an action that is on or off; doing it turns it over. The handler is told what it is to be, and sets
  /// `isOn` itself or lets it be.
  public init(toggle name: String, isOn: Bool, _ handler: @escaping @MainActor (Bool) -> Void) {
    let state = g_variant_new_boolean(isOn ? 1 : 0)
    super.init(owning: g_simple_action_new_stateful(name, nil, state))
    on("activate") { [unowned self] in handler(!self.isOn) }
  }

  /// Whether it can be done now.
  public var isEnabled: Bool {
    get { g_action_get_enabled(c()) != 0 }
    set { g_simple_action_set_enabled(c(), newValue ? 1 : 0) }
  }

  /// Whether it is on.
  public var isOn: Bool {
    get {
      guard let state = g_action_get_state(c()) else { return false }
      defer { g_variant_unref(state) }
      return g_variant_get_boolean(state) != 0
    }
    set { g_simple_action_set_state(c(), g_variant_new_boolean(newValue ? 1 : 0)) }
  }

  /// Does it, if it can be done.
  public func activate() { g_action_activate(c(), nil) }
}

/// The items of a menu.
public final class Menu: Object {
  /// Makes a menu of sections, which lines part; an item has a text and the name of its action.
  public init(_ sections: [[(text: String, action: String)]]) {
    super.init(owning: g_menu_new())
    for items in sections {
      let section = g_menu_new()
      for item in items { g_menu_append(section, item.text, item.action) }
      g_menu_append_section(c(), nil, UnsafeMutableRawPointer(section).map(menuModel))
      if let section { g_object_unref(UnsafeMutableRawPointer(section)) }
    }
  }
}

private func menuModel(_ menu: UnsafeMutableRawPointer) -> UnsafeMutablePointer<GMenuModel> {
  menu.assumingMemoryBound(to: GMenuModel.self)
}

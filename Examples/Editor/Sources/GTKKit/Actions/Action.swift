import CGTK

/// Something that can be done from a button, a menu or a key.
public final class Action: Object {
  /// Makes an action.
  public init(_ name: String, _ handler: @escaping @MainActor () -> Void) {
    super.init(owning: g_simple_action_new(name, nil))
    on("activate", handler)
  }

  /// Makes an action that is on or off. Activating it calls the handler with the opposite state; the handler sets `isOn` to
  /// accept it.
  public init(toggle name: String, isOn: Bool, _ handler: @escaping @MainActor (Bool) -> Void) {
    let state = g_variant_new_boolean(isOn ? 1 : 0)
    super.init(owning: g_simple_action_new_stateful(name, nil, state))
    on("activate") { [unowned self] in handler(!self.isOn) }
  }

  /// Makes an action that chooses one of several values; an item of a menu activates it as "name::value". The handler is called
  /// with the value, and sets `choice` to accept it.
  public init(choice name: String, _ choice: String, _ handler: @escaping @MainActor (String) -> Void) {
    let type = g_variant_type_new("s")
    defer { g_variant_type_free(type) }
    super.init(owning: g_simple_action_new_stateful(name, type, g_variant_new_string(choice)))
    on("activate") { (parameter: ChosenText) in handler(parameter.text) }
  }

  /// The value that is chosen.
  public var choice: String {
    get {
      guard let state = g_action_get_state(c()) else { return "" }
      defer { g_variant_unref(state) }
      return ChosenText(state).text
    }
    set { if newValue != choice { g_simple_action_set_state(c(), g_variant_new_string(newValue)) } }
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

  /// Activates it, if it is enabled.
  public func activate() { g_action_activate(c(), nil) }
}

/// A text in a variant in a value.
private struct ChosenText: ValueConvertible {
  var text = ""

  init(_ variant: OpaquePointer) {
    var length = 0
    guard let text = g_variant_get_string(variant, &length) else { return }
    self.text = String(cString: text)
  }

  init?(_ value: UnsafePointer<GValue>) {
    guard let variant = g_value_get_variant(value) else { return nil }
    self.init(variant)
  }

  func store(in value: UnsafeMutablePointer<GValue>) {}
}

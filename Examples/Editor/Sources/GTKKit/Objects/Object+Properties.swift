import CGTK

extension Object {
  /// A property of the GObject; `nil` if it has none of that name and type. Setting `nil`, or one that it
  /// does not have, does nothing.
  public subscript<Value: ValueConvertible>(property: String) -> Value? {
    get {
      guard let type = type(of: property) else { return nil }
      var value = GValue()
      g_value_init(&value, type)
      defer { g_value_unset(&value) }
      g_object_get_property(c(), property, &value)
      return Value(&value)
    }
    set {
      guard let newValue, let type = type(of: property) else { return }
      var value = GValue()
      g_value_init(&value, type)
      defer { g_value_unset(&value) }
      newValue.store(in: &value)
      g_object_set_property(c(), property, &value)
    }
  }

  private func type(of property: String) -> GType? {
    let instance = handle.assumingMemoryBound(to: GTypeInstance.self)
    guard let type = instance.pointee.g_class else { return nil }
    let objectClass = UnsafeMutableRawPointer(type).assumingMemoryBound(to: GObjectClass.self)
    return g_object_class_find_property(objectClass, property)?.pointee.value_type
  }
}

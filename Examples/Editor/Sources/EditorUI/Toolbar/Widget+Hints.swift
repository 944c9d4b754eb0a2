import GTKKit

extension Widget {
  /// Tells what it does, and by which keys, when the pointer rests on it.
  func hint(_ text: String, _ keys: String) { tooltip = "\(text) (\(keys))" }
}

extension Button {
  /// Gives a button without a text a name, and tells the keys that do the same.
  func rename(_ name: String, _ keys: String) {
    hint(name, keys)
    setAccessibleLabel(name)
  }
}

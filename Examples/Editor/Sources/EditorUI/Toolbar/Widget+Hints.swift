import GTKKit

extension Widget {
  /// Sets the tooltip: a text, with the keys that do the same.
  func hint(_ text: String, _ keys: String) { tooltip = "\(text) (\(keys))" }
}

extension Button {
  /// Sets the tooltip and the accessible label of a button without a text.
  func rename(_ name: String, _ keys: String) {
    hint(name, keys)
    setAccessibleLabel(name)
  }
}

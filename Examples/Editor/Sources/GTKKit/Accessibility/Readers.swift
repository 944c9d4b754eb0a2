import CGTK

/// Whether there is a screen reader, as far as the session says.
public enum Readers {
  /// Whether one is there.
  public private(set) static var areThere = false
  private static var listeners: [@MainActor () -> Void] = []

  /// Calls a closure when readers come or go. Asks the session when it is called first, in the background.
  public static func onChange(_ listener: @escaping @MainActor () -> Void) {
    listeners.append(listener)
    guard listeners.count == 1 else { return }
    cgtk_watch_readers({ areThere, _ in Readers.change(areThere != 0) }, nil)
  }

  private static func change(_ new: Bool) {
    guard new != areThere else { return }
    areThere = new
    for listener in listeners { listener() }
  }
}

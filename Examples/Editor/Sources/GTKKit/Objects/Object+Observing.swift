import CGTK
import Observation

extension Object {
  /// Runs a closure now, and again on the main loop, before the next frame, whenever something `@Observable`
  /// that it read has changed; however often it changed, it runs once. Ends when the object is destroyed.
  ///
  /// ```swift
  /// undo.observe { [unowned undo] in undo.isEnabled = session.canUndo }
  /// ```
  public func observe(_ body: @escaping @MainActor () -> Void) {
    let observer = Observer(body)
    observers.append(observer)
    if observers.count == 1, g_signal_lookup("destroy", typeOfInstance) != 0 {
      on("destroy") { [unowned self] in stopObserving() }
    }
    observer.run()
  }

  /// Ends all of the object's observations.
  public func stopObserving() {
    for observer in observers { observer.stop() }
    observers = []
  }

  var typeOfInstance: GType {
    handle.assumingMemoryBound(to: GTypeInstance.self).pointee.g_class?.pointee.g_type ?? 0
  }
}

/// Runs a closure again whenever what it read has changed.
final class Observer {
  private var body: (@MainActor () -> Void)?

  init(_ body: @escaping @MainActor () -> Void) { self.body = body }

  func run() {
    guard let body else { return }
    withObservationTracking(body) { [weak self] in
      // This is called before the change is made, and more may follow: run later, once.
      MainLoop.soon { self?.run() }
    }
  }

  func stop() { body = nil }
}

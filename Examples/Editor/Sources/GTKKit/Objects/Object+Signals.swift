import CGTK

extension Object {
  /// Calls a closure whenever a signal is sent, with the signal's arguments (without the sender):
  ///
  /// ```swift
  /// button.on("clicked") { [weak self] in self?.open() }
  /// drag.on("drag-begin") { [weak self] (x: Double, y: Double) in self?.begin(x, y) }
  /// ```
  ///
  /// A handler with fewer arguments than the signal has gets the first ones. If one is of another type than
  /// the signal's, the handler is not called and GLib's log says so.
  @discardableResult
  public func on<each Argument: ValueConvertible>(
    _ signal: String, _ handler: @escaping @MainActor (repeat each Argument) -> Void
  ) -> SignalConnection {
    connect(signal) { arguments, _ in
      var reader = ArgumentReader(arguments, signal)
      let values = (repeat reader.next((each Argument).self))
      guard let values = reader.all(repeat each values) else { return }
      handler(repeat each values)
    }
  }

  /// As `on`, for a signal whose handlers return a value. For most signals `true` means that the signal was handled and stops.
  @discardableResult
  public func answer<each Argument: ValueConvertible, Answer: ValueConvertible>(
    _ signal: String, _ handler: @escaping @MainActor (repeat each Argument) -> Answer
  ) -> SignalConnection {
    connect(signal) { arguments, result in
      var reader = ArgumentReader(arguments, signal)
      let values = (repeat reader.next((each Argument).self))
      guard let values = reader.all(repeat each values) else { return }
      let answer = handler(repeat each values)
      if let result { answer.store(in: result) }
    }
  }

  /// Calls a closure whenever a property has changed.
  @discardableResult
  public func onChange(of property: String, _ handler: @escaping @MainActor () -> Void) -> SignalConnection {
    on("notify::\(property)", handler)
  }

  private func connect(_ signal: String, _ call: @escaping SignalClosure.Call) -> SignalConnection {
    let id = g_signal_connect_closure(handle, signal, SignalClosure.make(call), 0)
    if id != 0 { connections.append(id) }
    return SignalConnection(object: self, id: id)
  }
}

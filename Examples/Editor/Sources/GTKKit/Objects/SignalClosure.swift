import CGTK

/// A Swift closure in a `GClosure`.
final class SignalClosure {
  typealias Call = @MainActor (UnsafeBufferPointer<GValue>, UnsafeMutablePointer<GValue>?) -> Void

  private let call: Call

  private init(_ call: @escaping Call) { self.call = call }

  /// A floating closure that calls a Swift one, which is released with it.
  static func make(_ call: @escaping Call) -> UnsafeMutablePointer<GClosure>? {
    let box = Unmanaged.passRetained(SignalClosure(call)).toOpaque()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), box)
    g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
      guard let box = closure?.pointee.data else { return }
      let arguments = UnsafeBufferPointer(start: values, count: values == nil ? 0 : Int(count))
      Unmanaged<SignalClosure>.fromOpaque(box).takeUnretainedValue().call(arguments, result)
    }
    g_closure_add_finalize_notifier(closure, box) { box, _ in
      if let box { Unmanaged<SignalClosure>.fromOpaque(box).release() }
    }
    return closure
  }
}

/// Reads the arguments of a signal one after the other; the sender is left out.
struct ArgumentReader {
  private let arguments: UnsafeBufferPointer<GValue>
  private let signal: String
  private var place = 1

  init(_ arguments: UnsafeBufferPointer<GValue>, _ signal: String) {
    self.arguments = arguments
    self.signal = signal
  }

  mutating func next<Argument: ValueConvertible>(_ type: Argument.Type) -> Argument? {
    defer { place += 1 }
    guard place < arguments.count, let base = arguments.baseAddress else { return nil }
    return Argument(base + place)
  }

  /// The arguments if all of them are there.
  func all<each Argument>(_ argument: repeat (each Argument)?) -> (repeat each Argument)? {
    func value<T>(_ value: T?) throws(MissingArgument) -> T {
      guard let value else { throw MissingArgument() }
      return value
    }
    do {
      return (repeat try value(each argument))
    } catch {
      Log.warn("A handler of “\(signal)” does not take the arguments that the signal has.")
      return nil
    }
  }

  private struct MissingArgument: Error {}
}

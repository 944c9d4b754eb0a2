#if THREAD_SANITIZER
  import Foundation

  /// Stands in for the library's mutex under the thread sanitizer, which does not see that one: it is
  /// built on system calls that the sanitizer does not watch, and every guarded access looks like a race.
  final class Mutex<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    }
  }
#endif

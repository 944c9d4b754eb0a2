#if THREAD_SANITIZER
  import Foundation

  /// Stands in for the library's mutex under the thread sanitizer, which does not see that one: it is
  /// built on system calls that the sanitizer does not watch, and every guarded access looks like a race.
  ///
  /// A module that uses a mutex names this one `Mutex`: its own name comes before that of the library.
  package final class WatchedMutex<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    }
  }
#endif

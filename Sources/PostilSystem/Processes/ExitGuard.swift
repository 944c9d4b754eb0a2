import CSystem

/// Keeps the program's end from taking C++ libraries down while threads are inside them, which would end it with a signal
/// after it had done all its work.
package enum ExitGuard {
  /// Makes the end of the program wait until no thread is inside a library, or, if that takes longer than a second, skip
  /// what takes the libraries down; if the program allows it (``ProcessEffects/exit``). To be called after they have been set up: what was set up last is taken down first.
  package static func install() { postil_guard_exit() }

  /// Calls into such a library. Once the program ends, a thread that calls this does not return.
  @inline(__always)
  package static func inLibrary<Result>(_ body: () throws -> Result) rethrows -> Result {
    postil_enter_library()
    defer { postil_leave_library() }
    return try body()
  }
}

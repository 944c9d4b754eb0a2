import Glibc

/// The processes that this one has forked.
enum Processes {
  /// Waits a moment for children to end: they have lost their program too. Left behind, they would become processes of the
  /// system's first one, which does not clear away dead ones in every container. Those that hang are ended with this process.
  static func waitForChildren() {
    for _ in 0..<500 {
      guard waitpid(-1, nil, WNOHANG) >= 0 else { return }
      usleep(1_000)
    }
  }
}

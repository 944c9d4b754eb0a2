import Synchronization

@testable import PostilCommand

/// Output that a test can look at.
final class CapturedOutput: TextOutput {
  private let captured = Mutex("")
  let isTerminal: Bool
  let hasFailed: Bool

  init(isTerminal: Bool = false, hasFailed: Bool = false) {
    self.isTerminal = isTerminal
    self.hasFailed = hasFailed
  }

  func write(_ text: String) { captured.withLock { $0 += text } }
  var text: String { captured.withLock { $0 } }
}

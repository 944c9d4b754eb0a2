import Foundation
import Synchronization

@testable import PostilCommand

/// Output that a test can look at.
final class CapturedOutput: CommandOutput {
  private let captured = Mutex(Data())
  let isTerminal: Bool
  let failure: Int32?

  init(isTerminal: Bool = false, failure: Int32? = nil) {
    self.isTerminal = isTerminal
    self.failure = failure
  }

  func write(_ data: Data) { captured.withLock { $0 += data } }
  var data: Data { captured.withLock { $0 } }
  var text: String { String(decoding: data, as: UTF8.self) }
}

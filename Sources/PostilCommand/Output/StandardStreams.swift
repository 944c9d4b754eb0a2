import Foundation
import PostilSystem
import Synchronization

/// Standard output or standard error.
final class StandardOutput: CommandOutput {
  private let descriptor: Int32
  private let firstFailure = Mutex<Int32?>(nil)

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes nothing any more after the first error: what reads it would miss a part in the middle.
  func write(_ data: Data) {
    firstFailure.withLock { failure in
      guard failure == nil else { return }
      failure = FileIO.writeCode(data, to: descriptor)
    }
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }
  var failure: Int32? { firstFailure.withLock { $0 } }
}

/// Standard input, or what a test gives instead.
struct StandardInput: Sendable {
  /// Reads all of it.
  let read: @Sendable () throws -> Data
  let isTerminal: Bool

  /// That of the process.
  static var ofProcess: StandardInput {
    StandardInput(read: { try FileIO.readToEnd(of: STDIN_FILENO) }, isTerminal: isatty(STDIN_FILENO) == 1)
  }
}

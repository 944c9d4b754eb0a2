import Foundation
import Synchronization

/// Standard output or standard error.
final class FileOutput: TextOutput {
  private let handle: FileHandle
  private let failed = Atomic(false)

  init(_ handle: FileHandle) { self.handle = handle }

  func write(_ text: String) {
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      failed.store(true, ordering: .relaxed)
    }
  }

  var isTerminal: Bool { isatty(handle.fileDescriptor) == 1 }
  var hasFailed: Bool { failed.load(ordering: .relaxed) }
}

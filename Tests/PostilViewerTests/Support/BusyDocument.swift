import Foundation
import Synchronization

@testable import Postil

/// Keeps a document busy, as reading objects from a slow disk does.
final class BusyDocument: Sendable {
  private let end = DispatchSemaphore(value: 0)
  private let state = Mutex(false)

  /// Whether the document is busy. It is until ``finish()`` is called, or for a quarter of an hour, so that a test which waits
  /// for it fails rather than waits for ever.
  var isBusy: Bool { state.withLock { $0 } }

  init(_ document: PDFDocument) {
    let begun = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [self] in
      document.store.withLock { _ in
        state.withLock { $0 = true }
        begun.signal()
        _ = end.wait(timeout: .now() + 900)
        state.withLock { $0 = false }
      }
    }
    begun.wait()
  }

  func finish() { end.signal() }
}

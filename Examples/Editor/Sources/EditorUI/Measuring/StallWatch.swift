import Foundation
import GTKKit
import Synchronization

/// Measures from another thread how long the main loop is blocked.
nonisolated final class StallWatch: Sendable {
  private let state = Mutex((sent: 0.0, isProbing: false, longest: 0.0, count: 0))

  /// The longest stall, in seconds.
  var longest: Double { state.withLock { $0.longest } }

  /// The number of stalls over 50 ms, which users notice.
  var count: Int { state.withLock { $0.count } }

  /// Resets the measurements, and returns the longest stall until now, in seconds.
  func restart() -> Double {
    state.withLock { state in
      defer { (state.longest, state.count) = (0, 0) }
      return state.longest
    }
  }

  /// Begins to watch, for as long as the program runs.
  func start() {
    Thread.detachNewThread { [weak self] in
      while let watch = self {
        watch.sendProbe()
        Thread.sleep(forTimeInterval: 0.004)
      }
    }
  }

  private func sendProbe() {
    let now = MainLoop.now
    let mustProbe = state.withLock { state in
      guard !state.isProbing else { return false }
      (state.isProbing, state.sent) = (true, now)
      return true
    }
    guard mustProbe else { return }
    MainLoop.soon(.urgent) { [weak self] in self?.receiveProbe() }
  }

  private func receiveProbe() {
    let now = MainLoop.now
    state.withLock { state in
      state.isProbing = false
      state.longest = max(state.longest, now - state.sent)
      if now - state.sent > 0.05 { state.count += 1 }
    }
  }
}

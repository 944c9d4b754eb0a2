import Foundation
import Testing

/// Waits until something holds; records an issue if it still does not after a long time.
@MainActor func wait(
  until isTrue: () -> Bool, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation
) async {
  let deadline = ContinuousClock.now + .seconds(60)
  while !isTrue() {
    guard ContinuousClock.now < deadline else {
      Issue.record(what, sourceLocation: sourceLocation)
      return
    }
    try? await Task.sleep(for: .milliseconds(2))
  }
}

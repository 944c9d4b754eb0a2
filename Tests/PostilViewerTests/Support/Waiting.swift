import Foundation
import PostilViewer
import Testing

/// Waits until something holds; records an issue if it still does not after a long time.
@MainActor func wait(
  until isTrue: () -> Bool, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation
) async {
  // Under a sanitizer all tests at once take minutes, and each of them waits for all others.
  let deadline = ContinuousClock.now + .seconds(900)
  // Tests share the main actor: many that look often would keep it from what they wait for.
  var pause = Duration.milliseconds(2)
  while !isTrue() {
    guard ContinuousClock.now < deadline else {
      Issue.record(what, sourceLocation: sourceLocation)
      return
    }
    try? await Task.sleep(for: pause)
    pause = min(pause * 1.2, .milliseconds(100))
  }
}

extension RenderOptions {
  /// Without a folder for previews, so that tests leave nothing behind, and with a deadline for which no busy machine is
  /// slow enough.
  static var forTests: RenderOptions {
    var options = RenderOptions()
    options.previewFolder = nil
    options.deadline = .seconds(3_600)
    return options
  }
}

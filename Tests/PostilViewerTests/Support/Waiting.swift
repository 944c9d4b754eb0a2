import Foundation
import PostilTestSupport
import PostilViewer
import Testing

/// Waits until something holds; records an issue if it still does not after a long time.
@MainActor func wait(
  until isTrue: () -> Bool, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation
) async {
  if await !becomesTrue(isTrue) { Issue.record(what, sourceLocation: sourceLocation) }
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

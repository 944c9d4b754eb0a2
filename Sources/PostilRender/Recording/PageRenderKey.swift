package import PostilModel

/// A page of the file as it was opened, and how it is shown now: what a session's edits make of it
/// without touching its content.
package struct PageRenderKey: Sendable, Hashable {
  /// The page's place in the file, from 0.
  package var index: Int
  /// How far the page was turned since.
  package var turn: PageRotation
  /// Annotations of the file that are not to be shown, because they were changed or removed since.
  package var hidden: [AnnotationLocator]
  /// Whether replaying a recording would show the page with other pixels than drawing it does.
  package var isHardToRecord: Bool

  package init(
    index: Int, turn: PageRotation = .none, hidden: [AnnotationLocator] = [], isHardToRecord: Bool = false
  ) {
    self.index = index
    self.turn = turn
    self.hidden = hidden
    self.isHardToRecord = isHardToRecord
  }

  /// The page as the file has it: turning it changes no recording.
  var unturned: PageRenderKey { PageRenderKey(index: index, hidden: hidden, isHardToRecord: isHardToRecord) }
}

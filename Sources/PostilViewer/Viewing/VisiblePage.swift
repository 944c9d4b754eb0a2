import Postil

/// A page of which something is seen in a view.
public struct VisiblePage: Sendable, Hashable {
  /// The page.
  public let page: PageID
  /// Its index in the document.
  public let index: Int
  /// Where it is in the view, in the view's units; parts may lie outside.
  public let frame: ViewRect

  init(page: PageID, index: Int, frame: ViewRect) {
    self.page = page
    self.index = index
    self.frame = frame
  }
}

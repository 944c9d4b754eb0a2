/// How the pages of a document are laid out in a window.
public enum DisplayMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// One page at a time; swiping goes to the next.
  case singlePage
  /// All pages below one another; scrolling goes through them.
  case singlePageContinuous
}

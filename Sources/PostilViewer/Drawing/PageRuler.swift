/// A ruler that lies on a page.
public struct PageRuler: Sendable, Hashable {
  /// The page.
  public var page: PageID
  /// The ruler, in page space.
  public var ruler: Ruler

  /// Lays a ruler on a page.
  public init(_ ruler: Ruler, on page: PageID) { (self.ruler, self.page) = (ruler, page) }
}

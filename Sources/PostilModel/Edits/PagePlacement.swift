/// A page and the place it has among the pages of the result.
public struct PagePlacement: Sendable, Hashable {
  /// The page.
  public let page: PageID
  /// Its index in the result, from 0.
  public let index: Int

  /// Makes a placement.
  public init(page: PageID, index: Int) {
    self.page = page
    self.index = index
  }
}

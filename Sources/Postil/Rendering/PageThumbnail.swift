public import PostilModel
public import PostilRender

/// A small picture of a page.
public struct PageThumbnail: Sendable {
  /// The page.
  public let page: PageID
  /// The page's place when it was asked for, from 0; -1 if there is no such page.
  public let index: Int
  /// The picture, or why there is none: ``PDFError``.
  public let image: Result<PageImage, PDFError>
}

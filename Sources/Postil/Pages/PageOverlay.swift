/// A page that is painted on others, such as a watermark or a letterhead: ``EditTransaction/addOverlay(_:to:)``.
public struct PageOverlay: Sendable {
  /// How large it is painted, and where.
  public enum Placement: Sendable, Hashable {
    /// As large as the page that it is painted on allows, in its middle.
    case fit
    /// As large as it is, in the middle of the page.
    case actualSize
    /// As large as a rectangle allows, in its middle; in page space of the page that it is painted on.
    case rect(PageRect)
  }

  /// The document that the painted page is in.
  public var document: PDFDocument
  /// The page of that document.
  public var page: PageID
  /// Whether it is painted before what the page shows, which then covers it (an underlay), instead of after it.
  public var isUnderlay: Bool
  /// How large it is painted, and where.
  public var placement: Placement
  /// From 0, which shows nothing, to 1.
  public var opacity: Double

  /// Makes an overlay of a page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - document: The document that it is in.
  ///   - isUnderlay: Whether it is painted before what the page shows, which then covers it, instead of after it.
  ///   - placement: How large it is painted, and where.
  ///   - opacity: From 0, which shows nothing, to 1.
  public init(
    _ page: PageID, of document: PDFDocument, isUnderlay: Bool = false, placement: Placement = .fit,
    opacity: Double = 1
  ) {
    self.document = document
    self.page = page
    self.isUnderlay = isUnderlay
    self.placement = placement
    self.opacity = opacity
  }
}

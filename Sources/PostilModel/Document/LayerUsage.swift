/// Where a layer is shown or hidden by itself, as far as the document has readers heed it (`/Usage` and `/AS`, ISO 32000-2, 8.11.4.4).
public struct LayerUsage: Sendable, Hashable {
  /// Whether it is shown on screens; `nil`: as its state says.
  public var isShownOnScreen: Bool?
  /// Whether it is printed; `nil`: if it is shown.
  public var isPrinted: Bool?
  /// Whether it is in files of other formats; `nil`: if it is shown.
  public var isExported: Bool?
  /// The least zoom at which it is shown, where 1 is the size on paper; `nil`: any.
  public var leastZoom: Double?
  /// The zoom from which on it is hidden; `nil`: none.
  public var zoomLimit: Double?
  /// The language that it is for, as in BCP 47; `nil`: any.
  public var language: String?
  /// Whether it is also for readers of the same language elsewhere, if no layer is for just theirs.
  public var isForRelatedLanguages: Bool

  /// Nothing is said.
  public init() { isForRelatedLanguages = false }
}

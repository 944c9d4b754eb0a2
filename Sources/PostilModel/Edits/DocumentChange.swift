/// A change that a document announces: which pages, and what about them.
public struct DocumentChange: Sendable, Hashable {
  /// What changed.
  public struct Kind: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int
    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Annotations were added, changed or removed.
    public static let annotations = Kind(rawValue: 1)
    /// Pages were turned.
    public static let rotation = Kind(rawValue: 2)
    /// Pages changed places.
    public static let order = Kind(rawValue: 4)
    /// The document was saved: nothing is unsaved any more.
    public static let saved = Kind(rawValue: 8)
    /// Pages came or went.
    public static let pages = Kind(rawValue: 16)
    /// The content of pages changed, or their boxes.
    public static let content = Kind(rawValue: 32)
    /// Title, author and the like changed.
    public static let information = Kind(rawValue: 64)
  }

  /// What changed.
  public var kind: Kind
  /// The pages that changed, in no particular order.
  public var pages: Set<PageID>
  /// For each page whose annotations changed, the rectangle of the page to draw again.
  public var areas: [PageID: PageRect]

  /// Makes a change.
  public init(kind: Kind, pages: Set<PageID> = [], areas: [PageID: PageRect] = [:]) {
    self.kind = kind
    self.pages = pages
    self.areas = areas
  }
}

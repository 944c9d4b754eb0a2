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
    /// The outline changed.
    public static let outline = Kind(rawValue: 1 << 16)
    /// The labels of pages changed.
    public static let pageLabels = Kind(rawValue: 1 << 17)
    /// How viewers show the document changed, or its language.
    public static let settings = Kind(rawValue: 1 << 18)
    /// The files that the document holds changed.
    public static let attachments = Kind(rawValue: 1 << 19)
    /// Places under names changed.
    public static let destinations = Kind(rawValue: 1 << 20)
    /// Other layers are shown or hidden when the document is opened.
    public static let layers = Kind(rawValue: 1 << 21)
    /// Entries of objects were set, or the data of a stream. What pages may be drawn with is ``content`` of them, too.
    public static let objects = Kind(rawValue: 1 << 22)
    /// Form fields were filled in, or one that no page shows was removed or is back.
    public static let formValues = Kind(rawValue: 1 << 12)
  }

  /// What made the change; several if changes were merged.
  public struct Cause: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: Int
    /// Makes a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// An edit.
    public static let edit = Cause(rawValue: 1)
    /// Taking edits back.
    public static let undo = Cause(rawValue: 2)
    /// Doing edits again.
    public static let redo = Cause(rawValue: 4)
    /// A save.
    public static let save = Cause(rawValue: 8)
  }

  /// What becomes of changes that are announced faster than they are read.
  public struct BufferingPolicy: Sendable, Hashable {
    /// How many changes are kept apart; `nil`: any number.
    package let limit: Int?

    /// So many changes are kept; more are merged into the newest of them, so that none is lost and memory stays
    /// bounded. At least one is kept.
    public static func merging(_ limit: Int) -> BufferingPolicy { BufferingPolicy(limit: max(limit, 1)) }

    /// All changes are kept one by one: a reader that stops reading lets memory grow.
    public static let unbounded = BufferingPolicy(limit: nil)
  }

  /// What changed.
  public var kind: Kind
  /// The pages that changed, in no particular order.
  public var pages: Set<PageID>
  /// For each page whose annotations changed, or that shows a field that was filled in, the rectangle of the page to draw again. Pages
  /// that changed otherwise have none: all of such a page is to be drawn again.
  public var areas: [PageID: PageRect]
  /// What made the change.
  public var cause: Cause
  /// What a menu calls the edit, in English; `nil` for saves.
  public var name: String?

  /// Makes a change.
  public init(
    kind: Kind, pages: Set<PageID> = [], areas: [PageID: PageRect] = [:], cause: Cause = .edit,
    name: String? = nil
  ) {
    self.kind = kind
    self.pages = pages
    self.areas = areas
    self.cause = cause
    self.name = name
  }

  /// Takes in a later change.
  public mutating func merge(_ later: DocumentChange) {
    kind.formUnion(later.kind)
    pages.formUnion(later.pages)
    areas.merge(later.areas) { $0.union($1) }
    cause.formUnion(later.cause)
    name = later.name ?? name
  }
}

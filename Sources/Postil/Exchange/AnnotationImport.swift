public import PostilModel

/// What an import of annotations did.
public struct AnnotationImport: Sendable {
  /// An annotation of the document.
  public struct Place: Sendable, Hashable {
    /// The page that it is on.
    public let page: PageID
    /// The page's index when it was imported, from 0.
    public let pageIndex: Int
    /// Its name.
    public let id: AnnotationID
  }

  /// Those that are new.
  public internal(set) var added: [Place] = []
  /// Those that took the place of one of the same name.
  public internal(set) var changed: [Place] = []
  /// Those that the document had already, with everything in them.
  public internal(set) var unchanged: [Place] = []
  /// Those that were not imported, and why.
  public internal(set) var skipped: [AnnotationNote] = []
  /// Those that were imported without a part of what the file says, and why.
  public internal(set) var notes: [AnnotationNote] = []
  /// Parts of the file that are no annotations, such as `fields`: they were passed over.
  public internal(set) var ignoredParts: [String] = []
}

extension AnnotationImport: CustomStringConvertible {
  /// How many: `3 added, 1 changed, 0 unchanged, 2 skipped`.
  public var description: String {
    "\(added.count) added, \(changed.count) changed, \(unchanged.count) unchanged, \(skipped.count) skipped"
  }
}

/// What was changed in a document after a signature, by updates that were appended to the bytes that it covers (object
/// modification analysis, ISO 32000-2, 12.8.2).
public struct LaterChanges: Sendable, Hashable {
  /// A kind of change.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The document's title, author and the like, or its metadata.
    case information
    /// What proves signatures valid later: certificates, revocation lists, time stamps of the document.
    case validationData
    /// Signatures, with the fields that hold them.
    case signatures
    /// Values of form fields.
    case formValues
    /// Form fields: added, removed or others; fields for signatures that nobody signed.
    case formFields
    /// Annotations: added, changed or removed.
    case annotations
    /// Pages: what they show, their order, boxes and rotation.
    case pages
    /// Something else, or changes that could not be told apart.
    case other
  }

  /// One change: what, and where.
  public struct Change: Sendable, Hashable {
    /// Which kind it is.
    public let kind: Kind
    /// The page that shows it, counted from 0 as it was before the change; `nil` if none does, or it is not known.
    public let pageIndex: Int?
    /// The full name of the form field; `nil` if it is none of a field.
    public let field: String?
    /// What was changed, in words; `nil` if the kind says it all.
    public let remark: String?
    /// The number of the revision that changed it, from 1 for the oldest, as `DocumentRevision.number` counts; 0 if it is not known.
    public let revision: Int
    /// Where the gap of the signature begins that the change is made for, if it is.
    package let signature: Int?

    /// Makes a change.
    public init(
      _ kind: Kind, pageIndex: Int? = nil, field: String? = nil, remark: String? = nil, revision: Int = 0
    ) {
      self.init(
        kind, pageIndex: pageIndex, field: field, remark: remark, revision: revision, signature: nil)
    }

    package init(
      _ kind: Kind, pageIndex: Int?, field: String?, remark: String?, revision: Int, signature: Int?
    ) {
      self.kind = kind
      self.signature = signature
      self.pageIndex = pageIndex
      self.field = field
      self.remark = remark
      self.revision = revision
    }
  }

  /// The changes, in the order of the revisions that made them.
  public let changes: [Change]
  /// Whether all changes are listed: of many that are alike, some are left out.
  public let isComplete: Bool

  /// Makes a list of changes.
  public init(_ changes: [Change], isComplete: Bool = true) {
    self.changes = changes
    self.isComplete = isComplete
  }

  /// The kinds of change that were found; none if nothing changed.
  public var kinds: Set<Kind> { Set(changes.map(\.kind)) }
  /// The full names of the fields whose values changed, sorted.
  public var fields: [String] {
    Set(changes.compactMap { $0.kind == .formValues ? $0.field : nil }).sorted()
  }
  /// What was found that its kind does not say, in words, each once.
  public var remarks: [String] {
    var known: Set<String> = []
    return changes.compactMap(\.remark).filter { known.insert($0).inserted }
  }

  /// Whether a certification at a level, and locks, permit these changes.
  ///
  /// - Parameters:
  ///   - level: What the certification permits; `nil` if the document is not certified: forms, signatures and annotations then.
  ///   - locks: What signatures lock.
  public func arePermitted(by level: PermittedChanges?, locks: [FieldLock] = []) -> Bool {
    let limits = ModificationLimits(level: level, locks: locks)
    return changes.allSatisfy { limits.refusal(of: $0) == nil }
  }
}

extension LaterChanges: CustomStringConvertible {
  /// The kinds of change: `annotations, formValues`; `nothing` if there are none.
  public var description: String {
    let kinds = kinds
    return kinds.isEmpty
      ? "nothing" : Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: ", ")
  }
}

extension LaterChanges.Change: CustomStringConvertible {
  /// Kind, page, field and what it is: `formValues, page 1, amount`.
  public var description: String {
    [kind.rawValue, pageIndex.map { "page \($0 + 1)" }, field, remark].compactMap(\.self).joined(
      separator: ", ")
  }
}

/// What was changed in a document after a signature, by updates that were appended to the bytes that it covers.
public struct LaterChanges: Sendable, Hashable {
  /// A kind of change.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The document's title, author and the like, or its metadata.
    case information
    /// What proves signatures valid later: certificates, revocation lists, time stamps of the document.
    case validationData
    /// Signatures, and fields for them.
    case signatures
    /// Values of form fields.
    case formValues
    /// Form fields: added, removed or others, save those for signatures.
    case formFields
    /// Annotations: added, changed or removed.
    case annotations
    /// Pages: what they show, their order, boxes and rotation.
    case pages
    /// Something else, or changes that could not be told apart.
    case other
  }

  /// The kinds of change that were found; none if nothing changed.
  public let kinds: Set<Kind>
  /// The full names of the fields whose values changed.
  public let fields: [String]
  /// What was found of kinds ``Kind/formFields`` and ``Kind/other``, in words.
  public let remarks: [String]

  package init(_ kinds: Set<Kind> = [], fields: [String] = [], remarks: [String] = []) {
    self.kinds = kinds
    self.fields = fields
    self.remarks = remarks
  }

  /// Whether a certification at a level, and locks, permit these changes. A signature that certifies nothing permits what the
  /// highest level does: forms, signatures and annotations, as readers take it.
  ///
  /// - Parameters:
  ///   - level: What the certification permits; `nil` if the document is not certified.
  ///   - locks: The fields that signatures lock.
  public func arePermitted(by level: PermittedChanges?, locks: [FieldLock] = []) -> Bool {
    guard !fields.contains(where: { field in locks.contains { $0.locks(field) } }) else { return false }
    let permitted: Set<Kind> =
      switch level {
      case .none?: [.information, .validationData]
      case .formFilling?: [.information, .validationData, .signatures, .formValues]
      case .annotations?, nil: [.information, .validationData, .signatures, .formValues, .annotations]
      }
    return kinds.isSubset(of: permitted)
  }
}

extension LaterChanges: CustomStringConvertible {
  /// The kinds of change: `annotations, formValues`; `nothing` if there are none.
  public var description: String {
    kinds.isEmpty ? "nothing" : Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: ", ")
  }
}

/// What the signatures of a document permit to be changed after them: the access permissions of its certification (DocMDP,
/// ISO 32000-2, table 257) and of locks (`/P` of FieldMDP and of `/Lock`, tables 259 and 236), and the fields that are locked.
public struct ModificationLimits: Sendable, Hashable {
  /// The strictest level that is in force; `nil` if there is none. A signature that certifies nothing permits what the highest
  /// level does: forms, signatures and annotations, as readers take it.
  public private(set) var level: PermittedChanges?
  /// The fields that are locked.
  public private(set) var locks: [FieldLock]

  /// Makes limits: the strictest of a level and of those that locks set.
  public init(level: PermittedChanges? = nil, locks: [FieldLock] = []) {
    self.level = ([level] + locks.map(\.permittedChanges)).compactMap(\.self).min()
    self.locks = locks
  }

  /// Both of these and of others.
  package func adding(_ other: ModificationLimits) -> ModificationLimits {
    ModificationLimits(
      level: [level, other.level].compactMap(\.self).min(),
      locks: locks + other.locks.filter { !locks.contains($0) })
  }

  /// Why a change is not permitted, in words; `nil` if it is.
  public func refusal(of change: LaterChanges.Change) -> String? {
    if change.kind == .formValues || change.kind == .formFields {
      let isLocked =
        change.field.map { field in locks.contains { $0.locks(field) } } ?? locks.contains(where: \.locksAny)
      if isLocked { return "a signature locks the field" }
    }
    // Who locks all fields does not mean those in which others sign after that.
    if change.kind == .signatures, let field = change.field,
      locks.contains(where: { $0.scope != .all && $0.locks(field) })
    {
      return "a signature locks the field"
    }
    if Self.permitted(by: level).contains(change.kind) { return nil }
    return switch level {
    case nil: "no signature permits it"
    case PermittedChanges.none?: "the document is certified or locked, and permits no changes"
    case .formFilling?:
      "the document is certified or locked, and permits forms to be filled in and signatures only"
    case .annotations?:
      "the document is certified or locked, and permits forms to be filled in, signatures and annotations only"
    }
  }

  /// The kinds of change that a level permits. Security stores and time stamps of the document are changes at no level
  /// (table 257); information about it is not what its pages show, and programs write it with each update.
  private static func permitted(by level: PermittedChanges?) -> Set<LaterChanges.Kind> {
    switch level {
    case PermittedChanges.none?: [.information, .validationData]
    case .formFilling?: [.information, .validationData, .signatures, .formValues]
    case .annotations?, nil: [.information, .validationData, .signatures, .formValues, .annotations]
    }
  }
}

extension ModificationLimits: CustomStringConvertible {
  /// The level and the number of locks: `formFilling, 1 lock`.
  public var description: String {
    (level.map { "\($0)" } ?? "no certification")
      + (locks.isEmpty ? "" : ", \(locks.count) \(locks.count == 1 ? "lock" : "locks")")
  }
}

import PostilFile

/// Which of the changes that updates made are permitted: each update is judged by what was in force when it was made, that is
/// by the strictest of the signatures before it that are intact (ISO 32000-2, tables 236, 257 and 258). What is made up lifts
/// nothing.
struct ModificationReview {
  /// What is known of a signature.
  struct Signature {
    /// Where its gap begins in the file; `nil` if it covers nothing.
    let gap: Int?
    /// The first update after it.
    let firstLater: Int
    /// What it permits.
    let limits: ModificationLimits
    let isIntact: Bool
    /// Whether its message is one, and not known to be a wrong one.
    let isMade: Bool
    /// What is wrong with what it covers, or why changes cannot be told.
    let problem: LaterChanges.Change?
  }

  private let signatures: [Signature]
  /// The changes of each update.
  private let updates: [LaterChanges]
  /// What is in force when an update is made.
  private let inForce: [ModificationLimits]
  private var known: [Int: (changes: LaterChanges, refusals: [SignatureReport.Refusal])] = [:]

  /// More changes, or refusals, are not listed.
  private static let most = 1000

  init(_ signatures: [Signature], _ updates: [LaterChanges]) {
    self.signatures = signatures
    let made = Set(signatures.compactMap { $0.isMade ? $0.gap : nil })
    self.updates = updates.map { update in
      LaterChanges(
        update.changes.map { change in
          guard let gap = change.signature, !made.contains(gap) else { return change }
          return LaterChanges.Change(
            .formFields, pageIndex: change.pageIndex, field: change.field,
            remark: "the field holds something that is no signature", revision: change.revision)
        }, isComplete: update.isComplete)
    }
    var limits = ModificationLimits()
    var next = signatures.filter(\.isIntact).sorted { $0.firstLater < $1.firstLater }[...]
    inForce = updates.indices.map { index in
      while let signature = next.first, signature.firstLater <= index {
        limits = limits.adding(signature.limits)
        next.removeFirst()
      }
      return limits
    }
  }

  /// What was changed after a signature, and what of it is not permitted.
  mutating func result(
    of index: Int
  ) -> (changes: LaterChanges, refusals: [SignatureReport.Refusal]) {
    let signature = signatures[index]
    if let problem = signature.problem {
      return (LaterChanges([problem]), [.init(change: problem, reason: "it cannot be judged")])
    }
    // What a signature that does not hold permits matters for itself alone.
    guard signature.isIntact else { return review(signature.firstLater, own: signature.limits) }
    if let known = known[signature.firstLater] { return known }
    let result = review(signature.firstLater, own: ModificationLimits())
    known[signature.firstLater] = result
    return result
  }

  private func review(
    _ first: Int, own: ModificationLimits
  ) -> (changes: LaterChanges, refusals: [SignatureReport.Refusal]) {
    var changes: [LaterChanges.Change] = []
    var refusals: [SignatureReport.Refusal] = []
    var (seen, refused): (Set<LaterChanges.Change>, Set<SignatureReport.Refusal>) = ([], [])
    var isComplete = true
    for index in updates.indices.dropFirst(first) {
      isComplete = isComplete && updates[index].isComplete
      let limits = inForce[index].adding(own)
      for change in updates[index].changes {
        // The same, whichever update made it, is told once.
        let same = LaterChanges.Change(
          change.kind, pageIndex: change.pageIndex, field: change.field, remark: change.remark)
        if seen.insert(same).inserted {
          if changes.count < Self.most { changes.append(change) } else { isComplete = false }
        }
        guard let reason = limits.refusal(of: change) else { continue }
        guard refused.insert(SignatureReport.Refusal(change: same, reason: reason)).inserted else { continue }
        if refusals.count < Self.most {
          refusals.append(SignatureReport.Refusal(change: change, reason: reason))
        } else {
          isComplete = false
        }
      }
    }
    return (LaterChanges(changes, isComplete: isComplete), refusals)
  }
}

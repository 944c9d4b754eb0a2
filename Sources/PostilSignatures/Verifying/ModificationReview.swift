import PostilFile

/// Which of the changes that updates made are permitted: each update is judged by what was in force when it was made, that is
/// by the strictest of the signatures before it that are intact (ISO 32000-2, tables 236, 257 and 259). What is made up lifts
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

    init(
      gap: Int?, firstLater: Int, limits: ModificationLimits, isIntact: Bool, isMade: Bool,
      problem: LaterChanges.Change? = nil
    ) {
      (self.gap, self.firstLater, self.limits) = (gap, firstLater, limits)
      (self.isIntact, self.isMade, self.problem) = (isIntact, isMade, problem)
    }

    /// What a file says of a signature, and what its message does.
    init(_ signature: SignedFile.Signature, _ message: MessageFinding) {
      let info = signature.record.info
      var gap: Int?
      if case .bytes(let before, _, _) = signature.coverage { gap = before.upperBound }
      let isMade =
        switch message.integrity {
        case .intact: true
        // One that cannot be verified here is one.
        case .unknown: message.signed != nil
        case .altered, .wrongSignature: false
        }
      self.init(
        gap: gap, firstLater: signature.firstLater,
        limits: ModificationLimits(level: info.permittedChanges, locks: info.locks),
        isIntact: message.integrity == .intact && gap != nil, isMade: isMade, problem: signature.problem)
    }
  }

  private let signatures: [Signature]
  /// The changes of each update.
  private let updates: [LaterChanges]
  /// What is in force when an update is made.
  private let inForce: [ModificationLimits]
  /// What came later than an update, by the update: only where a signature asks for it.
  private var results: [Int: (changes: LaterChanges, refusals: [SignatureReport.Refusal])] = [:]

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
    sumUp()
  }

  /// What was changed after a signature, and what of it is not permitted.
  func result(of index: Int) -> (changes: LaterChanges, refusals: [SignatureReport.Refusal]) {
    if let problem = signatures[index].problem {
      return (LaterChanges([problem]), [.init(change: problem, reason: "it cannot be judged")])
    }
    return results[signatures[index].firstLater] ?? (LaterChanges([]), [])
  }

  /// Goes from the newest update to the oldest, so that all together cost no more than the updates. The same change, whichever
  /// update made it, is told once, of the oldest.
  private mutating func sumUp() {
    let asked = Set(signatures.map(\.firstLater))
    var (changes, refusals) = (Summary<LaterChanges.Change>(), Summary<SignatureReport.Refusal>())
    var isComplete = true
    for index in updates.indices.reversed() {
      isComplete = isComplete && updates[index].isComplete
      for change in updates[index].changes {
        let same = LaterChanges.Change(
          change.kind, pageIndex: change.pageIndex, field: change.field, remark: change.remark)
        changes.add(change, as: same, change.kind)
        guard let reason = inForce[index].refusal(of: change) else { continue }
        refusals.add(
          .init(change: change, reason: reason), as: .init(change: same, reason: reason), change.kind)
      }
      guard asked.contains(index) else { continue }
      let isAll = isComplete && changes.isComplete && refusals.isComplete
      results[index] = (
        LaterChanges(
          Array(changes.values.sorted { $0.revision < $1.revision }.prefix(Self.most)),
          isComplete: isAll && changes.values.count <= Self.most),
        Array(refusals.values.sorted { $0.change.revision < $1.change.revision }.prefix(Self.most))
      )
    }
  }
}

/// Values of which those that are the same are kept once, and no more than are worth reading; of each kind at least one.
private struct Summary<Value: Hashable> {
  private var known: [Value: Value] = [:]
  private var kinds: Set<LaterChanges.Kind> = []
  private(set) var isComplete = true

  private static var most: Int { 4000 }

  var values: [Value] { Array(known.values) }

  mutating func add(_ value: Value, as same: Value, _ kind: LaterChanges.Kind) {
    guard known[same] != nil || known.count < Self.most || kinds.insert(kind).inserted else {
      isComplete = false
      return
    }
    known[same] = value
    kinds.insert(kind)
  }
}

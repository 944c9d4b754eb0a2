/// The changes of one revision, each once: of those that are alike no more than are worth reading.
struct ChangeNotes {
  private let revision: Int
  private var known: Set<LaterChanges.Change> = []
  private var counts: [LaterChanges.Kind: Int] = [:]
  private(set) var changes: [LaterChanges.Change] = []
  private(set) var isComplete = true

  /// Of one kind. Values of fields are all kept, since each may be locked.
  private static let most = 100

  init(revision: Int) { self.revision = revision }

  mutating func add(
    _ kind: LaterChanges.Kind, page: Int? = nil, field: String? = nil, _ remark: String? = nil,
    signature: Int? = nil
  ) {
    let isLimited = kind != .formValues && signature == nil
    if isLimited, counts[kind, default: 0] >= Self.most {
      isComplete = false
      return
    }
    let change = LaterChanges.Change(
      kind, pageIndex: page, field: field, remark: remark, revision: revision, signature: signature)
    guard known.insert(change).inserted else { return }
    counts[kind, default: 0] += 1
    changes.append(change)
  }
}

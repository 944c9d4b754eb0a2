/// What was done to a document, so that it can be undone and redone: named groups of edits, limits, and a mark at
/// the state that was saved.
package struct EditHistory: Sendable {
  /// Edits that were made together and are undone together.
  struct Group: Sendable {
    var name: String
    /// What takes the group back, in the order to apply it.
    var inverse: [Edit]
    /// The mark of the state before the group was done, and after.
    var before: Int
    var after: Int
    /// The number that it had while it was open; `nil` if it was not, or was undone and done again.
    var number: Int?
    /// The memory that the inverse takes, estimated.
    var byteCount: Int
  }

  /// A group that is still being made.
  fileprivate struct OpenGroup {
    /// An annotation that the group puts back as it was before.
    struct Replaced: Hashable {
      var page: PageID
      var id: AnnotationID
    }

    let number: Int
    var name: String?
    var edits: [Edit] = []
    /// The mark of the state before its first edit.
    let before: Int
    /// What could be redone before its first edit.
    var undone: [Group] = []
    /// The annotations that one of the edits puts back. A further replacement of one
    /// of them is not noted: taking the group back leads to the oldest value anyway, so a long stroke of an eraser
    /// keeps each annotation once and not once for each piece.
    var replaced: Set<Replaced> = []
  }

  /// The limit of bytes unless another is set.
  package static let standardByteLimit = 64 << 20

  private var done = HistoryStack<Group>()
  private var undone: [Group] = []
  private var open: OpenGroup?
  private var lastMark = 0
  private var currentMark = 0
  private var savedMark = 0
  private var openedGroups = 0
  /// The memory that the groups in `done` take, estimated.
  package private(set) var byteCount = 0

  /// How many groups can be undone at the most; older ones are forgotten. At least 0.
  package var limit: Int {
    didSet {
      limit = max(limit, 0)
      trim()
    }
  }

  /// How much memory the groups that can be undone may take, estimated, in bytes; older ones are forgotten. The newest
  /// group stays, however large. At least 0.
  package var byteLimit: Int {
    didSet {
      byteLimit = max(byteLimit, 0)
      trim()
    }
  }

  /// Makes an empty history.
  package init(limit: Int = 1000, byteLimit: Int = EditHistory.standardByteLimit) {
    self.limit = max(limit, 0)
    self.byteLimit = max(byteLimit, 0)
  }

  /// Whether there is something to undo.
  package var canUndo: Bool { !done.isEmpty || open?.edits.isEmpty == false }
  /// Whether there is something to redo.
  package var canRedo: Bool { !undone.isEmpty }
  /// What undo would take back, as a menu names it.
  package var undoName: String? {
    if let open, !open.edits.isEmpty { open.name ?? Self.nameless } else { done.last?.name }
  }
  /// What redo would do again, as a menu names it.
  package var redoName: String? { undone.last?.name }
  /// Whether the state is another than the one that was saved last.
  package var hasUnsavedChanges: Bool { currentMark != savedMark }

  /// Names the state of now; undoing and redoing back to it brings the same mark.
  package var mark: Int { currentMark }

  /// Notes that the state of a mark was saved. Edits since then are unsaved, and an open group stays open.
  package mutating func markSaved(_ mark: Int) { savedMark = mark }

  /// Notes edits that were made together by those that take them back, in the order to apply them. What was undone can no
  /// longer be redone. An open group goes on after them, as another step of undo.
  package mutating func record(inverse: [Edit], named name: String) {
    guard !inverse.isEmpty else { return }
    let interrupted = open
    closeOpenGroup()
    undone.removeAll()
    lastMark += 1
    close(inverse, named: name, after: lastMark)
    if let interrupted {
      open = OpenGroup(number: interrupted.number, name: interrupted.name, before: currentMark)
    }
  }

  // MARK: - Groups that stay open

  /// Starts a group: what is recorded in it until it is ended is undone together. One that was open is ended. Without a
  /// name the group is called after its first edit.
  ///
  /// - Returns: The group's number, which no other has.
  package mutating func beginGroup(named name: String?) -> Int {
    closeOpenGroup()
    openedGroups += 1
    open = OpenGroup(number: openedGroups, name: name, before: currentMark)
    return openedGroups
  }

  /// Notes edits of the open group by those that take them back, in the order to apply them.
  package mutating func recordInGroup(inverse: [Edit], named name: String) {
    guard !inverse.isEmpty, open != nil else { return }
    if open?.edits.isEmpty == true { open?.undone = undone }
    undone.removeAll()
    if open?.name == nil { open?.name = name }
    for edit in inverse.reversed() {
      if let edit = open?.coalesced(edit) { open?.edits.append(edit) }
    }
    lastMark += 1
    currentMark = lastMark
  }

  /// Ends the open group. One without edits leaves no trace.
  package mutating func endGroup() { closeOpenGroup() }

  /// The number of the open group; `nil` if none is open.
  package var openGroup: Int? { open?.number }

  /// Ends a group and takes its edits back as if they had never been made: those of the open group of that number, and
  /// those that were recorded before others came in between, as far as they are the newest. Returns the edits that did it and
  /// those that would take that back.
  package mutating func cancelGroup(
    _ number: Int, in state: inout DocumentState, base: DocumentState.Base
  ) throws -> [Edit] {
    var applied: [Edit] = []
    if let group = open, group.number == number {
      let inverse: [Edit] = group.edits.reversed()
      applied = inverse + (try Self.apply(inverse, to: &state, base: base))
      if !group.edits.isEmpty { undone = group.undone }
      currentMark = group.before
      open = nil
    }
    while open == nil, let group = done.last, group.number == number {
      let inverse = try Self.apply(group.inverse, to: &state, base: base)
      applied += group.inverse + inverse
      done.removeLast()
      byteCount -= group.byteCount
      currentMark = group.before
    }
    return applied
  }

  // MARK: - Undo

  /// Takes back the newest group. Returns the edits that did it and those that would take that back:
  /// none if there was nothing to undo.
  package mutating func undo(in state: inout DocumentState, base: DocumentState.Base) throws -> [Edit] {
    closeOpenGroup()
    guard let group = done.last else { return [] }
    let inverse = try Self.apply(group.inverse, to: &state, base: base)
    done.removeLast()
    byteCount -= group.byteCount
    undone.append(Self.group(inverse, group))
    currentMark = group.before
    return group.inverse + inverse
  }

  /// Does the group again that was undone last. Returns its edits and those that would take them
  /// back: none if there was nothing to redo.
  package mutating func redo(in state: inout DocumentState, base: DocumentState.Base) throws -> [Edit] {
    closeOpenGroup()
    guard let group = undone.last else { return [] }
    let inverse = try Self.apply(group.inverse, to: &state, base: base)
    undone.removeLast()
    let again = Self.group(inverse, group)
    done.append(again)
    byteCount += again.byteCount
    currentMark = group.after
    return group.inverse + inverse
  }

  private static func group(_ inverse: [Edit], _ other: Group) -> Group {
    Group(
      name: other.name, inverse: inverse, before: other.before, after: other.after,
      byteCount: inverse.byteCount)
  }

  /// Applies edits in order and returns what takes them back, in the order to apply it. If one
  /// fails, those before it are taken back.
  package static func apply(
    _ edits: [Edit], to state: inout DocumentState, base: DocumentState.Base
  ) throws -> [Edit] {
    var inverse: [Edit] = []
    do {
      for edit in edits { inverse.append(try state.apply(edit, base: base)) }
    } catch {
      for edit in inverse.reversed() { try state.apply(edit, base: base) }
      throw error
    }
    return inverse.reversed()
  }

  private static let nameless = "Edit"

  private mutating func closeOpenGroup() {
    guard let group = open else { return }
    open = nil
    guard !group.edits.isEmpty else { return }
    let after = currentMark
    currentMark = group.before
    close(group.edits.reversed(), named: group.name ?? Self.nameless, after: after, number: group.number)
  }

  private mutating func close(_ inverse: [Edit], named name: String, after: Int, number: Int? = nil) {
    let size = inverse.byteCount
    done.append(
      Group(
        name: name, inverse: inverse, before: currentMark, after: after, number: number, byteCount: size))
    byteCount += size
    currentMark = after
    trim()
  }

  private mutating func trim() {
    while done.count > limit || (byteCount > byteLimit && done.count > 1) {
      guard let forgotten = done.removeFirst() else { return }
      byteCount -= forgotten.byteCount
    }
  }
}

extension EditHistory.OpenGroup {
  /// The inverse of an edit without what an earlier one puts back anyway; `nil` if nothing is left of it.
  fileprivate mutating func coalesced(_ inverse: Edit) -> Edit? {
    guard case .replaceAnnotations(let old, let page) = inverse.kind else { return inverse }
    let new = old.filter { replaced.insert(Replaced(page: page, id: $0.id)).inserted }
    if new.isEmpty { return nil }
    return new.count == old.count ? inverse : .replaceAnnotations(new, page: page)
  }
}

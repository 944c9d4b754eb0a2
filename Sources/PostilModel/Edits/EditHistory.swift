/// What was done to a document, so that it can be undone and redone: named groups of edits, a
/// limit, and a mark at the state that was saved.
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
  }

  /// A group that is still being made.
  private struct OpenGroup {
    var name: String?
    var edits: [Edit] = []
    var depth = 0
    /// What could be redone before its first edit.
    var undone: [Group] = []
  }

  private var done: [Group] = []
  private var undone: [Group] = []
  private var open: OpenGroup?
  private var lastMark = 0
  private var currentMark = 0
  private var savedMark = 0
  private var openedGroups = 0

  /// How many groups can be undone at the most; older ones are forgotten. At least 0.
  package var limit: Int {
    didSet {
      limit = max(limit, 0)
      trim()
    }
  }

  /// Makes an empty history.
  package init(limit: Int = 1000) { self.limit = max(limit, 0) }

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
  package var hasUnsavedChanges: Bool { currentMark != savedMark || open?.edits.isEmpty == false }

  /// Notes that the state of now is the saved one.
  package mutating func markSaved() {
    closeOpenGroup()
    savedMark = currentMark
  }

  /// Notes an edit by the edit that takes it back. What was undone can no longer be redone.
  package mutating func record(inverse: Edit, named name: String) {
    if open?.edits.isEmpty == true { open?.undone = undone }
    undone.removeAll()
    if open != nil {
      open?.edits.append(inverse)
      if open?.name == nil { open?.name = name }
    } else {
      close([inverse], named: name)
    }
  }

  /// Starts a group: edits until the matching ``endGroup()`` are undone together. Groups inside a
  /// group belong to it. Without a name the group is called after its first edit.
  package mutating func beginGroup(named name: String?) {
    if open == nil {
      open = OpenGroup(name: name)
      openedGroups += 1
    }
    open?.depth += 1
  }

  /// Ends a group. One without edits leaves no trace.
  package mutating func endGroup() {
    open?.depth -= 1
    if let depth = open?.depth, depth <= 0 { closeOpenGroup() }
  }

  /// The number of the open group, which no other has; `nil` if none is open.
  package var openGroup: Int? { open == nil ? nil : openedGroups }

  /// The number that the newest group had while it was open; `nil` if it was not, or was undone and done again.
  package var newestGroup: Int? { done.last?.number }

  /// How many edits the open group holds; 0 if none is open.
  package var openEditCount: Int { open?.edits.count ?? 0 }

  /// Takes back the edits of the open group that came after the first `count`. Returns the edits
  /// that did it and those that would take that back.
  package mutating func rollBack(to count: Int, in state: inout DocumentState) throws -> [Edit] {
    var applied: [Edit] = []
    while let edit = open?.edits.last, openEditCount > count {
      applied += [edit, try state.apply(edit)]
      open?.edits.removeLast()
    }
    if !applied.isEmpty, let open, open.edits.isEmpty { undone = open.undone }
    return applied
  }

  /// Takes back the newest group. Returns the edits that did it and those that would take that back:
  /// none if there was nothing to undo.
  package mutating func undo(in state: inout DocumentState) throws -> [Edit] {
    closeOpenGroup()
    guard let group = done.last else { return [] }
    let inverse = try Self.apply(group.inverse, to: &state)
    done.removeLast()
    undone.append(Group(name: group.name, inverse: inverse, before: group.before, after: group.after))
    currentMark = group.before
    return group.inverse + inverse
  }

  /// Does the group again that was undone last. Returns its edits and those that would take them
  /// back: none if there was nothing to redo.
  package mutating func redo(in state: inout DocumentState) throws -> [Edit] {
    closeOpenGroup()
    guard let group = undone.last else { return [] }
    let inverse = try Self.apply(group.inverse, to: &state)
    undone.removeLast()
    done.append(Group(name: group.name, inverse: inverse, before: group.before, after: group.after))
    currentMark = group.after
    return group.inverse + inverse
  }

  /// Applies edits in order and returns what takes them back, in the order to apply it. If one
  /// fails, those before it are taken back.
  package static func apply(_ edits: [Edit], to state: inout DocumentState) throws -> [Edit] {
    var inverse: [Edit] = []
    do {
      for edit in edits { inverse.append(try state.apply(edit)) }
    } catch {
      for edit in inverse.reversed() { try state.apply(edit) }
      throw error
    }
    return inverse.reversed()
  }

  private static let nameless = "Edit"

  private mutating func closeOpenGroup() {
    guard let group = open else { return }
    open = nil
    if !group.edits.isEmpty {
      close(group.edits.reversed(), named: group.name ?? Self.nameless, number: openedGroups)
    }
  }

  private mutating func close(_ inverse: [Edit], named name: String, number: Int? = nil) {
    lastMark += 1
    done.append(Group(name: name, inverse: inverse, before: currentMark, after: lastMark, number: number))
    currentMark = lastMark
    trim()
  }

  private mutating func trim() {
    if done.count > limit { done.removeFirst(done.count - limit) }
  }
}

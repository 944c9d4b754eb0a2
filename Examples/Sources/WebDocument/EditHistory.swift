/// What one participant can take back and do again.
struct EditHistory: Sendable {
  private(set) var done: [EditStep] = []
  private(set) var undone: [EditStep] = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var summary: ServerMessage.History { .init(undo: done.last?.name, redo: undone.last?.name) }

  /// Notes a new edit. What was taken back before cannot be done again after it.
  mutating func add(_ step: EditStep) {
    undone.removeAll()
    push(step)
  }

  /// Takes the newest step off; it is to be put back in one form or the other, or is lost.
  mutating func popDone() -> EditStep? { done.popLast() }

  mutating func popUndone() -> EditStep? { undone.popLast() }

  mutating func pushDone(_ step: EditStep) { push(step) }

  mutating func pushUndone(_ step: EditStep) { undone.append(step) }

  private mutating func push(_ step: EditStep) {
    done.append(step)
    if done.count > limit { done.removeFirst(done.count - limit) }
  }
}

import PostilModel
import Testing

@Suite struct EditHistoryTests {
  private let page = PageID(number: 1)

  private func ink(_ points: Int, _ name: String = "ink") -> Annotation {
    let points = (0..<points).map { PagePoint(x: Double($0 % 500), y: 1) }
    return Annotation(.ink([InkStroke(points: points)]), id: AnnotationID(rawValue: name))
  }

  /// Applies an edit and notes it.
  private func make(_ edit: Edit, _ state: inout DocumentState, _ history: inout EditHistory) throws {
    history.record(inverse: try state.apply(edit) { _ in [] }, named: edit.name)
  }

  /// However many pieces an eraser takes of an annotation in one group, the group keeps it once.
  @Test func aGroupKeepsAReplacedAnnotationOnce() throws {
    var (state, history) = (DocumentState(pageCount: 1), EditHistory())
    try make(.addAnnotation(ink(10_000), page: page), &state, &history)
    let before = (state, history.byteCount)
    history.beginGroup(named: "Erase")
    for piece in 1...100 { try make(.replaceAnnotation(ink(10_000 - piece), page: page), &state, &history) }
    #expect(history.openEditCount == 1)
    history.endGroup()
    #expect(history.byteCount - before.1 < 2 * ink(10_000).byteCount)
    let after = state
    _ = try history.undo(in: &state) { _ in [] }
    #expect(state == before.0)
    _ = try history.redo(in: &state) { _ in [] }
    #expect(state == after)
  }

  /// A group inside a group is taken back to where it began, although both replaced the same annotation.
  @Test func anInnerGroupIsTakenBackAlone() throws {
    var (state, history) = (DocumentState(pageCount: 1), EditHistory())
    try make(.addAnnotation(ink(10), page: page), &state, &history)
    history.beginGroup(named: "Outer")
    try make(.replaceAnnotation(ink(9), page: page), &state, &history)
    let between = state
    history.beginGroup(named: "Inner")
    let start = history.openEditCount
    try make(.replaceAnnotation(ink(8), page: page), &state, &history)
    try make(.replaceAnnotation(ink(7), page: page), &state, &history)
    _ = try history.rollBack(to: start, in: &state) { _ in [] }
    #expect(state == between)
    try make(.replaceAnnotation(ink(6), page: page), &state, &history)
    history.endGroup()
    history.endGroup()
    _ = try history.undo(in: &state) { _ in [] }
    #expect(state.annotations(of: page) == [ink(10)])
  }

  @Test func theOldestGroupsGoWhenTheirBytesAreTooMany() throws {
    let size = ink(1_000).byteCount
    var (state, history) = (DocumentState(pageCount: 1), EditHistory(byteLimit: 10 * size))
    try make(.addAnnotation(ink(1_000), page: page), &state, &history)
    for round in 1...50 {
      try make(.replaceAnnotation(ink(1_000 - round), page: page), &state, &history)
      #expect(history.byteCount <= 10 * size)
    }
    var undone = 0
    while history.canUndo {
      _ = try history.undo(in: &state) { _ in [] }
      undone += 1
    }
    #expect((5...11).contains(undone))
    #expect(history.byteCount == 0)
  }

  @Test func theNewestGroupIsKeptHoweverLarge() throws {
    var (state, history) = (DocumentState(pageCount: 1), EditHistory(byteLimit: 10))
    try make(.addAnnotation(ink(1_000), page: page), &state, &history)
    try make(.replaceAnnotation(ink(100), page: page), &state, &history)
    #expect(!(try history.undo(in: &state) { _ in [] }).isEmpty && !history.canUndo)
  }
}

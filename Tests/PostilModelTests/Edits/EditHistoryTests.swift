import Foundation
import Testing

@testable import PostilModel

@Suite struct EditHistoryTests {
  private var state = DocumentState(pageCount: 3)
  private var history = EditHistory()
  private let base: DocumentState.Base = { _ in AnnotationList([]) }

  private mutating func rotate(_ page: Int, inGroup: Bool = false) throws {
    let inverse = try state.apply(.rotatePages([state.pages[page]], by: .clockwise90), base: base)
    if inGroup {
      history.recordInGroup(inverse: [inverse], named: "Rotate")
    } else {
      history.record(inverse: [inverse], named: "Rotate")
    }
  }

  @Test mutating func onlyTheStateThatWasSavedIsSaved() throws {
    try rotate(0)
    let mark = history.mark
    try rotate(1)
    // The save of the first state ends after the second edit.
    history.markSaved(mark)
    #expect(history.hasUnsavedChanges)
    _ = try history.undo(in: &state, base: base)
    #expect(!history.hasUnsavedChanges)
    _ = try history.redo(in: &state, base: base)
    #expect(history.hasUnsavedChanges)
    try rotate(2)
    _ = try history.undo(in: &state, base: base)
    _ = try history.undo(in: &state, base: base)
    #expect(!history.hasUnsavedChanges)
  }

  @Test mutating func aSaveInTheMiddleOfAGroupLeavesItOpen() throws {
    let group = history.beginGroup(named: "Stroke")
    try rotate(0, inGroup: true)
    history.markSaved(history.mark)
    #expect(!history.hasUnsavedChanges && history.openGroup == group)
    try rotate(1, inGroup: true)
    #expect(history.hasUnsavedChanges)
    history.endGroup()
    _ = try history.undo(in: &state, base: base)
    #expect(state == DocumentState(pageCount: 3) && !history.canUndo)
    // What is saved is neither this state nor the one that redo brings.
    #expect(history.hasUnsavedChanges)
    _ = try history.redo(in: &state, base: base)
    #expect(history.hasUnsavedChanges)
  }

  @Test mutating func otherEditsAreStepsOfTheirOwn() throws {
    let group = history.beginGroup(named: "Stroke")
    try rotate(0, inGroup: true)
    try rotate(1)
    #expect(history.openGroup == group)
    try rotate(2, inGroup: true)
    history.endGroup()
    var names: [String?] = []
    while history.canUndo {
      names.append(history.undoName)
      _ = try history.undo(in: &state, base: base)
    }
    #expect(names == ["Stroke", "Rotate", "Stroke"])
    #expect(state == DocumentState(pageCount: 3))
  }

  @Test mutating func aCancelledGroupTakesBackWhatIsItsOwn() throws {
    try rotate(0)
    let before = (state, history.mark)
    let group = history.beginGroup(named: "Stroke")
    try rotate(1, inGroup: true)
    try rotate(2, inGroup: true)
    _ = try history.cancelGroup(group, in: &state, base: base)
    #expect(state == before.0 && history.mark == before.1 && history.openGroup == nil)
    #expect(!history.canRedo)
    let other = history.beginGroup(named: "Stroke")
    try rotate(1, inGroup: true)
    try rotate(0)
    let kept = state
    try rotate(2, inGroup: true)
    _ = try history.cancelGroup(other, in: &state, base: base)
    #expect(state == kept && history.undoName == "Rotate")
  }

  @Test mutating func anEmptyGroupLeavesNoTrace() throws {
    try rotate(0)
    _ = try history.undo(in: &state, base: base)
    _ = history.beginGroup(named: nil)
    history.endGroup()
    #expect(!history.canUndo && history.canRedo)
  }

  /// An undo or a redo that does not fit the state is refused, and neither the state nor what can be undone changes.
  @Test mutating func whatDoesNotFitChangesNothing() throws {
    try rotate(0)
    let page = state.pages[2]
    let inverse: [Edit] = [.rotatePages([page], by: .clockwise90), .removeAnnotation("gone", page: page)]
    history.record(inverse: inverse, named: "Broken")
    let before = state
    for _ in 0..<2 {
      #expect(throws: PDFError.self) { _ = try history.undo(in: &state, base: base) }
      #expect(state == before && history.undoName == "Broken" && !history.canRedo)
    }
  }

  /// The same where the file can no longer be read.
  @Test mutating func whatCannotBeReadChangesNothing() throws {
    struct Unreadable: Error {}
    let annotation = Annotation(.rectangle(PageRect(x: 0, y: 0, width: 9, height: 9)), id: "one")
    let page = state.pages[0]
    let add = Edit.addAnnotation(annotation, page: page)
    history.record(inverse: [try state.apply(add, base: base)], named: "Add")
    let added = state
    #expect(throws: Unreadable.self) { _ = try history.undo(in: &state) { _ in throw Unreadable() } }
    #expect(state == added && history.undoName == "Add" && history.hasUnsavedChanges)
    _ = try history.undo(in: &state, base: base)
    let undone = state
    #expect(throws: Unreadable.self) { _ = try history.redo(in: &state) { _ in throw Unreadable() } }
    #expect(state == undone && history.redoName == "Add" && !history.hasUnsavedChanges && !history.canUndo)
    _ = try history.redo(in: &state, base: base)
    #expect(state == added)
  }

  // MARK: - Limits

  /// A stroke of an eraser replaces one annotation hundreds of times.
  @Test mutating func aGroupKeepsWhatItReplacesOnce() throws {
    let page = state.pages[0]
    func ink(_ number: Int, points: Int = 1000) -> Annotation {
      let line = (0..<points).map { PagePoint(x: Double($0), y: Double(number)) }
      return Annotation(.ink([InkStroke(line)]), id: "ink")
    }
    history.record(
      inverse: [try state.apply(.addAnnotation(ink(0), page: page), base: base)], named: "Add")
    let before = state
    let others = history.byteCount
    _ = history.beginGroup(named: "Erase")
    for number in 1...500 {
      let inverse = try state.apply(.replaceAnnotation(ink(number), page: page), base: base)
      history.recordInGroup(inverse: [inverse], named: "Erase")
    }
    let last = state
    history.endGroup()
    #expect(history.byteCount - others < 2 * ink(0).byteCount)
    _ = try history.undo(in: &state, base: base)
    #expect(state == before)
    _ = try history.redo(in: &state, base: base)
    #expect(state == last)
  }

  @Test mutating func theOldestAreForgottenBeyondALimitOfBytes() throws {
    let page = state.pages[0]
    let line = (0..<1000).map { PagePoint(x: Double($0), y: 1) }
    history.byteLimit = 10 * Annotation(.ink([InkStroke(line)])).byteCount
    for number in 0..<40 {
      let annotation = Annotation(.ink([InkStroke(line)]), id: AnnotationID("\(number)"))
      try state.apply(.addAnnotation(annotation, page: page), base: base)
      let inverse = try state.apply(.removeAnnotation(annotation.id, page: page), base: base)
      history.record(inverse: [inverse], named: "\(number)")
      #expect(history.byteCount <= history.byteLimit && history.undoName == "\(number)")
    }
    var names: [String?] = []
    while history.canUndo {
      names.append(history.undoName)
      _ = try history.undo(in: &state, base: base)
    }
    #expect(names.count >= 8 && names.count <= 10 && names.first == "39")
    // The newest stays, however large it is.
    history.byteLimit = 0
    try rotate(0)
    #expect(history.canUndo)
  }
}

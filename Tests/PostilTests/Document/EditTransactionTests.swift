import Foundation
import PostilTestSupport
import Testing

@testable import Postil

@Suite struct EditTransactionTests {
  private struct Stop: Error {}

  private let document: PDFDocument
  private let page: PageID

  init() throws {
    document = try PDFDocument(data: PageDocument(pageCount: 4).data)
    page = document.pageIDs[0]
  }

  private func rectangle(_ x: Double = 10) -> Annotation {
    Annotation(.rectangle(PageRect(x: x, y: 10, width: 50, height: 20)))
  }

  private func count(_ page: PageID? = nil) throws -> Int {
    try document.page(page ?? self.page).annotations.count
  }

  @Test func itIsOneStepOfUndo() throws {
    let result = try document.edit("Both") { edit in
      try edit.add(rectangle(), to: page)
      try edit.rotatePages([edit.pageIDs[0]], by: .clockwise90)
      try edit.movePages([edit.pageIDs[0]], to: 2)
      return try edit.page(page).index
    }
    #expect(result == 2)
    #expect(document.undoName == "Both" && document.index(of: page) == 2)
    #expect(try count() == 1 && document.page(page).rotation == .clockwise90)
    try document.undo()
    #expect(!document.canUndo && document.state == DocumentState(pageCount: 4))
    try document.redo()
    #expect(try count() == 1 && document.index(of: page) == 2)
  }

  @Test func nothingIsSeenBeforeItsEnd() throws {
    try document.edit { edit in
      try edit.add(rectangle(), to: page)
      #expect(try edit.page(page).annotations.count == 1)
      #expect(try count() == 0 && !document.canUndo)
    }
    #expect(try count() == 1 && document.undoName == "Add Annotation")
  }

  @Test func whatThrowsDoesNothing() throws {
    try document.add(rectangle(), to: page)
    try document.undo()
    let before = document.state
    #expect(throws: Stop.self) {
      try document.edit { edit in
        try edit.add(rectangle(), to: page)
        throw Stop()
      }
    }
    #expect(throws: PDFError.self) {
      try document.edit { edit in
        try edit.add(rectangle(), to: page)
        try edit.movePages([PageID(number: 99)], to: 0)
      }
    }
    #expect(document.state == before && !document.canUndo && document.canRedo)
  }

  @Test func anEditThatDoesNotFitLeavesTheOthers() throws {
    try document.edit { edit in
      try edit.add(rectangle(), to: page)
      #expect(throws: PDFError.self) {
        try edit.apply([.addAnnotation(rectangle(70), page: page), .movePages([page], to: 9)])
      }
      try edit.add(rectangle(140), to: page)
    }
    #expect(try count() == 2)
    try document.undo()
    #expect(try count() == 0)
  }

  @Test func anEmptyOneLeavesNoTrace() throws {
    try document.edit { _ in }
    try document.edit { try $0.add([], to: page) }
    #expect(!document.canUndo && !document.hasUnsavedChanges)
  }

  @Test func itIsOverWhenItsBodyEnds() throws {
    var kept: EditTransaction?
    try document.edit { kept = $0 }
    let error = #expect(throws: PDFError.self) { try kept?.add(rectangle(), to: page) }
    #expect(error?.code == .invalidArgument)
    #expect(try count() == 0)
  }

  // MARK: - Others

  /// Two tasks: one adds ten annotations, the other adds one and gives up in between.
  @Test func whatOneTakesBackIsNotWhatAnotherDid() async throws {
    try await document.edit("Good") { edit in
      for index in 0..<10 {
        try edit.add(rectangle(Double(index)), to: page)
        let bad = Task { [document, page] in
          try document.edit { edit in
            try edit.add(Annotation(.rectangle(PageRect(x: 1, y: 1, width: 9, height: 9))), to: page)
            throw Stop()
          }
        }
        await #expect(throws: Stop.self) { try await bad.value }
      }
    }
    #expect(try count() == 10)
    try document.undo()
    #expect(try count() == 0 && !document.canUndo)
  }

  @Test func manyAtOnceAreAStepEach() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask { [document, page] in
          try await document.edit("\(task)") { edit in
            for index in 0..<10 {
              try edit.add(
                Annotation(.rectangle(PageRect(x: Double(index), y: Double(task), width: 9, height: 9))),
                to: page)
              await Task.yield()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    for left in (0..<8).reversed() {
      #expect(try count() == (left + 1) * 10)
      try document.undo()
    }
    #expect(!document.canUndo)
  }

  @Test func whatFitsIsKeptBesideWhatOthersDid() throws {
    try document.edit { edit in
      try edit.add(rectangle(), to: page)
      try edit.rotatePages([edit.pageIDs[1]], by: .clockwise90)
      try document.add(rectangle(70), to: page)
      try document.apply(.rotatePages([document.pageIDs[1]], by: .clockwise90))
    }
    #expect(try count() == 2)
    #expect(try document.page(at: 1).rotation == .clockwise180)
  }

  /// Each: what the transaction does, and what others do meanwhile.
  @Test(arguments: 0..<5) func whatRestsOnWhatOthersChangedIsAConflict(number: Int) throws {
    let annotation = rectangle()
    try document.add(annotation, to: page)

    let cases: [((EditTransaction) throws -> Void, () throws -> Void)] = [
      (
        {
          _ = try $0.page(page); try $0.rotatePages([$0.pageIDs[1]], by: .clockwise90)
        }, { try document.add(rectangle(70), to: page) }
      ),
      ({ try $0.remove(annotation.id, from: page) }, { try document.remove(annotation.id, from: page) }),
      (
        { try $0.update(annotation.id, on: page) { $0.contents = "a" } },
        { try document.update(annotation.id, on: page) { $0.contents = "b" } }
      ),
      (
        { try $0.movePages([$0.pageIDs[0]], to: 1) }, { try document.movePages([document.pageIDs[2]], to: 0) }
      ),
      ({ try $0.apply(.addAnnotation(rectangle(70), page: page, at: 0)) }, { try document.undo() }),
    ]
    let error = #expect(throws: PDFError.self) {
      try document.edit { edit in
        try cases[number].0(edit)
        try cases[number].1()
      }
    }
    #expect(error?.code == .editConflict)

    // Only what the others did is there.
    let after = document.state
    try document.edit { try $0.rotatePages([$0.pageIDs[3]], by: .clockwise90) }
    try document.undo()
    #expect(document.state == after)
  }

  @Test func updatingChangesTheAnnotationAsItIs() throws {
    let annotation = rectangle()
    try document.add(annotation, to: page)
    try document.update(annotation.id, on: page) { $0.contents = "Checked" }
    #expect(try document.page(page).annotation(named: annotation.id)?.contents == "Checked")
    #expect(document.undoName == "Change Annotation")
    let state = document.state
    try document.update(annotation.id, on: page) { _ in }
    #expect(document.state == state)
    let error = #expect(throws: PDFError.self) {
      try document.update(AnnotationID(rawValue: "no"), on: page) { $0.contents = nil }
    }
    #expect(error?.code == .noSuchAnnotation)
  }

  @Test func severalAreUpdatedAsOneStep() throws {
    let annotations = (0..<3).map { rectangle(Double($0)) }
    try document.add(annotations, to: page)
    let ids = annotations.map(\.id)
    try document.update([ids[2], ids[0]], on: page) { $0.contents = "Checked" }
    #expect(try document.page(page).annotations.map(\.contents) == ["Checked", nil, "Checked"])
    let state = document.state
    #expect(throws: PDFError.self) {
      try document.update([ids[1], "no"], on: page) { $0.contents = "Never" }
    }
    #expect(document.state == state)
    try document.undo()
    #expect(try document.page(page).annotations == annotations)
  }

  @Test func whatThrowsInsideIsTakenBackAlone() throws {
    try document.edit { edit in
      try edit.add(rectangle(), to: page)
      #expect(throws: Stop.self) {
        try edit.edit {
          try $0.add(rectangle(70), to: page)
          try $0.movePages([page], to: 2)
          throw Stop()
        }
      }
      #expect(edit.index(of: page) == 0)
      try edit.edit { try $0.add(rectangle(140), to: page) }
    }
    #expect(try count() == 2 && document.index(of: page) == 0)
    try document.undo()
    #expect(try count() == 0 && !document.canUndo)
  }

  /// What is written for either works with both.
  @Test func documentsAndTransactionsAreEditedAlike() throws {
    func markUp(_ editing: some DocumentEditing) throws -> Int {
      for page in editing.pages { try editing.add(rectangle(), to: page.id, at: 0) }
      try editing.rotatePages(editing.pageIDs.suffix(1), by: .clockwise90)
      return editing.pages.reduce(0) { $0 + $1.annotations(ofKind: .rectangle).count }
    }
    #expect(try markUp(document) == 4)
    #expect(try document.edit("Both") { try markUp($0) } == 8)
    try document.undo()
    #expect(document.undoName == "Rotate")
  }

  // MARK: - Undo that fails

  /// An undo that does not fit what is there: its error comes out, and state, history and versions are as before.
  @Test func anUndoThatFailsChangesNothing() throws {
    try document.add(rectangle(), to: page)
    try document.add(rectangle(70), to: page)
    try document.undo()
    let inverse: [Edit] = [.rotatePages([page], by: .clockwise90), .removeAnnotation("gone", page: page)]
    document.core.withLock { $0.history.record(inverse: inverse, named: "Broken") }
    let (state, version) = (document.state, document.version(of: page))
    for _ in 0..<2 {
      let error = #expect(throws: PDFError.self) { try document.undo() }
      #expect(error?.code == .noSuchAnnotation)
      #expect(document.state == state && document.version(of: page) == version)
      #expect(document.canUndo && document.undoName == "Broken" && !document.canRedo)
    }
  }
}

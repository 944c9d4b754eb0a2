import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// All edits are prepared in one place, for the state that they are applied to.
@Suite struct EditPreparationTests {
  private let document: PDFDocument

  init() throws { document = try PDFDocument(data: FormDocument().data) }

  /// What others did between the preparation of edits and their application counts.
  @Test func editsArePreparedAnewForTheStateThatOthersLeft() throws {
    var states: [[PageID]] = []
    try document.apply(named: "Both") { state in
      states.append(state.pages)
      if states.count == 1 { try document.insertBlankPage(width: 100, height: 100, at: 0) }
      return [.rotatePages([state.pages[0]], by: .clockwise90)]
    }
    #expect(states.map(\.count) == [1, 2])
    #expect(try document.page(at: 0).rotation == .clockwise90)
    #expect(try document.page(at: 1).rotation == .none)
    #expect(document.undoName == "Both")
  }

  /// A calculated value is that of all values, also of those that were filled in at the same time.
  @Test func valuesAreCalculatedOfTheStateThatTheyAreAppliedTo() throws {
    var isFirst = true
    try document.apply(named: nil) { _ in
      if isFirst {
        isFirst = false
        try document.fill(["tax": "5"])
      }
      return [.setFormValues(["price": "100"])]
    }
    #expect(try document.form?["tax"]?.value == "5")
    #expect(try document.form?["price"]?.value == "100")
    #expect(try document.form?["total"]?.value == "105")
  }

  @Test func fillingInAndFlatteningIsOneStepOfUndo() throws {
    let before = document.state
    let names = try document.edit("Complete") { edit in
      try edit.fill(["name": "Ada Lovelace"])
      #expect(try edit.form?["name"]?.value == "Ada Lovelace")
      #expect(try document.form?["name"]?.value != "Ada Lovelace")
      return try edit.flattenForm(["name"])
    }
    #expect(names == ["name"])
    #expect(try document.form?["name"] == nil)
    #expect(document.undoName == "Complete")
    try document.undo()
    #expect(document.state == before && !document.canUndo)
  }

  /// Values of a file, annotations of a file and scripts can be parts of one step.
  @Test func filesAndScriptsCanBePartsOfAStep() throws {
    let source = try PDFDocument(data: FormDocument().data)
    let mark = Annotation(.rectangle(PageRect(x: 10, y: 10, width: 30, height: 30)), id: "mark")
    try source.add(mark, to: source.pageIDs[0])
    let annotations = try source.exportAnnotationsAndWait().data
    let script = EditScript([
      EditScript.Step(.edit(.rotatePages([document.pageIDs[0]], by: .clockwise90)))
    ])
    try document.edit("All") { edit in
      #expect(try edit.fill(from: Data(#"{"name": "Grace"}"#.utf8)) == [])
      #expect(try edit.importAnnotations(annotations, as: .xfdf).added.map(\.id) == ["mark"])
      try edit.apply(script)
    }
    #expect(try document.form?["name"]?.value == "Grace")
    #expect(try document.page(at: 0).annotation(named: "mark") != nil)
    #expect(try document.page(at: 0).rotation == .clockwise90)
    try document.undo()
    #expect(!document.canUndo)
  }

  @Test func undoHasNoPlaceInATransaction() throws {
    let page = document.pageIDs[0]
    let script = EditScript([
      EditScript.Step(.edit(.rotatePages([page], by: .clockwise90))), EditScript.Step(.undo),
    ])
    try document.edit("Some") { edit in
      do {
        try edit.apply(script)
        Issue.record("The script was applied.")
      } catch let error as PDFError {
        #expect(error.code == .invalidScript && error.message.hasPrefix("Step 2"))
      }
      // None of its steps was made.
      let rotation = try edit.page(page).rotation
      #expect(rotation == .none)
    }
    #expect(!document.canUndo)
  }

  /// Who read the form in a transaction relies on what it said.
  @Test func aFormThatOthersFilledInIsAConflict() throws {
    let error = #expect(throws: PDFError.self) {
      try document.edit("Read") { edit in
        let isEmpty = try edit.form?["name"]?.value == nil
        try document.fill(["code": "123"])
        try edit.fill(["name": .text(isEmpty ? "was empty" : "was not")])
      }
    }
    #expect(error?.code == .editConflict)
    #expect(try document.form?["code"]?.value == "123")
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Notes with answers, states and pop-ups: as a unit, in a session and in the file.
@Suite struct DiscussionTests {
  private func document() throws -> PDFDocument { try PDFDocument(data: PageDocument().data) }

  /// A note with a pop-up, an answer, an answer to that, and a state.
  private func discuss(_ document: PDFDocument) throws -> AnnotationID {
    let page = document.pageIDs[0]
    let note = Annotation(.note(at: PagePoint(x: 50, y: 150)), style: .note, contents: "Why?", author: "Ada")
    try document.add([note, note.popup()], to: page)
    let first = try document.reply(to: note.id, on: page, with: "Because", author: "Bo")
    try document.reply(to: first, on: page, with: "I see", author: "Ada")
    try document.setState(.accepted, of: note.id, on: page, author: "Ada")
    return note.id
  }

  @Test func aDiscussionComesBackFromTheFile() throws {
    let document = try document()
    let note = try discuss(document)
    for data in try [
      document.dataRepresentationAndWait(), document.dataRepresentationAndWait(.rewrite(RewriteOptions())),
    ] {
      let page = try PDFDocument(data: data).page(at: 0)
      let thread = try #require(page.thread(of: note))
      #expect(page.threads.count == 1 && thread.root.contents == "Why?")
      #expect(
        thread.replies.map(\.contents) == ["Because", "I see"] && thread.states() == ["Ada": .accepted])
      #expect(page.replies(to: note).map(\.contents) == ["Because"])
      #expect(page.popup(of: note)?.relation == .popup(of: note) && page.annotations.count == 5)
      #expect(
        page.thread(of: thread.replies[1].id) == thread && page.thread(of: thread.reviews[0].id) == thread)
      #expect(page.thread(of: try #require(page.popup(of: note)).id) == nil)
    }
  }

  @Test func eachAnswerIsAStepOfUndoAndARemovalTakesAllOfIt() throws {
    let document = try document()
    let note = try discuss(document)
    let page = document.pageIDs[0]
    #expect(document.undoName == "Set Status")
    let all = try document.page(page).annotations
    try document.remove(note, from: page)
    #expect(try document.page(page).annotations.isEmpty)
    try document.undo()
    #expect(try document.page(page).annotations == all)
    for count in [4, 3, 2, 0] {
      try document.undo()
      #expect(try document.page(page).annotations.count == count)
    }
  }

  @Test func aUnitIsRemovedAndBroughtBackAfterSaving() throws {
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", PageDocument().data))
    let note = try discuss(document)
    let page = document.pageIDs[0]
    try document.saveAndWait()
    let all = try document.page(page).annotations
    try document.remove(note, from: page)
    try document.saveAndWait()
    #expect(try PDFDocument(data: Data(contentsOf: #require(document.url))).page(at: 0).annotations.isEmpty)
    try document.undo()
    try document.saveAndWait()
    let back = try PDFDocument(data: Data(contentsOf: #require(document.url)))
    #expect(try back.page(at: 0).annotations.map(\.relation) == all.map(\.relation))
    let raw = try back.rawValue(of: note, on: back.pageIDs[0])
    #expect(raw?["Popup"] != nil)
  }

  @Test func aPopupThatIsRemovedAloneIsNotNamedUntilItIsBack() throws {
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", PageDocument().data))
    let note = try discuss(document)
    let page = document.pageIDs[0]
    try document.saveAndWait()
    func popup() throws -> PDFValue? {
      let saved = try PDFDocument(data: Data(contentsOf: #require(document.url)))
      return try saved.rawValue(of: note, on: saved.pageIDs[0])?["Popup"]
    }
    #expect(try popup() != nil)
    try document.remove(try #require(document.page(page).popup(of: note)).id, from: page)
    try document.saveAndWait()
    #expect(try popup() == nil)
    try document.undo()
    try document.saveAndWait()
    #expect(try popup() != nil)
  }

  @Test func aUnitMovesTogether() throws {
    let document = try document()
    let note = try discuss(document)
    let page = document.pageIDs[0]
    let before = try document.page(page).annotations
    try document.move([note], on: page, dx: 10, dy: -20)
    let after = try document.page(page).annotations
    #expect(after.map(\.content) == before.map { $0.offset(dx: 10, dy: -20).content })
    #expect(document.undoName == "Move Annotation")
    try document.undo()
    #expect(try document.page(page).annotations == before)
    let error = #expect(throws: PDFError.self) { try document.move(["no"], on: page, dx: 1, dy: 1) }
    #expect(error?.code == .noSuchAnnotation)
  }

  @Test func aUnitIsCopiedToAnotherPage() throws {
    let data = PageDocument(pageCount: 2).data
    let document = try PDFDocument(data: data)
    let note = try discuss(document)
    let (from, to) = (document.pageIDs[0], document.pageIDs[1])
    let copies = Annotation.copies(of: try document.page(from).unit(of: [note]))
    try document.add(copies, to: to)
    let back = try PDFDocument(data: document.dataRepresentationAndWait()).page(at: 1)
    #expect(back.annotations.count == 5 && back.threads.count == 1)
    #expect(back.threads.first?.replies.count == 2 && back.threads.first?.states() == ["Ada": .accepted])
    #expect(back.threads.first.flatMap { back.popup(of: $0.id) } != nil)
  }

  @Test func annotationsOfOtherProgramsAreDiscussedToo() throws {
    let builder = PDFBuilder(annotations: [
      "<</Subtype/Stamp/Rect[10 10 90 90]/NM(stamp)/AP<</N 9 0 R>>/Foo 1>>",
      "<</Subtype/Sound/Rect[10 10 90 90]/NM(sound)>>",
    ])
    let document = try PDFDocument(data: builder.data())
    let page = document.pageIDs[0]
    for id in ["stamp", "sound"] as [AnnotationID] {
      try document.reply(to: id, on: page, with: "No", author: "Ada")
      try document.setState(.cancelled, of: id, on: page, author: "Ada")
      try document.add(try #require(document.page(page).annotation(named: id)).popup(), to: page)
    }
    let back = try PDFDocument(data: document.dataRepresentationAndWait())
    let threads = try back.page(at: 0).threads
    #expect(threads.map(\.id) == ["stamp", "sound"])
    #expect(threads.allSatisfy { $0.replies.count == 1 && $0.states() == ["Ada": .cancelled] })
    let raw = try back.rawValue(of: "stamp", on: back.pageIDs[0])
    #expect(raw?["Foo"] == .integer(1) && raw?["Popup"] != nil)
    #expect(raw?["M"] == nil, "what is answered is not changed")
  }

  @Test(arguments: PageRotation.allCases) func aNoteIsHitWhereItIsShown(turn: PageRotation) throws {
    let document = try document()
    let page = document.pageIDs[0]
    try document.rotatePages([page], by: turn)
    let note = try discuss(document)
    let shown = try document.page(page)
    // The icon is to the right of its corner and below it, as the reader sees it.
    let transform = shown.transform()
    let corner = transform.viewPoint(PagePoint(x: 50, y: 150))
    func at(_ dx: Double, _ dy: Double) -> AnnotationID? {
      shown.annotation(at: transform.pagePoint(ViewPoint(x: corner.x + dx, y: corner.y + dy)))?.id
    }
    #expect(at(10, 10) == note && at(1, 19) == note)
    #expect(at(-2, 10) == nil && at(10, -2) == nil && at(10, 22) == nil && at(22, 10) == nil)
  }

  @Test func anAnswerToNothingIsRefused() throws {
    let document = try document()
    let error = #expect(throws: PDFError.self) {
      try document.reply(to: "no", on: document.pageIDs[0], with: "?")
    }
    #expect(error?.code == .noSuchAnnotation && !document.canUndo)
  }
}

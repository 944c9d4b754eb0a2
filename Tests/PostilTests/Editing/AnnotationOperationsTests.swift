import Foundation
import Postil
import PostilTestSupport
import Testing

/// What is done with annotations that were selected.
@Suite struct AnnotationOperationsTests {
  private let document: PDFDocument
  private let page: PageID

  init() throws {
    document = try PDFDocument(
      data: PDFBuilder(annotations: [
        "<</Subtype/Square/Rect[0 0 50 50]/NM(a)/F 4/C[1 0 0]/IC[1 0 0]>>",
        "<</Subtype/Square/Rect[40 40 90 90]/NM(b)/F 4/C[0 1 0]/IC[0 1 0]>>",
        "<</Subtype/Square/Rect[200 200 250 250]/NM(far)/F 4>>",
        "<</Subtype/Square/Rect[80 80 120 120]/NM(c)/F 4>>",
      ]).data())
    page = document.pageIDs[0]
  }

  private func ids(_ document: PDFDocument? = nil) throws -> [AnnotationID] {
    try (document ?? self.document).page(at: 0).annotations.map(\.id)
  }

  private func annotation(_ id: AnnotationID) throws -> Annotation {
    try #require(try document.page(page).annotation(named: id))
  }

  private func saved() throws -> PDFDocument { try PDFDocument(data: document.dataRepresentationAndWait()) }

  private func refusal(_ body: () throws -> Void) -> String {
    let error = #expect(throws: PDFError.self) { try body() }
    #expect(error?.code == .notEditable)
    return error?.message ?? ""
  }

  // MARK: - Order

  @Test(
    arguments: [
      (ZOrderMove.toFront, ["a"], ["b", "far", "c", "a"], "Bring to Front"),
      (.toBack, ["c", "b"], ["b", "c", "a", "far"], "Send to Back"),
      (.forward, ["a"], ["b", "a", "far", "c"], "Bring Forward"),
      (.forward, ["b"], ["a", "far", "c", "b"], "Bring Forward"),
      (.backward, ["c"], ["a", "c", "b", "far"], "Send Backward"),
      (.forward, ["a", "b"], ["far", "c", "a", "b"], "Bring Forward"),
    ] as [(ZOrderMove, [AnnotationID], [AnnotationID], String)])
  func theOrderChangesIsSavedAndUndone(
    move: ZOrderMove, moved: [AnnotationID], order: [AnnotationID], name: String
  ) throws {
    let before = try ids()
    try document.reorder(moved, on: page, move)
    #expect(try ids() == order && document.undoName == name)
    #expect(try ids(saved()) == order)
    try document.undo()
    #expect(try ids() == before && !document.hasUnsavedChanges)
    try document.redo()
    #expect(try ids() == order)
  }

  @Test func whereThereIsNothingToPassNothingHappens() throws {
    try document.reorder(["far"], on: page, .forward)
    try document.reorder(["far"], on: page, .backward)
    try document.reorder(["c"], on: page, .toFront)
    try document.reorder([], on: page, .toFront)
    #expect(!document.canUndo && !document.hasUnsavedChanges)
    #expect(throws: PDFError.self) { try document.reorder(["none"], on: page, .toFront) }
  }

  @Test func theAreaOfANewOrderIsAnnounced() async throws {
    var changes = document.changes().makeAsyncIterator()
    try document.reorder(["a"], on: page, .toFront)
    let change = await changes.next()
    #expect(change?.areas[page] == (try annotation("a").bounds) && change?.kind == .annotations)
  }

  @Test(arguments: [
    [AnnotationPlacement("a", at: 4)], [AnnotationPlacement("a", at: -1)], [AnnotationPlacement("x", at: 0)],
    [AnnotationPlacement("a", at: 1), AnnotationPlacement("b", at: 1)],
    [AnnotationPlacement("a", at: 1), AnnotationPlacement("a", at: 2)],
  ])
  func placesThatDoNotFitAreRefused(placements: [AnnotationPlacement]) throws {
    #expect(throws: PDFError.self) { try document.apply(.placeAnnotations(placements, page: page)) }
    #expect(!document.hasUnsavedChanges)
  }

  // MARK: - Places, sizes and looks

  @Test func movesTakeRepliesAlong() throws {
    var reply = Annotation(.rectangle(PageRect(x: 0, y: 0, width: 9, height: 9)), id: "reply")
    reply.relation = .reply(to: "a")
    try document.add(reply, to: page)
    let before = try document.page(page).annotations
    try document.move(["a", "b", "a"], on: page, dx: 5, dy: -3)
    for (old, new) in zip(before, try document.page(page).annotations) {
      let isMoved = ["a", "b", "reply"].contains(old.id)
      #expect(new == (isMoved ? old.offset(dx: 5, dy: -3) : old))
    }
    #expect(document.undoName == "Move Annotation")
    try document.undo()
    try document.move(["a"], on: page, dx: 0, dy: 0)
    #expect(document.undoName == "Add Annotation")
  }

  @Test func severalAreResizedInTheSameWay() throws {
    try document.resize(
      ["a", "b"], on: page, from: PageRect(x: 0, y: 0, width: 90, height: 90),
      to: PageRect(x: 0, y: 0, width: 180, height: 45))
    let (a, b) = (try annotation("a").frame, try annotation("b").frame)
    #expect(abs(a.maxX - 99) < 0.01 && abs(a.maxY - 24.75) < 0.01 && abs(b.minX - 81) < 0.01)
    #expect(document.undoName == "Resize Annotation")
    try document.resize("far", on: page, to: PageRect(x: 0, y: 0, width: 10, height: 30), keepingAspect: true)
    #expect(try annotation("far").frame == PageRect(x: 0, y: 10, width: 10, height: 10))
  }

  @Test func stylesAndTurnsAreStepsOfTheirOwn() throws {
    try document.restyle(["a", "b"], on: page) {
      $0.color = .blue
      $0.lineWidth = 3
      $0.opacity = 0.5
      $0.dash = [3, 2]
      $0.fill = nil
    }
    #expect(document.undoName == "Change Style")
    let style = try saved().page(at: 0).annotation(named: "b")?.style
    #expect(style == AnnotationStyle(color: .blue, lineWidth: 3, opacity: 0.5, dash: [3, 2]))
    try document.turn(["a"], on: page, by: .clockwise90)
    #expect(document.undoName == "Turn Annotation")
    try document.undo()
    try document.undo()
    #expect(!document.hasUnsavedChanges)
    try document.restyle(["a"], on: page) { _ in }
    try document.turn(["a"], on: page, by: .none)
    #expect(!document.canUndo)
  }

  @Test func whatCannotBeDoneNamesTheFlagOrTheReason() throws {
    let mark = Annotation(.highlight([PageRect(x: 0, y: 0, width: 9, height: 9)]), id: "mark")
    try document.add(mark, to: page)
    let box = PageRect(x: 0, y: 0, width: 5, height: 5)
    #expect(refusal { try document.resize("mark", on: page, to: box) }.contains("Highlight"))
    #expect(refusal { try document.turn(["mark"], on: page, by: .clockwise90) }.contains("turned"))
    try document.lock(["a", "b"], on: page)
    #expect(document.undoName == "Lock Annotation")
    #expect(refusal { try document.move(["far", "a"], on: page, dx: 1, dy: 0) }.contains("locked"))
    #expect(refusal { try document.resize("a", on: page, to: box) }.contains("locked"))
    #expect(refusal { try document.restyle(["a"], on: page) { $0.color = .red } }.contains("locked"))
    #expect(refusal { try document.remove("a", from: page) }.contains("locked"))
    try document.update("a", on: page) { $0.flags = .readOnly }
    #expect(refusal { try document.turn(["a"], on: page, by: .clockwise90) }.contains("read-only"))
    try document.unlock(["a", "b"], on: page)
    #expect(document.undoName == "Unlock Annotation")
    try document.move(["a"], on: page, dx: 1, dy: 0)
  }

  @Test func whatOnlyMovesSaysSo() throws {
    let document = try PDFDocument(
      data: PDFBuilder(annotations: [
        "<</Subtype/Square/Rect[10 10 90 90]/BE<</S/C/I 9>>/RD[a]/AP 3/NM(x)/BS<</S/B>>>>"
      ])
      .data())
    let page = document.pageIDs[0]
    let only = try #require(try document.page(page).annotation(named: "x"))
    #expect(!only.foreignKeys.isEmpty)
    #expect(only.capabilities.contains(.moved))
    #expect(only.capabilities.isDisjoint(with: [.resized, .turned, .restyled, .added]))
    #expect(refusal { try document.resize("x", on: page, to: only.frame) }.contains("/"))
    #expect(refusal { try document.duplicate(["x"], on: page) }.contains("/"))
    try document.move(["x"], on: page, dx: 3, dy: 3)
  }

  // MARK: - Copies

  @Test func copiesGoFromDocumentToDocumentAsData() throws {
    var reply = Annotation(.rectangle(PageRect(x: 0, y: 0, width: 9, height: 9)), contents: "Да", id: "reply")
    reply.relation = .reply(to: "a")
    try document.add(reply, to: page)
    let data = try document.copies(of: ["a"], on: page).data()
    let other = try PDFDocument(data: PDFBuilder(annotations: []).data())
    let target = other.pageIDs[0]
    let pasted = try other.paste(CopiedAnnotations(data: data), to: target, at: PagePoint(x: 100, y: 100))
    #expect(other.undoName == "Paste")
    let result = try PDFDocument(data: other.dataRepresentationAndWait()).page(at: 0).annotations
    #expect(result.map(\.id) == pasted && result.count == 2)
    #expect(result[1].relation == .reply(to: pasted[0]) && result[1].contents == "Да")
    let union = try #require(CopiedAnnotations(result).bounds)
    #expect(union.center.distance(to: PagePoint(x: 100, y: 100)) < 0.01)
    let again = try other.paste(CopiedAnnotations(data: data), to: target)
    #expect(Set(again).isDisjoint(with: pasted))
    #expect(try other.page(at: 0).annotation(named: again[0])?.frame == annotation("a").frame)
  }

  @Test func linksToPagesAreNotCarriedToOtherDocuments() throws {
    let box = PageRect(x: 0, y: 0, width: 9, height: 9)
    try document.add(
      [
        Annotation(.link(box, to: .page(page)), id: "inside"),
        Annotation(.link(box, to: .uri("https://example.org")), id: "outside"),
      ], to: page)
    let copied = try document.copies(of: ["inside", "outside"], on: page)
    #expect(try document.paste(copied, to: page).count == 2)
    let other = try PDFDocument(data: PDFBuilder(annotations: []).data())
    #expect(try other.paste(copied, to: other.pageIDs[0]).count == 1)
  }

  @Test func duplicatesLieBesideTheOriginalOnTop() throws {
    try document.lock(["a"], on: page)
    let new = try document.duplicate(["a"], on: page, dx: 4, dy: -5)
    #expect(document.undoName == "Duplicate")
    let all = try document.page(page).annotations
    #expect(all.last?.id == new.first && new.count == 1)
    #expect(all.last?.content == all.first?.content.offset(dx: 4, dy: -5))
    #expect(all.last?.isLocked == false && all.last?.style == all.first?.style)
  }
}

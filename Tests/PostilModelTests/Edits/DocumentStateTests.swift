import Foundation
import PostilModel
import PostilTestSupport
import Testing

@Suite struct DocumentStateTests {
  private let page = PageID(number: 1)
  private let original = (0..<5).map { DocumentStateTests.annotation("file-\($0)") }

  private static func annotation(_ name: String, width: Double = 10) -> Annotation {
    Annotation(.rectangle(PageRect(x: 1, y: 1, width: width, height: 10)), id: AnnotationID(rawValue: name))
  }

  private func base(_ source: PageSource) -> AnnotationList {
    AnnotationList(source == .opened(0) ? original : [])
  }

  /// Applies edits and returns what takes them back, in the order to apply it.
  private func apply(_ edits: [Edit], to state: inout DocumentState) throws -> [Edit] {
    try EditHistory.apply(edits, to: &state, base: base)
  }

  private func ids(_ state: DocumentState) -> [String]? { state.annotations(of: page)?.map(\.id.rawValue) }

  /// Every kind of edit is undone to the empty difference, done again to the same state, and survives JSON.
  @Test(arguments: [
    [Edit.addAnnotation(annotation("a"), page: PageID(number: 1), at: 2)],
    [.addAnnotations([annotation("a"), annotation("b")], page: PageID(number: 1))],
    [.replaceAnnotation(annotation("file-3", width: 20), page: PageID(number: 1))],
    [
      .replaceAnnotations(
        [annotation("file-0", width: 20), annotation("file-4", width: 7)], page: PageID(number: 1))
    ],
    [.removeAnnotation(AnnotationID(rawValue: "file-2"), page: PageID(number: 1))],
    [.removeAnnotations(["file-4", "file-0", "file-2"], page: PageID(number: 1))],
    [.rotatePages([PageID(number: 2), PageID(number: 1)], by: .clockwise90)],
    [.movePages([PageID(number: 3), PageID(number: 1)], to: 1)],
    [.placePages([PagePlacement(page: PageID(number: 1), index: 2)])],
    [
      .insertPages([
        InsertedPage(PageID(number: 9), PageState(source: .blank(PageSize(width: 9, height: 9))), at: 1)
      ])
    ],
    [.removePages([PageID(number: 1), PageID(number: 3)])],
    [.setBoxes([PageBoxes(PageID(number: 2), [.cropBox: PageRect(x: 0, y: 0, width: 5, height: 5)])])],
    [.replaceContent(PageID(number: 1), by: .content(ContentID(number: 1)))],
    [.setInformation(DocumentInformation())],
    [.setOutline(Outline([OutlineItem("Chapter", target: .page(PageID(number: 2)), isOpen: false)]))],
    [.setSettings(DocumentSettings())],
    [.setAttachments([DocumentAttachment(AttachedFile(Data([1, 2]), name: "a"), relationship: .data)])],
    [.setDestinations([NamedDestination("here", PageDestination(PageID(number: 2), view: .content))])],
    [
      .addAnnotation(annotation("a"), page: PageID(number: 1)),
      .rotatePages([PageID(number: 1)], by: .clockwise90),
      .removePages([PageID(number: 1)]), .movePages([PageID(number: 3)], to: 0),
    ],
  ])
  func anEditIsUndoneToTheEmptyDifference(edits: [Edit]) throws {
    let empty = DocumentState(pageCount: 3)
    var state = empty
    let inverse = try apply(edits, to: &state)
    #expect(state != empty)
    let done = state
    let again = try apply(inverse, to: &state)
    #expect(state == empty)
    _ = try apply(again, to: &state)
    #expect(state == done)
    for edit in edits + inverse + again {
      let data = try JSONEncoder().encode(edit)
      #expect(
        try JSONDecoder().decode(Edit.self, from: data) == edit, "\(String(decoding: data, as: UTF8.self))")
    }
  }

  /// Other programs write what Postil would write otherwise, such as corners of icons with many digits.
  @Test func annotationsOfTheFileStayAsTheyAre() throws {
    let note = Annotation(
      AnnotationContent(NoteContent(in: PageRect(x: 1.234567, y: 2.345678, width: 20, height: 20))),
      id: "note")
    #expect(try note.validated() != note)
    let base = { (_: PageSource) in AnnotationList([note]) }
    let empty = DocumentState(pageCount: 1)
    var state = empty
    _ = try EditHistory.apply([.replaceAnnotation(note, page: page)], to: &state, base: base)
    #expect(state == empty)
    var moved = note
    moved.content = AnnotationContent(NoteContent(at: PagePoint(x: 50, y: 60)))
    for edit in [Edit.replaceAnnotation(moved, page: page), .removeAnnotation("note", page: page)] {
      let inverse = try EditHistory.apply([edit], to: &state, base: base)
      #expect(state != empty)
      _ = try EditHistory.apply(inverse, to: &state, base: base)
      #expect(state == empty)
    }
    var own = note
    own.author = "Ada"
    _ = try EditHistory.apply([.replaceAnnotation(own, page: page)], to: &state, base: base)
    #expect(state.annotations(of: page)?.first?.content == note.content)
  }

  @Test func batchesKeepTheOrder() throws {
    var state = DocumentState(pageCount: 1)
    let removed = try apply(
      [.removeAnnotations(["file-3", "file-0"], page: page)], to: &state)
    #expect(ids(state) == ["file-1", "file-2", "file-4"])
    _ = try apply([.addAnnotation(Self.annotation("new"), page: page)], to: &state)
    _ = try apply(removed, to: &state)
    #expect(ids(state) == ["file-0", "file-1", "file-2", "file-3", "file-4", "new"])
  }

  /// What does not fit changes nothing, also where it is found late.
  @Test(arguments: [
    Edit.addAnnotations([annotation("a"), annotation("file-1")], page: PageID(number: 1)),
    .addAnnotations([annotation("a"), annotation("a")], page: PageID(number: 1)),
    .addAnnotation(annotation("a"), page: PageID(number: 1), at: 6),
    .replaceAnnotations([annotation("file-1"), annotation("none")], page: PageID(number: 1)),
    .removeAnnotations(["file-1", "file-1"], page: PageID(number: 1)),
    .removeAnnotation(AnnotationID(rawValue: "file-1"), page: PageID(number: 7)),
    .removePages([PageID(number: 1), PageID(number: 2), PageID(number: 3)]),
    .insertPages([InsertedPage(PageID(number: 2), PageState(source: .opened(1)), at: 0)]),
    .insertPages([InsertedPage(PageID(number: 4), PageState(source: .opened(1)), at: 5)]),
    .insertPages([
      InsertedPage(PageID(number: 4), PageState(source: .blank(PageSize(width: 0, height: 1))), at: 0)
    ]),
    .setBoxes([PageBoxes(PageID(number: 2), [.cropBox: PageRect(x: 0, y: 0, width: 0, height: 5)])]),
  ])
  func anEditThatDoesNotFitChangesNothing(edit: Edit) {
    var state = DocumentState(pageCount: 3)
    #expect(throws: PDFError.self) { try state.apply(edit, base: base) }
    #expect(
      state.pages == DocumentState(pageCount: 3).pages
        && state.changedPages.values.allSatisfy { $0.annotations?.items == original })
  }

  @Test func pagesAreFoundWhereverTheyAre() throws {
    var state = DocumentState(pageCount: 1_000)
    var random = SeededGenerator(trial: 102)
    for _ in 0..<20 {
      let chosen = Array(state.pages.shuffled(using: &random).prefix(100))
      let target = Int.random(in: 0...state.pages.count - chosen.count, using: &random)
      _ = try apply([.movePages(chosen, to: target)], to: &state)
      _ = try apply([.removePages(Array(state.pages.suffix(3)))], to: &state)
      for (index, page) in state.pages.enumerated() { #expect(state.index(of: page) == index) }
    }
    #expect(state.index(of: PageID(number: 2_000)) == nil)
  }

  /// A move of a page and back leaves no trace; nor does a page that was asked for.
  @Test func equalDocumentsHaveEqualStates() throws {
    var state = DocumentState(pageCount: 3)
    _ = try apply(
      [.movePages([PageID(number: 1)], to: 2), .movePages([PageID(number: 1)], to: 0)], to: &state)
    _ = try apply(
      [.rotatePages([page], by: .clockwise90), .rotatePages([page], by: .clockwise270)], to: &state)
    _ = try apply([.replaceAnnotation(Self.annotation("file-1", width: 3), page: page)], to: &state)
    _ = try apply([.replaceAnnotation(original[1], page: page)], to: &state)
    #expect(state == DocumentState(pageCount: 3) && state.changedPages.isEmpty)
  }

  @Test func neighboursAreJoinedUnlessTheirOrderCounts() {
    let (a, b) = (Self.annotation("a"), Self.annotation("b"))
    let edits: [Edit] = [
      .removeAnnotation(a.id, page: page), .removeAnnotation(b.id, page: page), .addAnnotation(a, page: page),
      .addAnnotation(b, page: page), .replaceAnnotation(a, page: page), .replaceAnnotation(a, page: page),
      .rotatePages([page], by: .clockwise90), .addAnnotation(b, page: page, at: 0),
    ]
    #expect(
      Edit.joined(edits) == [
        .removeAnnotations([a.id, b.id], page: page), .addAnnotations([a, b], page: page),
        .replaceAnnotation(a, page: page), .replaceAnnotation(a, page: page),
        .rotatePages([page], by: .clockwise90), .addAnnotation(b, page: page, at: 0),
      ])
  }
}

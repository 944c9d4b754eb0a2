import Foundation
import Postil
import PostilTestSupport
import PostilTools
import Testing

@Suite struct EditingTests {
  private func document(pages: Int = 6) throws -> PDFDocument {
    var sample = SampleDocument()
    sample.pageCount = pages
    return try PDFDocument(data: sample.data)
  }

  private static func rectangle(_ x: Double = 10) -> Annotation {
    Annotation(.rectangle(PageRect(x: x, y: 10, width: 50, height: 20)))
  }

  @Test func aPageIsAValue() throws {
    let document = try document()
    let page = try document.page(at: 1)
    try document.add(Self.rectangle(), to: page.id)
    #expect(page.annotations.isEmpty)
    #expect(try document.page(page.id).annotations.count == 1)
    #expect(page.label == "ii")
    #expect(try document.page(at: 3).label == "A-2")
    #expect(page.width == 300 && page.height == 400)
  }

  @Test func movedPagesKeepTheirNamesAndTurnedPagesTheirAnnotations() throws {
    let document = try document()
    let third = try document.page(at: 2).id
    try document.add(Self.rectangle(), to: third)
    try document.movePages([document.pageIDs[4], document.pageIDs[2]], to: 0)
    #expect(document.pageIDs.map(\.number) == [5, 3, 1, 2, 4, 6])
    #expect(try document.page(third).index == 1)
    #expect(try document.page(third).annotations.count == 1)
    try document.rotatePages([document.pageIDs[1]], by: .clockwise90)
    #expect(try document.page(third).rotation == .clockwise180)
    while try document.undo() {}
    #expect(document.pageIDs.map(\.number) == [1, 2, 3, 4, 5, 6])
    #expect(try document.page(third).annotations.isEmpty)
  }

  @Test func whatDoesNotFitIsRefusedAndChangesNothing() throws {
    let document = try document()
    let pages = document.pageIDs
    let page = pages[0]
    let before = document.state
    let bad: [(PDFError.Code, () throws -> Void)] = [
      (.pageOutOfRange, { _ = try document.page(at: 6) }),
      (.pageOutOfRange, { _ = try document.page(at: -1) }),
      (.pageOutOfRange, { try document.rotatePages([pages[0], PageID(number: 10)], by: .clockwise90) }),
      (.invalidArgument, { try document.rotatePages([pages[0], pages[0]], by: .clockwise90) }),
      (.pageOutOfRange, { try document.movePages(pages[0...1], to: 5) }),
      (.pageOutOfRange, { try document.movePages([pages[0]], to: -1) }),
      (.pageOutOfRange, { try document.movePages([PageID(number: 8)], to: 0) }),
      (.pageOutOfRange, { try document.add(Self.rectangle(), to: PageID(number: 99)) }),
      (.noSuchAnnotation, { try document.remove(AnnotationID(rawValue: "no"), from: page) }),
      (.noSuchAnnotation, { try document.replace(Self.rectangle(), on: page) }),
      (.invalidGeometry, { try document.add(Self.rectangle(.nan), to: page) }),
      (.invalidGeometry, { try document.add(Self.rectangle(.infinity), to: page) }),
      (.invalidGeometry, { try document.add(Annotation(.ink([])), to: page) }),
      (
        .notEditable, { try document.add(Annotation(.unsupported(subtype: "Link", bounds: .zero)), to: page) }
      ),
    ]
    for (code, body) in bad {
      let error = try #require(throws: PDFError.self) { try body() }
      #expect(error.code == code, "\(error)")
    }
    #expect(document.state.pages == before.pages && document.state.turnedPages.isEmpty)
    #expect(try document.page(page).annotations.count == 4)
    #expect(!document.canUndo && !document.hasUnsavedChanges)
  }

  @Test func removingANoteTakesItsPopUpAlong() throws {
    let document = try document()
    let page = try document.page(at: 0).id
    try document.remove(AnnotationID(rawValue: "note-1"), from: page)
    #expect(try document.page(page).annotations.map(\.subtype) == ["Widget", "Link"])
    try document.undo()
    #expect(try document.page(page).annotations.map(\.subtype) == ["Widget", "Link", "Text", "Popup"])
  }

  @Test func anEraserKnowsThePage() throws {
    let document = try document()
    let page = try document.page(at: 1).id
    let line = Annotation(.line(from: PagePoint(x: 10, y: 50), to: PagePoint(x: 210, y: 50)))
    try document.add(line, to: page)
    var eraser = EraserTool(width: 20, erasing: try document.page(page).annotations)
    eraser.begin(at: PagePoint(x: 110, y: 20))
    eraser.move(to: PagePoint(x: 110, y: 80))
    try document.commit(eraser.finish(), on: page, named: "Erase")
    #expect(try document.page(page).annotations.map(\.subtype) == ["Line", "Line"])
    #expect(document.undoName == "Erase")
    try document.undo()
    #expect(try document.page(page).annotations == [line])
  }

  @Test func clearingLeavesOtherKinds() throws {
    let document = try document()
    let page = try document.page(at: 0).id
    for x in 0..<5 { try document.add(Self.rectangle(Double(x)), to: page) }
    #expect(try document.removeDrawnAnnotations(on: page) == 6)
    #expect(try document.page(page).annotations.map(\.subtype) == ["Widget", "Link"])
    try document.undo()
    #expect(try document.page(page).annotations.count == 9)
    #expect(try document.removeDrawnAnnotations(on: try document.page(at: 1).id) == 0)
  }

  @Test func theLimitForgetsTheOldest() throws {
    let document = try document()
    document.undoLimit = 3
    for _ in 0..<5 { try document.rotatePages([document.pageIDs[0]], by: .clockwise90) }
    #expect(try (0..<5).filter { _ in try document.undo() }.count == 3)
    #expect(try document.page(at: 0).rotation == .clockwise180)
    document.undoLimit = -1
    #expect(document.undoLimit == 0)
  }

  @Test func changesAreAnnounced() async throws {
    let document = try document()
    var changes = document.changes().makeAsyncIterator()
    let page = try document.page(at: 1).id
    let annotation = Self.rectangle()
    try document.add(annotation, to: page)
    let added = await changes.next()
    #expect(added?.kind == .annotations && added?.pages == [page])
    #expect(added?.areas[page] == annotation.bounds)
    var moved = annotation
    moved.content = .rectangle(PageRect(x: 100, y: 100, width: 10, height: 10))
    try document.replace(moved, on: page)
    #expect(await changes.next()?.areas[page] == annotation.bounds.union(moved.bounds))
    try document.remove(annotation.id, from: page)
    #expect(await changes.next()?.areas[page] == moved.bounds)
    try document.movePages([document.pageIDs[0]], to: 3)
    #expect(await changes.next()?.kind == .order)
    try document.undo()
    #expect(await changes.next()?.kind == .order)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    #expect(await changes.next()?.kind == .rotation)
  }

  @Test func theStreamEndsWithTheDocument() async throws {
    var document: PDFDocument? = try document()
    let changes = try #require(document?.changes())
    document = nil
    for await _ in changes { Issue.record("nothing changed") }
  }

  @Test func manyTasksAtOnceLoseNothing() async throws {
    let document = try document(pages: 8)
    let folder = try TemporaryFolder()
    try document.saveAndWait(to: folder.url.appendingPathComponent("a.pdf"))
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<20 {
            let page = PageID(number: task + 1)
            try? document.add(Self.rectangle(Double(round)), to: page)
            try? document.rotatePages([document.pageIDs[task]], by: .clockwise90)
            _ = try? document.page(page)
            if round % 10 == 9 { _ = try? document.saveAndWait() }
          }
        }
      }
    }
    for task in 1..<8 {
      #expect(try document.page(PageID(number: task + 1)).annotations.count == 20)
    }
    try document.saveAndWait()
    #expect(try Tool.qpdfCheck(folder.url.appendingPathComponent("a.pdf")).status == 0)
  }

  /// Any edit that fits the document now.
  private func randomEdit(_ document: PDFDocument, _ random: inout SeededGenerator) throws -> Edit {
    let page = try document.page(at: Int.random(in: 0..<document.pageCount, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      let x = Double.random(in: 0...200, using: &random)
      let place =
        Bool.random(using: &random) ? nil : Int.random(in: 0...page.annotations.count, using: &random)
      return .addAnnotation(Self.rectangle(x), page: page.id, at: place)
    case 2:
      guard
        var annotation = page.annotations.filter({ $0.capabilities.contains(.restyled) }).randomElement(
          using: &random)
      else {
        fallthrough
      }
      annotation.style.lineWidth += 1
      return .replaceAnnotation(annotation, page: page.id)
    case 3:
      guard let annotation = page.annotations.randomElement(using: &random) else { fallthrough }
      return .removeAnnotation(annotation.id, page: page.id)
    case 4:
      return .rotatePages([page.id], by: PageRotation.allCases.randomElement(using: &random) ?? .none)
    default:
      let count = Int.random(in: 1...document.pageCount, using: &random)
      let pages = Array(document.pageIDs.shuffled(using: &random).prefix(count))
      return .movePages(pages, to: Int.random(in: 0...document.pageCount - count, using: &random))
    }
  }

  @Test(arguments: 1...30)
  func undoneWhollyItIsTheFirstStateRedoneWhollyTheLast(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let document = try document(pages: Int.random(in: 1...9, using: &random))
    for index in 0..<document.pageCount { _ = try document.page(at: index) }
    let first = document.state
    var states = [first]
    for _ in 0..<60 {
      try document.apply(try randomEdit(document, &random))
      states.append(document.state)
    }
    for state in states.reversed() {
      #expect(document.state == state)
      try document.undo()
    }
    #expect(document.state == first && !document.hasUnsavedChanges)
    while try document.redo() {}
    #expect(document.state == states.last)
  }
}

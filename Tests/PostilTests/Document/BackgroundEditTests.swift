import Foundation
import Postil
import PostilTestSupport
import Testing

/// Edits and questions whose work grows with the document.
@Suite struct BackgroundEditTests {
  private static func cancelled<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async -> (any Error)? {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await body()
    }
    if case .failure(let error) = await task.result { return error }
    return nil
  }

  @Test func theyAreOneStepOfUndo() async throws {
    let document = try PDFDocument(data: SampleDocument().data)
    let other = try PDFDocument(data: SampleDocument().data)
    let count = document.pageCount
    try await document.insertPages(of: other, at: count)
    #expect(document.pageCount == 2 * count && document.undoName == "Insert Pages")
    try await document.resizePages(document.pageIDs, to: .a4)
    #expect(document.undoName == "Resize Pages")
    try document.undo()
    try document.undo()
    #expect(document.pageCount == count && !document.hasUnsavedChanges)
  }

  @Test func aCancelledTaskEditsNothing() async throws {
    let document = try PDFDocument(data: SampleDocument().data)
    let other = try PDFDocument(data: SampleDocument().data)
    let ids = document.pageIDs
    #expect(await Self.cancelled { try await document.insertPages(of: other, at: 0) } is CancellationError)
    #expect(await Self.cancelled { try await document.resizePages(ids, to: .a4) } is CancellationError)
    #expect(await Self.cancelled { try await document.extractPages(ids) } is CancellationError)
    #expect(await Self.cancelled { try await document.annotations { _ in true } } is CancellationError)
    #expect(document.pageIDs == ids && !document.canUndo)
  }

  @Test func theyFailAsTheirTwinsDo() async throws {
    let document = try PDFDocument(data: SampleDocument().data)
    let foreign = try PDFDocument(data: SampleDocument().data).pageIDs
    let asynchronous = await #expect(throws: PDFError.self) { try await document.extractPages(foreign) }
    let waiting = #expect(throws: PDFError.self) { try document.extractPagesAndWait(foreign) }
    #expect(asynchronous?.code == .pageOutOfRange && asynchronous == waiting)
  }

  /// What was found at the moment of the call counts, whatever is edited meanwhile.
  @Test func anOverlayIsThatOfTheCall() async throws {
    let document = try PDFDocument(data: SampleDocument().data)
    let letterhead = try PDFDocument()
    let page = try letterhead.insertBlankPage(size: .a4)
    let overlay = PageOverlay(page, of: letterhead)
    try await document.addOverlay(overlay, to: document.pageIDs)
    #expect(document.undoName == "Add Overlay")
    try document.undo()
    let wrong = PageOverlay(page, of: letterhead, opacity: 2)
    let error = await #expect(throws: PDFError.self) {
      try await document.addOverlay(wrong, to: document.pageIDs)
    }
    #expect(error?.code == .invalidArgument && !document.canUndo)
    let ids = document.pageIDs
    #expect(await Self.cancelled { try await document.addOverlay(overlay, to: ids) } is CancellationError)
    #expect(!document.canUndo)
  }

  /// Of the document itself pages are duplicated.
  @Test func pagesOfTheDocumentItselfAreDuplicated() async throws {
    let document = try PDFDocument(data: SampleDocument().data)
    let count = document.pageCount
    let inserted = try await document.insertPages(of: document, at: count)
    #expect(inserted.pages.count == count && document.pageCount == 2 * count)
  }

  @Test func partsAreOfTheOutlineOfTheirPages() async throws {
    let document = try PDFDocument(data: SampleDocument().data)
    let target = LinkTarget.place(PageDestination(document.pageIDs[1]))
    try document.setOutline(Outline([OutlineItem("Second", target: target)]))
    let parts = try await document.parts(splitBy: .outline(level: 1))
    #expect(parts.map(\.title) == [nil, "Second"])
    #expect(try document.partsAndWait(splitBy: .outline(level: 1)) == parts)
  }
}

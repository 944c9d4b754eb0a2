import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilViewer

/// A program that saves and undoes in the document itself while the eraser is on the page.
@MainActor @Suite struct PiecewiseStrokeTests {
  private let viewer: Viewer
  private let document: PDFDocument
  private var session: ViewerSession { viewer.session }

  /// Two lines from left to right, 100 and 200 from the upper edge.
  init() async throws {
    viewer = try Viewer()
    await viewer.open()
    document = try #require(viewer.session.document)
    viewer.draw(.line, (50, 100), (250, 100))
    viewer.draw(.line, (50, 200), (250, 200))
    await viewer.session.idle()
  }

  private func pen(_ x: Double, _ y: Double) throws -> PenPoint {
    PenPoint(try #require(session.viewport.viewPoint(ViewPoint(x: x, y: y), on: viewer.page)))
  }

  /// Cuts the first line, and stays between both.
  private func beginErasing() async throws {
    session.palette.selection = .eraser
    #expect(session.drawing.begin(at: try pen(150, 80)))
    session.drawing.move(to: try pen(150, 150))
    #expect(try await viewer.annotations().count == 3)
  }

  /// Goes on through the second line, and lifts the eraser.
  private func continueErasing() async throws {
    session.drawing.move(to: try pen(150, 250))
    await session.idle()
    #expect(!session.drawing.isDrawing && !session.drawing.isCommitting)
    session.drawing.move(to: try pen(200, 100))
    session.drawing.finish()
    await session.idle()
  }

  @Test func aSaveDoesNotEndTheStroke() async throws {
    try await beginErasing()
    try document.saveAndWait()
    session.drawing.move(to: try pen(150, 250))
    session.drawing.finish()
    await session.idle()
    #expect(try await viewer.annotations().count == 4)
    #expect(session.status.undoName == "Erase" && session.status.hasUnsavedChanges)
    #expect(session.message == nil)
    // The stroke is one step.
    session.undo()
    #expect(try await viewer.annotations().count == 2)
    #expect(session.status.hasUnsavedChanges)
    session.undo()
    #expect(try await viewer.annotations().count == 1)
  }

  @Test func anUndoEndsTheStrokeAndNothingMoreIsErased() async throws {
    try await beginErasing()
    try document.undo()
    try await continueErasing()
    #expect(try await viewer.annotations().count == 2)
    #expect(session.status.redoName == "Erase")
    session.redo()
    #expect(try await viewer.annotations().count == 3)
    session.undo()
    session.undo()
    #expect(try await viewer.annotations().count == 1)
  }

  @Test func theNextStrokeErasesAgain() async throws {
    try await beginErasing()
    try document.undo()
    try await continueErasing()
    viewer.draw(.eraser, (150, 180), (150, 220))
    #expect(try await viewer.annotations().count == 3)
    session.undo()
    #expect(try await viewer.annotations().count == 2)
  }

  @Test func whatAProgramDoesMeanwhileIsAStepOfItsOwn() async throws {
    try await beginErasing()
    try document.rotatePages([document.pageIDs[1]], by: .clockwise90)
    session.drawing.move(to: try pen(150, 250))
    session.drawing.finish()
    #expect(try await viewer.annotations().count == 4)
    session.undo()
    #expect(try await viewer.annotations().count == 3)
    #expect(session.status.undoName == "Rotate")
    session.undo()
    await session.idle()
    #expect(session.status.undoName == "Erase")
    session.undo()
    #expect(try await viewer.annotations().count == 2)
  }

  @Test func escapeAfterASaveBringsBackWhatWasErased() async throws {
    try await beginErasing()
    try document.saveAndWait()
    session.drawing.cancel()
    #expect(try await viewer.annotations().count == 2)
    #expect(session.status.hasUnsavedChanges)
    #expect(session.status.undoName == "Add Annotation")
  }

  @Test func escapeTakesBackNothingThatCameAfterTheStroke() async throws {
    try await beginErasing()
    try document.rotatePages([document.pageIDs[1]], by: .clockwise90)
    session.drawing.cancel()
    #expect(try await viewer.annotations().count == 3)
    #expect(document.state.rotation(of: document.pageIDs[1]) == .clockwise90)
  }

  @Test func whatAProgramChangesOnThePageIsNotLostToTheEraser() async throws {
    try await beginErasing()
    var lower = try #require(try await viewer.annotations().last)
    lower.style.color = .green
    try document.replace(lower, on: viewer.page)
    session.drawing.move(to: try pen(150, 250))
    session.drawing.finish()
    let annotations = try await viewer.annotations()
    #expect(annotations.count == 4)
    #expect(annotations.suffix(2).allSatisfy { $0.style.color == .green })
  }

  @Test func aStrokeDoesNotOutliveItsRoom() async throws {
    let page = viewer.page
    do {
      let documentActor = DocumentActor(document)
      _ = await documentActor.perform { try $0.beginStroke(EraserTool(width: 10), on: page) }
    }
    await wait(
      until: { document.core.withLock { $0.history.openGroup } == nil }, "the group is still open")
  }
}

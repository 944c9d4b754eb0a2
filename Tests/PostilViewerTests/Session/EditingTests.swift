import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Drawing, erasing, undoing, turning and moving in a window.
@MainActor @Suite struct ViewerEditingTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }

  init() async throws {
    viewer = try Viewer()
    await viewer.open()
  }

  @Test func whatIsDrawnIsInTheDocumentWhereItWasDrawn() async throws {
    viewer.draw(.rectangle, (100, 100), (200, 150))
    let shape = try #require(try await viewer.annotations().first?.content)
    guard let rect = shape.rectangle?.rect else {
      Issue.record("a \(shape) was drawn")
      return
    }
    let expected = PageRect(x: 100, y: 350, width: 100, height: 50)
    for (a, b) in [(rect.minX, expected.minX), (rect.minY, expected.minY), (rect.maxX, expected.maxX)] {
      #expect(abs(a - b) < 0.001)
    }
    #expect(session.status.canUndo && session.status.hasUnsavedChanges)
  }

  @Test(arguments: [ToolID.line, .rectangle, .ellipse, .freehand])
  func everyToolDraws(_ tool: ToolID) async throws {
    viewer.draw(tool, (50, 50), (80, 60), (120, 90))
    let annotations = try await viewer.annotations()
    #expect(annotations.count == 1)
    #expect(annotations.first?.style == session.palette.style(for: tool))
  }

  @Test func onATurnedPageDrawingLandsUnderThePen() async throws {
    session.rotatePage()
    await session.idle()
    viewer.draw(.line, (0, 0), (10, 0))
    guard let line = try await viewer.annotations().first?.content.line else {
      Issue.record("no line was drawn")
      return
    }
    // The upper left corner as it is shown is the lower left one of the page.
    #expect(abs(line.from.x) < 0.001 && abs(line.from.y) < 0.001)
    #expect(abs(line.to.x) < 0.001 && abs(line.to.y - 10) < 0.001)
  }

  @Test func aDrawingStaysUntilTheTilesShowIt() async throws {
    await wait(until: { session.pageDisplay.isComplete }, "the page is not shown")
    viewer.draw(.line, (50, 50), (120, 90))
    #expect(session.drawing.settling.count == 1)
    await wait(until: { session.drawing.settling.isEmpty }, "the drawing does not settle")
    #expect(try await viewer.annotations().count == 1)
    #expect(session.pageDisplay.requestAwaited(by: viewer.page) == nil)
  }

  @Test func aDrawingSettlesOnAPageThatWasLeft() async throws {
    viewer.draw(.line, (50, 50), (120, 90))
    session.viewport.go(to: 3)
    await session.idle()
    await wait(until: { session.drawing.settling.isEmpty }, "the drawing does not settle")
  }

  @Test func escapeLeavesNothing() async throws {
    session.palette.selection = .freehand
    #expect(session.drawing.begin(at: PenPoint(x: 400, y: 400)))
    session.drawing.move(to: PenPoint(x: 420, y: 430))
    session.drawing.cancel()
    session.drawing.finish()
    #expect(try await viewer.annotations().isEmpty)
    #expect(!session.status.canUndo)
  }

  @Test func nothingIsDrawnWithoutAToolOrOffThePage() {
    session.palette.selection = nil
    #expect(!session.drawing.begin(at: PenPoint(x: 400, y: 400)))
    session.palette.selection = .line
    #expect(!session.drawing.begin(at: PenPoint(x: -50, y: 400)))
    #expect(session.drawing.move(to: PenPoint(x: 10, y: 10)) == nil)
  }

  @Test func movingTellsTheSmallRectangleToDrawAnew() throws {
    session.palette.selection = .freehand
    #expect(session.drawing.begin(at: PenPoint(x: 300, y: 300)))
    for step in 1...200 { session.drawing.move(to: PenPoint(x: 300 + Double(step), y: 300)) }
    let box = try #require(session.drawing.move(to: PenPoint(x: 502, y: 301)))
    #expect(box.width < 20 && box.height < 20)
    #expect(box.x < 502 && box.x + box.width > 502)
  }

  @Test func shiftHoldsShapesRegular() async throws {
    session.drawing.isConstrained = true
    viewer.draw(.ellipse, (100, 100), (180, 140))
    guard let rect = try await viewer.annotations().first?.content.ellipse?.rect else {
      Issue.record("no ellipse was drawn")
      return
    }
    #expect(abs(rect.width - rect.height) < 0.001)
  }

  @Test func anErasedStrokeIsOneStepOfUndo() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    viewer.draw(.line, (50, 200), (250, 200))
    viewer.draw(.eraser, (100, 80), (100, 120), (100, 180), (100, 220))
    #expect(try await viewer.annotations().count == 4)
    #expect(session.status.undoName == "Erase")
    session.undo()
    #expect(try await viewer.annotations().count == 2)
    session.redo()
    #expect(try await viewer.annotations().count == 4)
  }

  @Test func erasingShowsBeforeTheEraserIsLifted() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    session.palette.selection = .eraser
    let place = try #require(session.viewport.viewPoint(ViewPoint(x: 150, y: 100), on: viewer.page))
    #expect(session.drawing.begin(at: PenPoint(place)))
    #expect(session.drawing.isCommitting)
    #expect(try await viewer.annotations().count == 2)
    session.drawing.cancel()
    #expect(try await viewer.annotations().count == 1)
    #expect(session.status.undoName == "Add Annotation")
  }

  @Test func undoingShowsThePageThatItChanges() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    session.viewport.go(to: session.pages.count - 1)
    #expect(session.viewport.currentPage == session.pages.last)
    session.undo()
    await session.idle()
    #expect(session.viewport.currentPage == viewer.page)
    session.viewport.go(to: session.pages.count - 1)
    session.redo()
    await session.idle()
    #expect(session.viewport.currentPage == viewer.page)
  }

  @Test func undoWhileDrawingGivesTheDrawingUp() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    session.palette.selection = .line
    session.drawing.begin(at: PenPoint(x: 400, y: 400))
    session.undo()
    #expect(!session.drawing.isDrawing)
    #expect(try await viewer.annotations().count == 1)
  }

  @Test func aClearedPageComesBackWithUndo() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    viewer.draw(.freehand, (50, 100), (250, 200))
    #expect(await session.clearPage().value == 2)
    #expect(try await viewer.annotations().isEmpty)
    #expect(await session.clearPage().value == 0)
    session.undo()
    #expect(try await viewer.annotations().count == 2)
  }

  @Test func aTurnChangesTheSizeThatIsLaidOut() async throws {
    let before = try #require(session.viewport.size(of: viewer.page))
    session.rotatePage()
    await session.idle()
    #expect(session.viewport.size(of: viewer.page) == ViewSize(width: before.height, height: before.width))
    session.undo()
    await session.idle()
    #expect(session.viewport.size(of: viewer.page) == before)
  }

  @Test func aMovedPageIsStillTheCurrentOne() async throws {
    session.viewport.go(to: 2)
    let third = viewer.page
    session.movePages([third], to: 0)
    await session.idle()
    #expect(session.pages.map(\.number) == [3, 1, 2, 4, 5])
    #expect(session.viewport.currentPage == third)
    session.undo()
    await session.idle()
    #expect(session.pages.map(\.number) == [1, 2, 3, 4, 5])
  }

  @Test func whatCannotBeDoneIsTold() async throws {
    session.movePages([viewer.page], to: 99)
    await session.idle()
    #expect(session.message != nil)
    #expect(session.pages.count == 5)
  }
}

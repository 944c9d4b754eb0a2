import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Drawings on pages that change meanwhile.
@MainActor @Suite struct DrawingControllerTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }

  init() async throws {
    var document = Viewer.document()
    document.pages[1].mediaBox = [0, 0, 200, 300]
    viewer = try Viewer(document)
    await viewer.open()
    await viewer.session.idle()
  }

  private func pen(_ x: Double, _ y: Double, on page: PageID? = nil) throws -> PenPoint {
    PenPoint(
      try #require(session.viewport.viewPoint(ViewPoint(x: x, y: y), on: page ?? viewer.page)))
  }

  @Test func aDrawingTurnsWithItsPageUntilTheTilesShowIt() async throws {
    session.pageDisplay.zoomPause = .seconds(60)
    viewer.draw(.line, (50, 100), (250, 100))
    #expect(session.drawing.settling.first?.transform.rotation == PageRotation.none)
    session.rotatePage()
    // Before any tile of the turned page can have come.
    var seen: PageRotation?
    session.editor.enqueue(.editing, { _ in }) { _ in
      seen = session.drawing.settling.first?.transform.rotation
    }
    await session.idle()
    #expect(seen == .clockwise90 || session.drawing.settling.isEmpty)
    await wait(until: { session.drawing.settling.isEmpty }, "the drawing does not settle")
  }

  @Test func thePenStaysOnAPageThatIsTurnedUnderIt() async throws {
    session.palette.selection = .line
    #expect(session.drawing.begin(at: try pen(100, 100)))
    let page = viewer.page
    let document = try #require(session.document)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    await wait(until: { session.transform(of: page)?.rotation == .clockwise90 }, "the turn is not seen")
    #expect(session.drawing.live?.transform.rotation == .clockwise90)
    session.drawing.move(to: try pen(10, 20))
    session.drawing.finish()
    guard let end = try await viewer.annotations().first?.content.line?.to else {
      Issue.record("no line was drawn")
      return
    }
    // 10 from the left of a page turned clockwise is 10 from its lower edge.
    #expect(abs(end.x - 20) < 0.001 && abs(end.y - 10) < 0.001)
  }

  @Test func onThePageBesideASwipedOneDrawingLandsUnderThePen() async throws {
    await wait(
      until: { session.viewport.size(of: session.pages[1])?.width == 200 }, "the size is not learnt")
    session.palette.selection = .line
    session.viewport.swipeOffset = -session.viewport.swipeDistance / 2
    let page = session.pages[1]
    let frame = try #require(session.viewport.frame(of: page))
    #expect(session.drawing.begin(at: PenPoint(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2)))
    session.drawing.move(to: PenPoint(x: frame.x + frame.width / 4, y: frame.y + frame.height / 4))
    session.drawing.finish()
    guard let line = try await viewer.annotations(page).first?.content.line else {
      Issue.record("no line was drawn")
      return
    }
    #expect(abs(line.from.x - 100) < 0.001 && abs(line.from.y - 150) < 0.001)
    #expect(abs(line.to.x - 50) < 0.001 && abs(line.to.y - 225) < 0.001)
  }

  @Test func theEraserGoesOnAfterTheProgramChangedThePage() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    viewer.draw(.line, (50, 200), (250, 200))
    let page = viewer.page
    let first = try #require(try await viewer.annotations().first)
    session.palette.selection = .eraser
    #expect(session.drawing.begin(at: try pen(150, 50)))
    await session.idle()
    try session.document?.remove(first.id, from: page)
    session.drawing.move(to: try pen(150, 300))
    session.drawing.finish()
    #expect(try await viewer.annotations().count == 2)
    #expect(session.message == nil)
  }

  @Test func anEraserThatIsGivenUpLeavesWhatCanBeRedone() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    viewer.draw(.line, (50, 200), (250, 200))
    session.undo()
    session.palette.selection = .eraser
    #expect(session.drawing.begin(at: try pen(150, 100)))
    #expect(try await viewer.annotations().count == 2)
    session.drawing.cancel()
    await session.idle()
    #expect(session.status.canRedo && session.status.redoName == "Add Annotation")
    session.redo()
    #expect(try await viewer.annotations().count == 2)
  }

  @Test func whatIsNoPointLeavesNoGapInWhatIsErased() async throws {
    viewer.draw(.line, (50, 100), (250, 100))
    session.palette.selection = .eraser
    #expect(session.drawing.begin(at: try pen(150, 50)))
    session.drawing.move(to: PenPoint(x: .nan, y: .nan))
    await session.idle()
    session.drawing.move(to: try pen(150, 150))
    session.drawing.finish()
    #expect(try await viewer.annotations().count == 2)
  }

  @Test func anEraserGetsThroughHundredsOfAnnotations() async throws {
    let document = try #require(session.document)
    let page = viewer.page
    let lines = (0..<400).map { index in
      let y = 20 + Double(index)
      return Edit.addAnnotation(
        Annotation(.line(from: PagePoint(x: 50, y: y), to: PagePoint(x: 250, y: y))), page: page)
    }
    try document.apply(lines)
    session.palette.selection = .eraser
    #expect(session.drawing.begin(at: try pen(150, 10)))
    for step in 1...48 { session.drawing.move(to: try pen(150, 10 + 10 * Double(step))) }
    session.drawing.finish()
    #expect(try await viewer.annotations().count == 800)
    session.undo()
    #expect(try await viewer.annotations().count == 400)
  }

  @Test func theToolAndTheZoomMayChangeWhileSomethingIsDrawn() async throws {
    session.palette.selection = .line
    #expect(session.drawing.begin(at: try pen(100, 100)))
    session.palette.selection = .ellipse
    session.viewport.zoom(by: 1.5)
    session.viewport.pan(dx: 10, dy: 20)
    session.drawing.move(to: try pen(150, 120))
    session.drawing.finish()
    guard let line = try await viewer.annotations().first?.content.line else {
      Issue.record("no line was drawn")
      return
    }
    #expect(abs(line.from.x - 100) < 0.001 && abs(line.from.y - 400) < 0.001)
    #expect(abs(line.to.x - 150) < 0.001 && abs(line.to.y - 380) < 0.001)
  }

  @Test func drawingsOnPagesThatChangeBeforeTheyAreCommittedSettle() async throws {
    for step in 0..<12 {
      viewer.draw(.line, (50, 100), (250, 100))
      switch step % 6 {
      case 0: session.undo()
      case 1: session.clearPage()
      case 2: session.rotatePage()
      case 3: session.movePages([viewer.page], to: step % 5)
      case 4: session.viewport.zoom(by: 1.1)
      default: session.viewport.goToNext()
      }
    }
    await session.idle()
    await wait(until: { session.drawing.settling.isEmpty }, "a drawing does not settle")
  }
}

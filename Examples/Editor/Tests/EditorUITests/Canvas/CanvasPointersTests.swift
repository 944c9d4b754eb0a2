import EditorTestSupport
import Foundation
import GTKKit
import Postil
import PostilViewer
import XCTest

@testable import EditorUI

/// What pens, fingers and palms do on the canvas, by what they report.
@preconcurrency @MainActor
final class CanvasPointersTests: GTKTestCase {
  /// A canvas of 440 × 240 units, in which a page of 200 × 100 points is shown at scale 2, from 20, 20 on.
  private func show(_ body: (PageCanvas, CanvasInput, ViewerSession) throws -> Void) throws {
    let session = try sampleSession()
    session.palette.addEditorTools()
    let canvas = PageCanvas(session)
    let window = show(canvas, width: 440, height: 240)
    defer { window.destroy() }
    wait(for: "document") { !session.pages.isEmpty }
    session.viewport.zoom(to: 2)
    wait(for: "page") { session.pageDisplay.isComplete }
    try body(canvas, try XCTUnwrap(canvas.input), session)
  }

  private let (pen, eraser, finger) = (-1, -2, 5)

  private func report(
    _ id: Int, _ phase: PointerReport.Phase, at time: Double, _ x: Double = 300, hasButton: Bool = false
  ) -> PointerReport {
    let device: PointerReport.Device = id == pen ? .pen : id == eraser ? .eraser : .touch
    return PointerReport(id: id, device, phase, at: ViewPoint(x: x, y: 60), time: time, hasButton: hasButton)
  }

  private func press(
    _ id: Int, _ input: CanvasInput, _ x: Double = 300, _ y: Double = 60, time: Double? = nil
  ) {
    input.dragPointer = id
    input.begin(PenPoint(ViewPoint(x: x, y: y), time: time))
  }

  func testWhatAPalmBeganIsTakenBackWhenThePenComes() throws {
    try show { _, input, session in
      session.palette.selection = .freehand
      XCTAssertFalse(input.take(report(finger, .begins, at: 1)))
      press(finger, input)
      XCTAssertEqual(input.mode, .draws)
      XCTAssertTrue(session.drawing.isDrawing)
      XCTAssertFalse(input.take(report(pen, .begins, at: 1.2)))
      XCTAssertFalse(session.drawing.isDrawing)
      XCTAssertEqual(input.mode, .none)
      XCTAssertTrue(input.take(report(finger, .moves, at: 1.3)), "no gesture gets it any more")
      press(pen, input)
      XCTAssertTrue(session.drawing.isDrawing)
      XCTAssertTrue(input.take(report(6, .begins, at: 1.4)), "beside the pen it is a palm")
      XCTAssertTrue(session.drawing.isDrawing)
      input.cancel()
      XCTAssertFalse(session.status.hasUnsavedChanges)
    }
  }

  func testAFingerMovesThePageOnceAPenWasSeen() throws {
    try show { _, input, session in
      session.palette.selection = .freehand
      XCTAssertFalse(input.take(report(pen, .hovers, at: 1)))
      XCTAssertTrue(session.palette.hasSeenPen)
      XCTAssertFalse(input.take(report(finger, .begins, at: 9)))
      press(finger, input)
      XCTAssertEqual(input.mode, .swipes)
      input.cancel()
      XCTAssertFalse(input.take(report(finger, .ends, at: 9.1)))
      session.palette.fingers = .draws
      wait(for: "choice") { input.arbiter.fingers == .draws }
      XCTAssertFalse(input.take(report(finger, .begins, at: 10)))
      press(finger, input)
      XCTAssertEqual(input.mode, .draws)
      input.cancel()
    }
  }

  func testTheOtherEndOfThePenAndItsButtonErase() throws {
    try show { canvas, input, session in
      for (id, hasButton) in [(eraser, false), (pen, true)] {
        // Also with a tool that selects.
        for tool in [ToolID.freehand, .lasso, .select] {
          session.palette.selection = tool
          XCTAssertFalse(input.take(report(id, .begins, at: 1, hasButton: hasButton)))
          press(id, input)
          XCTAssertTrue(session.drawing.live?.tool is EraserTool, "\(tool)")
          input.cancel()
          _ = input.take(report(id, .ends, at: 1.1))
        }
      }
      session.palette.selection = .freehand
      input.hovered = Point(x: 300, y: 60)
      _ = input.take(report(eraser, .hovers, at: 2))
      XCTAssertEqual(canvas.toolHead?.width, 24, "twelve points at scale 2")
      _ = input.take(report(pen, .hovers, at: 2.1))
      XCTAssertNil(canvas.toolHead)
    }
  }

  func testAStrokeThatIsHeldBecomesAShapeAndUndoGivesTheInkBack() throws {
    try show { canvas, input, session in
      session.palette.selection = .freehand
      @MainActor func place(_ step: Int) -> ViewPoint {
        let angle = Double(step) / 60 * 2 * .pi
        return ViewPoint(x: 220 + 80 * cos(angle), y: 120 + 60 * sin(angle))
      }
      press(pen, input, place(0).x, place(0).y, time: 1)
      for step in 1...60 { session.drawing.move(to: PenPoint(place(step), time: 1 + Double(step) * 0.01)) }
      input.advance(to: 1.7)
      XCTAssertNil((session.drawing.live?.tool as? FreehandTool)?.shape, "not yet")
      input.advance(to: 2.3)
      XCTAssertNotNil((session.drawing.live?.tool as? FreehandTool)?.shape)
      // It is painted at once.
      wait(for: "shape") { canvas.liveInk?.nodeCount == 1 }
      session.drawing.finish()
      input.mode = .none
      wait(for: "steps") { session.status.undoName == "Make Shape" }
      let document = try XCTUnwrap(session.document)
      @MainActor func kind() throws -> AnnotationContent? {
        try document.page(at: 0).annotations.first?.content
      }
      XCTAssertNotNil(try kind()?.ellipse)
      session.undo()
      wait(for: "ink") { session.status.redoName == "Make Shape" }
      XCTAssertNotNil(try kind()?.ink)
    }
  }

  func testWhatIsForeseenIsPaintedAndNeverKept() throws {
    try show { canvas, input, session in
      session.palette.selection = .freehand
      let start = MainLoop.now
      press(pen, input, 60, 120, time: start - 0.1)
      for step in 1...20 {
        let time = start - 0.1 + Double(step) * 0.005
        session.drawing.move(to: PenPoint(ViewPoint(x: 60 + Double(step) * 6, y: 120), time: time))
        input.lastPoint = (time, nil)
      }
      let tool = try XCTUnwrap(session.drawing.live?.tool as? FreehandTool)
      XCTAssertFalse(tool.way(ahead: 0.016).isEmpty)
      wait(for: "ink ahead of the pen") { canvas.liveInk?.isAhead == true }
      // No other point comes: the pen rests.
      wait(for: "ink as it was drawn") { canvas.liveInk?.isAhead == false }
      session.drawing.finish()
      input.mode = .none
      wait(for: "annotation") { session.status.hasUnsavedChanges }
      let ink = try XCTUnwrap(session.document).page(at: 0).annotations.first?.content.ink
      XCTAssertEqual(ink?.strokes.first?.points.last?.x ?? 0, 80, accuracy: 0.001)
      XCTAssertLessThanOrEqual(ink?.strokes.first?.points.map(\.x).max() ?? 999, 80.001)
    }
  }

  func testTheRulerIsMovedTurnedAndDrawnAlong() throws {
    try show { canvas, input, session in
      session.palette.selection = .freehand
      session.drawing.layRuler()
      let frame = try XCTUnwrap(session.drawing.rulerFrame)
      XCTAssertEqual(frame.middle, ViewPoint(x: 220, y: 120))
      press(pen, input, 220, 150)
      XCTAssertEqual(input.mode, .movesRuler)
      session.drawing.dragRuler(to: ViewPoint(x: 220, y: 130))
      session.drawing.releaseRuler()
      input.mode = .none
      XCTAssertEqual(session.drawing.rulerFrame?.middle.y ?? 0, 100, accuracy: 0.001)
      wait(for: "ruler") {
        guard let picture = canvas.picture() else { return false }
        // The red of the page shows through.
        return picture.pixels[140 * picture.width + 150] != 0xFFFF_0000
      }
      press(pen, input, 60, 96)
      XCTAssertEqual(input.mode, .draws)
      for step in 1...10 {
        session.drawing.move(to: PenPoint(x: 60 + Double(step) * 10, y: 92 + Double(step % 3) * 5))
      }
      let points = (session.drawing.live?.tool as? FreehandTool)?.points ?? []
      XCTAssertTrue(points.allSatisfy { abs($0.y - 60) < 1e-9 }, "\(points)")
      input.cancel()
      session.drawing.turnRuler(by: .pi / 6)
      XCTAssertEqual(session.drawing.rulerFrame?.angle ?? 0, .pi / 6, accuracy: 1e-9)
    }
  }

  func testALassoSelectsMovesAndIsSeen() throws {
    try show { canvas, input, session in
      let document = try XCTUnwrap(session.document)
      let page = session.pages[0]
      @MainActor func stroke(_ x: Double) -> Annotation {
        Annotation(
          .ink([
            InkStroke(points: [
              PagePoint(x: x, y: 60), PagePoint(x: x + 20, y: 80), PagePoint(x: x + 30, y: 65),
            ])
          ]))
      }
      try document.add([stroke(30), stroke(140)], to: page)
      wait(for: "annotations") { session.contents.annotations(of: page).count == 2 }
      session.palette.selection = .lasso
      press(pen, input, 60, 40)
      for (x, y) in [(170.0, 40.0), (170, 140), (60, 140)] { input.select(to: ViewPoint(x: x, y: y), []) }
      XCTAssertEqual(session.selection.lasso.count, 4)
      wait(for: "loop") {
        guard let picture = canvas.picture() else { return false }
        return picture.pixels[90 * picture.width + 170] != 0xFFFF_FFFF
      }
      input.endSelecting()
      input.mode = .none
      XCTAssertEqual(session.selection.ids.count, 1)
      // Between the strokes of what is selected a drag moves it.
      press(pen, input, 105, 80)
      for x in [115.0, 145] { input.select(to: ViewPoint(x: x, y: 80), []) }
      input.endSelecting()
      input.mode = .none
      wait(for: "movement") { session.status.undoName == "Move Annotation" }
      session.palette.setStyle(AnnotationStyle(color: .green, lineWidth: 0.5), for: .lasso)
      wait(for: "style") { session.status.undoName == "Change Style" }
      let moved = try document.page(page).annotations.first
      XCTAssertEqual(moved?.content.ink?.strokes.first?.points.first, PagePoint(x: 50, y: 60))
      XCTAssertEqual(moved?.style.color, .green)
      XCTAssertEqual(moved?.style.lineWidth, 0.5)
    }
  }
}

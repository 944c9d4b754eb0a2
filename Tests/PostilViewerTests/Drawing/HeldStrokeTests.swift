import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Ink in a session: held still it becomes a shape, and what was foreseen is not kept.
@MainActor @Suite struct HeldStrokeTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }

  init() async throws {
    viewer = try Viewer()
    await viewer.open()
    await viewer.session.idle()
    session.palette.selection = .freehand
  }

  /// Draws a circle, 8 ms from point to point. Returns the time of the last.
  private func drawCircle() throws -> Double {
    for step in 0...80 {
      let angle = Double(step) / 80 * 2 * .pi
      let place = ViewPoint(x: 200 + 60 * cos(angle), y: 200 + 60 * sin(angle))
      let point = PenPoint(
        try #require(session.viewport.viewPoint(place, on: viewer.page)), time: 5 + Double(step) * 0.008)
      if step == 0 { session.drawing.begin(at: point) } else { session.drawing.move(to: point) }
    }
    return 5 + 80 * 0.008
  }

  @Test func aCircleIsMadeOfItAndUndoGivesTheInkBack() async throws {
    let end = try drawCircle()
    #expect(!session.drawing.advance(to: end + 0.5))
    #expect(session.drawing.advance(to: end + 0.7) && !session.drawing.advance(to: end + 2))
    session.drawing.finish()
    let shape = try #require(try await viewer.annotations().first?.content.ellipse)
    #expect(abs(shape.rect.width - 120) < 1 && abs(shape.rect.height - 120) < 1)
    session.undo()
    let ink = try #require(try await viewer.annotations().first?.content.ink)
    #expect(ink.strokes.count == 1)
    session.undo()
    #expect(try await viewer.annotations().isEmpty)
  }

  @Test func whoDoesNotWantThatKeepsTheInk() async throws {
    let hold = try #require(session.palette.tool(.freehand)?.choices.first { $0.id == "hold" })
    session.palette.setChoice("nothing", of: hold, for: .freehand)
    let end = try drawCircle()
    #expect(!session.drawing.advance(to: end + 9))
    session.drawing.finish()
    #expect(try await viewer.annotations().first?.content.ink != nil)
  }

  @Test func whatIsForeseenIsNotKept() async throws {
    for step in 0...40 {
      let place = ViewPoint(x: 50 + Double(step) * 5, y: 100)
      let point = PenPoint(
        try #require(session.viewport.viewPoint(place, on: viewer.page)), time: Double(step) * 0.008)
      if step == 0 { session.drawing.begin(at: point) } else { session.drawing.move(to: point) }
      let pen = session.drawing.live?.tool as? FreehandTool
      if step > 8 { #expect((pen?.way(ahead: 0.016).last?.x ?? 0) > place.x) }
    }
    session.drawing.finish()
    let points = try #require(try await viewer.annotations().first?.content.ink?.strokes.first?.points)
    #expect(points.last == PagePoint(x: 250, y: 400) && points.allSatisfy { $0.x <= 250 })
  }
}

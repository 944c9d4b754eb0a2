import Foundation
import Testing

@testable import PostilViewer

/// A ruler on pages of 400 × 500 points in a window of 800 × 1,000 units.
@MainActor @Suite struct PageRulerTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }
  private var drawing: DrawingController { session.drawing }

  init() async throws {
    viewer = try Viewer()
    await viewer.open()
    await viewer.session.idle()
  }

  private func frame() throws -> RulerFrame { try #require(drawing.rulerFrame) }

  private func drag(_ points: ViewPoint...) {
    for (index, point) in points.enumerated() {
      if index == 0 { #expect(drawing.pressRuler(at: point)) } else { drawing.dragRuler(to: point) }
    }
    drawing.releaseRuler()
  }

  @Test func itLiesInTheMiddleAndLevelHoweverThePageIsTurned() async throws {
    for _ in 0..<4 {
      drawing.ruler = nil
      drawing.layRuler()
      let frame = try frame()
      #expect(abs(frame.middle.x - 400) < 0.01 && abs(frame.middle.y - 500) < 0.01)
      #expect(abs(frame.angle) < 1e-9)
      session.rotatePage()
      await session.idle()
    }
  }

  @Test func itIsTakenAtItsBodyAndItsGripsButNotAtItsEdge() throws {
    drawing.layRuler()
    let frame = try frame()
    #expect(frame.grip(at: frame.place(along: 0, across: 30)) == .whole)
    for grip in frame.grips { #expect(frame.grip(at: grip) == .turn) }
    for (along, across) in [(0.0, 5.0), (0, -5), (0, 80), (300, 30), (-300, 30)] {
      #expect(frame.grip(at: frame.place(along: along, across: across)) == nil)
    }
    #expect(!drawing.pressRuler(at: frame.place(along: 0, across: 5)))
    drawing.dragRuler(to: ViewPoint(x: 1, y: 1))
    #expect(try self.frame() == frame)
  }

  @Test func inASmallWindowBothGripsAreInView() throws {
    session.viewport.resize(to: ViewSize(width: 260, height: 400), pixelRatio: 1)
    drawing.layRuler()
    #expect(try frame().grips.allSatisfy { $0.x > 14 && $0.x < 246 })
  }

  @Test func aDragMovesIt() throws {
    drawing.layRuler()
    let old = try frame()
    let start = old.place(along: 20, across: 30)
    drag(start, ViewPoint(x: start.x + 40, y: start.y - 60))
    let new = try frame()
    #expect(abs(new.middle.x - old.middle.x - 40) < 0.01 && abs(new.middle.y - old.middle.y + 60) < 0.01)
    // Not off the page.
    let taken = new.place(along: 0, across: 30)
    drag(taken, ViewPoint(x: 1e6, y: -1e6))
    #expect(try frame().middle.x <= 800.01 && frame().middle.y >= -0.01)
  }

  @Test func itTurnsInStepsWhenItIsNearToThem() throws {
    drawing.layRuler()
    let frame = try frame()
    let grip = frame.grips[1]
    let (radius, angle) = (
      grip.distance(to: frame.middle), atan2(grip.y - frame.middle.y, grip.x - frame.middle.x)
    )
    func turned(_ degrees: Double) -> ViewPoint {
      let turn = angle + degrees / 180 * .pi
      return ViewPoint(x: frame.middle.x + radius * cos(turn), y: frame.middle.y + radius * sin(turn))
    }
    drag(grip, turned(20))
    #expect(abs(try self.frame().angle - 20 / 180 * .pi) < 1e-6)
    drawing.turnRuler(by: -20 / 180 * .pi)
    drag(grip, turned(31))
    #expect(abs(try self.frame().angle - .pi / 6) < 1e-6)
    // By keys it goes on from there all the same.
    drawing.turnRuler(by: .pi / 180)
    #expect(abs(try self.frame().angle - 31 / 180 * .pi) < 1e-6)
    drawing.turnRuler(by: .nan)
    drawing.moveRuler(dx: .nan, dy: .infinity)
    #expect(abs(try self.frame().angle - 31 / 180 * .pi) < 1e-6)
  }

  @Test func aDragThatIsGivenUpPutsItBack() throws {
    drawing.layRuler()
    let old = try frame()
    drawing.pressRuler(at: old.place(along: 0, across: 30))
    drawing.dragRuler(to: ViewPoint(x: 100, y: 100))
    #expect(try frame() != old)
    drawing.cancelRuler()
    #expect(try frame() == old)
  }

  @Test func strokesRunAlongItWithinAReachThatIsTheSameAtAnyZoom() throws {
    session.palette.selection = .freehand
    for zoom in [1.0, 4] {
      session.viewport.zoom(to: zoom)
      drawing.ruler = nil
      drawing.layRuler()
      let frame = try frame()
      for (across, isAlong) in [(-10.0, true), (-14, false)] {
        drawing.begin(at: PenPoint(frame.place(along: -50, across: across)))
        for step in 1...10 {
          drawing.move(
            to: PenPoint(frame.place(along: -50 + Double(step) * 10, across: across + Double(step % 2))))
        }
        let points = (drawing.live?.tool as? FreehandTool)?.points ?? []
        #expect(Set(points.map { ($0.y * 1e6).rounded() }).count == 1 || !isAlong, "zoom \(zoom), \(across)")
        #expect(isAlong || Set(points.map(\.y)).count > 1)
        drawing.cancel()
      }
    }
  }

  @Test func itComesAlongToOtherPagesAndGoesWithTheDocument() async throws {
    drawing.layRuler()
    drawing.turnRuler(by: 0.3)
    session.viewport.go(to: 2)
    await wait(until: { drawing.ruler?.page == session.pages[2] }, "the ruler stays behind")
    #expect(abs(try frame().angle - 0.3) < 1e-6)
    session.close()
    await wait(until: { drawing.ruler == nil }, "the ruler outlives the document")
  }
}

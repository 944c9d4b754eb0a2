import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilViewer

/// A page that cannot be drawn.
@MainActor @Suite struct LostPageTests {
  /// Its worker is ended in the middle of a stroke.
  @Test func theStrokeGoesOn() async throws {
    let folder = try TemporaryFolder()
    let session = Viewer.session(in: folder, deadline: .milliseconds(500))
    let viewer = try Viewer(data: SlowPage.shading.data, folder: folder, session: session)
    await viewer.open()
    let page = viewer.page
    func pen(_ x: Double, _ y: Double) throws -> PenPoint {
      PenPoint(try #require(session.viewport.viewPoint(ViewPoint(x: x, y: y), on: page)))
    }
    session.palette.selection = .freehand
    #expect(session.drawing.begin(at: try pen(20, 20)))
    session.drawing.move(to: try pen(60, 40))
    await wait(until: { session.pageDisplay.failures[page] != nil }, "the page is not given up")
    #expect(session.pageDisplay.failures[page]?.code == .renderTimedOut)
    #expect(session.drawing.isDrawing)
    session.drawing.move(to: try pen(120, 160))
    session.drawing.finish()
    let annotations = try await viewer.annotations(page)
    #expect(annotations.count == 1)
    let bounds = try #require(annotations.first).bounds
    #expect(bounds.width >= 100 && bounds.height >= 140)
    session.undo()
    #expect(try await viewer.annotations(page).isEmpty)
  }
}

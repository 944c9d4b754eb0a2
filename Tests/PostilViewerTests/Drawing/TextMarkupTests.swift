import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Tools that follow the text of the page.
@MainActor @Suite struct TextMarkupTests {
  private func viewer() async throws -> Viewer {
    let text = TextDocument([[.init(72, 700, "one two three"), .init(72, 686, "four")]])
    let viewer = try Viewer(data: text.data)
    for tool in PaletteTool.additional { viewer.session.palette.add(tool) }
    await viewer.open()
    await viewer.session.idle()
    return viewer
  }

  /// Points are from the upper left corner of a page of 792 points; letters are 7.2 wide.
  @Test(arguments: [ToolID.highlight, .underline, .strikeOut, .squiggly])
  func aDragOverTextMarksItLineByLine(tool: ToolID) async throws {
    let viewer = try await viewer()
    // Lifted at once: what is committed waits for the text.
    viewer.draw(tool, (72 + 4 * 7.2 + 1, 790 - 700), (72 + 2 * 7.2 + 1, 790 - 686))
    let mark = try #require(try await viewer.annotations().first)
    #expect(mark.content.kind.rawValue == tool.rawValue)
    let quads = try #require(mark.content.textMarkup?.quads)
    #expect(quads.count == 2)
    #expect(abs(quads[0].upperLeft.x - (72 + 4 * 7.2)) < 0.1)
    #expect(abs(quads[1].lowerRight.x - (72 + 2 * 7.2)) < 0.1)
  }

  @Test func textThatComesWhileThePenIsDownIsFollowed() async throws {
    let viewer = try await viewer()
    let session = viewer.session
    session.palette.selection = .highlight
    let start = try #require(session.viewport.viewPoint(ViewPoint(x: 73, y: 90), on: viewer.page))
    #expect(session.drawing.begin(at: PenPoint(start)))
    await wait(
      until: { (session.drawing.live?.tool as? TextMarkupTool)?.text != nil }, "the text does not come")
    let end = try #require(session.viewport.viewPoint(ViewPoint(x: 90, y: 90), on: viewer.page))
    session.drawing.move(to: PenPoint(end))
    session.drawing.finish()
    #expect(try await viewer.annotations().first?.content.textMarkup?.quads.count == 1)
    await wait(until: { session.drawing.settling.isEmpty }, "the drawing does not settle")
  }

  @Test func aTapMarksNothing() async throws {
    let viewer = try await viewer()
    viewer.draw(.highlight, (100, 90))
    #expect(try await viewer.annotations().isEmpty)
    #expect(viewer.session.drawing.settling.isEmpty)
  }
}

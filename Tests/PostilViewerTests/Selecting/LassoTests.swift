import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// The lasso in a session: strokes selected by a loop, and what is done with them. Points are from the upper left corner of a page of
/// 400 × 500 points.
@MainActor @Suite struct LassoTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }
  private var selection: AnnotationSelection { session.selection }

  init() async throws {
    viewer = try Viewer()
    await viewer.open()
    await viewer.session.idle()
    session.palette.add(.lasso)
    session.palette.selection = .lasso
    let strokes = [(50.0, "a"), (120, "b"), (300, "c")].map { x, name in
      Annotation(
        .ink([
          InkStroke(points: (0..<12).map { PagePoint(x: x + Double($0) * 3, y: 400 + Double($0 % 4) * 6) })
        ]),
        style: AnnotationStyle(color: .red, lineWidth: 4), id: AnnotationID(name))
    }
    try #require(session.document).add(strokes, to: viewer.page)
    await known(3, on: viewer.page)
  }

  private func known(_ count: Int, on page: PageID) async {
    await session.idle()
    await wait(until: { session.contents.annotations(of: page).count == count }, "the page is not read")
  }

  private func at(_ x: Double, _ y: Double) throws -> ViewPoint {
    try #require(session.viewport.viewPoint(ViewPoint(x: x, y: y), on: viewer.page))
  }

  /// A loop around what is between two places across.
  private func loop(from left: Double, to right: Double, extending: Bool = false) throws {
    #expect(selection.beginLasso(at: try at(left, 60), extending: extending))
    for (x, y) in [(right, 60.0), (right, 120), (left, 120)] { selection.drag(to: try at(x, y)) }
    #expect(selection.isDragging && selection.lasso.count == 4)
    selection.release()
    #expect(selection.lasso.isEmpty)
  }

  private var names: [String] { selection.ids.map(\.rawValue).sorted() }

  @Test func aLoopSelectsWhatLiesInItAndShiftAddsToIt() throws {
    try loop(from: 30, to: 180)
    #expect(names == ["a", "b"])
    try loop(from: 280, to: 360, extending: true)
    #expect(names == ["a", "b", "c"])
    try loop(from: 200, to: 260)
    #expect(names.isEmpty)
  }

  @Test func aClickSelectsWhatItHitsAndLetsGoOfIt() throws {
    func click(_ x: Double, _ y: Double, extending: Bool = false) throws {
      selection.beginLasso(at: try at(x, y), extending: extending)
      selection.release()
    }
    try click(50, 100)
    #expect(names == ["a"])
    try click(120, 100, extending: true)
    #expect(names == ["a", "b"])
    try click(50, 100, extending: true)
    #expect(names == ["b"])
    try click(220, 300)
    #expect(names.isEmpty)
  }

  @Test func aDragWithinTheSelectionMovesAllOfIt() async throws {
    try loop(from: 30, to: 180)
    let between = try at(100, 92)
    #expect(selection.isWithin(between) && selection.pressWithin(between))
    selection.drag(to: try at(110, 92))
    selection.drag(to: try at(150, 142))
    selection.release()
    let moved = try await viewer.annotations()
    #expect(
      moved.compactMap { $0.content.ink?.strokes.first?.points.first } == [
        PagePoint(x: 100, y: 350), PagePoint(x: 170, y: 350), PagePoint(x: 300, y: 400),
      ])
    #expect(!selection.pressWithin(try at(300, 300)))
  }

  @Test func whatIsSelectedIsRecoloredAndThinned() async throws {
    try loop(from: 30, to: 180)
    var style = try #require(session.palette.selectedStyle)
    style.color = .blue
    session.palette.setStyle(style, for: .lasso)
    style.lineWidth = 1
    session.palette.setStyle(style, for: .lasso)
    let annotations = try await viewer.annotations()
    #expect(annotations.map(\.style.color) == [.blue, .blue, .red])
    #expect(annotations.map(\.style.lineWidth) == [1, 1, 4])
  }

  @Test func copiesGoToOtherPagesAndDocuments() async throws {
    try loop(from: 30, to: 180)
    let copied = try CopiedAnnotations(data: try #require(selection.copies).data())
    session.viewport.go(to: 1)
    let second = session.pages[1]
    selection.paste(copied)
    await known(2, on: second)
    let other = try Viewer()
    await other.open()
    await other.session.idle()
    other.session.selection.paste(copied)
    let pasted = try await other.annotations()
    #expect(pasted.count == 2 && pasted.allSatisfy { $0.content.ink != nil && $0.style.lineWidth == 4 })
  }
}

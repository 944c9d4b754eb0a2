import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Selecting annotations, and what is done with them, on a page of 400 × 500 points. Points are from its upper left corner.
@MainActor @Suite struct AnnotationSelectionTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }
  private var selection: AnnotationSelection { session.selection }

  init() async throws {
    viewer = try Viewer()
    await viewer.open()
    await viewer.session.idle()
    let filled = AnnotationStyle(color: .red, fill: .yellow)
    try await add(
      Annotation(.rectangle(PageRect(x: 100, y: 300, width: 100, height: 100)), style: filled, id: "low"),
      Annotation(.rectangle(PageRect(x: 150, y: 250, width: 100, height: 100)), style: filled, id: "high"),
      Annotation(.line(from: PagePoint(x: 50, y: 100), to: PagePoint(x: 150, y: 100)), id: "line"))
  }

  private func add(_ annotations: Annotation...) async throws {
    let document = try #require(session.document)
    try document.add(annotations, to: viewer.page)
    await isRead()
  }

  /// Waits until the session knows the page as it is, and what was done last: edits by others are told separately.
  private func isRead() async {
    await session.idle()
    let page = viewer.page
    let now = try? session.document?.page(page).annotations
    let name = session.document?.undoName
    await wait(
      until: { session.contents.annotations(of: page) == now && session.status.undoName == name },
      "the page is not read")
  }

  private func at(_ x: Double, _ y: Double) throws -> ViewPoint {
    try #require(session.viewport.viewPoint(ViewPoint(x: x, y: y), on: viewer.page))
  }

  private func click(_ x: Double, _ y: Double, extending: Bool = false, below: Bool = false) throws {
    selection.press(at: try at(x, y), extending: extending, below: below)
    selection.release()
  }

  private func drag(_ points: (Double, Double)..., constrained: Bool = false) throws {
    for (index, point) in points.enumerated() {
      let place = try at(point.0, point.1)
      if index == 0 {
        #expect(selection.press(at: place))
      } else {
        selection.drag(to: place, constrained: constrained)
      }
    }
    selection.release()
  }

  private func annotation(_ id: AnnotationID) throws -> Annotation {
    try #require(try session.document?.page(viewer.page).annotation(named: id))
  }

  // MARK: - Selecting

  @Test func clicksSelectTheTopmost() throws {
    try click(180, 180)
    #expect(selection.ids == ["high"] && selection.page == viewer.page)
    try click(110, 110)
    #expect(selection.ids == ["low"])
    // What is selected stays so under what lies above it.
    try click(180, 180)
    #expect(selection.ids == ["low"])
    try click(180, 180, below: true)
    #expect(selection.ids == ["high"])
    try click(180, 180, below: true)
    #expect(selection.ids == ["low"])
    #expect(!selection.press(at: try at(10, 10)))
  }

  @Test func withShiftSeveralAreSelected() throws {
    try click(240, 240)
    try click(110, 110, extending: true)
    try click(100, 400, extending: true)
    #expect(selection.ids == ["high", "low", "line"])
    #expect(selection.annotations.map(\.id) == ["low", "high", "line"])
    try click(240, 240, extending: true)
    #expect(selection.ids == ["low", "line"])
    // A click on one of several selects it alone; a drag moves all of them.
    try click(110, 110)
    #expect(selection.ids == ["low"])
  }

  @Test func aRectangleSelectsWhatLiesInIt() throws {
    #expect(selection.beginRubberBand(at: try at(90, 90)))
    selection.drag(to: try at(205, 205))
    #expect(selection.ids == ["low"] && selection.rubberBand != nil)
    selection.drag(to: try at(260, 260))
    #expect(selection.ids == ["low", "high"])
    selection.release()
    #expect(selection.rubberBand == nil)
    selection.beginRubberBand(at: try at(40, 390), extending: true)
    selection.drag(to: try at(160, 410))
    selection.release()
    #expect(selection.ids == ["low", "high", "line"])
    selection.beginRubberBand(at: try at(5, 5))
    selection.release()
    #expect(selection.isEmpty)
  }

  @Test func theKeyboardSelects() throws {
    selection.selectAll()
    #expect(selection.ids == ["low", "high", "line"])
    selection.selectNext()
    #expect(selection.ids == ["low"])
    selection.selectNext(-1)
    #expect(selection.ids == ["line"])
    selection.clear()
    selection.selectNext(-1)
    #expect(selection.ids == ["line"])
  }

  @Test func whatIsGoneIsNotSelected() async throws {
    selection.selectAll()
    try session.document?.remove("high", from: viewer.page)
    await isRead()
    #expect(selection.ids == ["low", "line"])
    session.close()
    #expect(selection.isEmpty && selection.frames.isEmpty)
  }

  // MARK: - Dragging

  @Test func whatIsDraggedFollowsThePointerAndIsOneStep() async throws {
    let before = try annotation("low")
    selection.press(at: try at(110, 110))
    selection.drag(to: try at(111, 111))
    #expect(!session.drawing.isDrawing, "a hand trembles")
    selection.drag(to: try at(160, 130))
    let frame = try #require(selection.frames.first)
    let left = try at(149.5, 0).x - 3
    #expect(abs(frame.x - left) < 0.01)
    #expect(session.drawing.live?.tool.draw() == before.offset(dx: 50, dy: -20).appearance)
    selection.release()
    #expect(selection.annotations == [before.offset(dx: 50, dy: -20)], "before the document has it")
    await session.idle()
    #expect(try annotation("low") == before.offset(dx: 50, dy: -20))
    #expect(session.status.undoName == "Move Annotation")
    await wait(until: { session.drawing.settling.isEmpty }, "the drag does not settle")
    session.undo()
    await isRead()
    #expect(try annotation("low") == before && selection.ids == ["low"])
  }

  @Test func aDragThatIsGivenUpChangesNothing() async throws {
    selection.press(at: try at(110, 110))
    selection.drag(to: try at(160, 130))
    selection.cancelGesture()
    selection.release()
    await session.idle()
    #expect(try annotation("low").frame.minX == 100 && session.status.undoName == "Add Annotation")
  }

  @Test func handlesResize() async throws {
    try click(110, 110)
    #expect(selection.handles.count == 8)
    let corner = try #require(selection.handles.first { ($0.dx, $0.dy) == (1, 1) })
    #expect(selection.target(at: corner.position) == .handle(corner))
    selection.press(at: corner.position)
    let end = ViewPoint(
      x: corner.position.x + 40 * session.viewport.zoom, y: corner.position.y + 20 * session.viewport.zoom)
    selection.drag(to: end)
    selection.release()
    await session.idle()
    let frame = try annotation("low").frame
    #expect(abs(frame.width - 140) < 0.01 && abs(frame.height - 120) < 0.01 && abs(frame.maxY - 400) < 0.01)
    #expect(session.status.undoName == "Resize Annotation")
  }

  @Test func linesHaveTheirEnds() async throws {
    try click(100, 400)
    #expect(selection.handles.map(\.grip) == [.controlPoint(0), .controlPoint(1)])
    try drag((150, 400), (200, 450))
    await session.idle()
    let end = try #require(try annotation("line").content.line?.to)
    #expect(end.distance(to: PagePoint(x: 200, y: 50)) < 0.01)
  }

  @Test func onATurnedPageHandlesAndArrowsAreWhereTheyAreSeen() async throws {
    session.rotatePage()
    await isRead()
    selection.select(["low"], on: viewer.page)
    // The page's x runs down now, and y to the right.
    let right = try #require(selection.handles.first { ($0.dx, $0.dy) == (1, 0) })
    #expect(right.grip == .edges(x: 0, y: 1))
    selection.press(at: right.position)
    selection.drag(to: ViewPoint(x: right.position.x + 30 * session.viewport.zoom, y: right.position.y))
    selection.release()
    await session.idle()
    let height = try annotation("low").frame.height
    #expect(abs(height - 130) < 0.01)
    await isRead()
    selection.nudge(dx: 7, dy: 2)
    await session.idle()
    let frame = try annotation("low").frame
    #expect(abs(frame.minX - 102) < 0.01 && abs(frame.minY - 307) < 0.01)
  }

  @Test func severalAreMovedTogetherButNotWhatIsLocked() async throws {
    try await add(
      Annotation(
        .ellipse(PageRect(x: 300, y: 300, width: 50, height: 50)), style: AnnotationStyle(fill: .red),
        flags: .locked, id: "locked"))
    selection.selectAll()
    #expect(selection.handles.isEmpty, "one of them cannot be resized")
    #expect(selection.commands.contains([.unlock, .lock, .copy]))
    #expect(selection.commands.isDisjoint(with: [.move, .delete, .restyle, .turn]))
    try drag((110, 110), (120, 110))
    await session.idle()
    let (low, line) = (try annotation("low").frame, try annotation("line").frame)
    #expect(abs(low.minX - 110) < 0.01 && abs(line.minX - 60) < 0.01)
    #expect(try annotation("locked").frame.minX == 300)
    selection.delete()
    await session.idle()
    #expect(try session.document?.page(viewer.page).annotations.count == 4)
  }

  // MARK: - Commands

  @Test func nudgesThatFollowEachOtherAreOneStep() async throws {
    selection.select(["low"], on: viewer.page)
    for _ in 0..<5 { selection.nudge(dx: 1, dy: 0) }
    #expect(selection.annotations.first?.frame.minX == 105)
    await session.idle()
    #expect(try annotation("low").frame.minX == 105 && session.status.undoName == "Move Annotation")
    session.undo()
    await isRead()
    #expect(try annotation("low").frame.minX == 100)
    selection.nudge(dx: 1, dy: 0)
    selection.select(["high"], on: viewer.page)
    selection.nudge(dx: 1, dy: 0)
    await session.idle()
    session.undo()
    await session.idle()
    #expect(try annotation("low").frame.minX == 101 && annotation("high").frame.minX == 150)
  }

  @Test func keysResizeInOneStep() async throws {
    selection.select(["low"], on: viewer.page)
    let old = try annotation("low").frame
    for _ in 0..<5 { selection.resize(dx: 2, dy: 0) }
    selection.resize(dx: 0, dy: 3)
    #expect(selection.annotations.first?.frame.width == old.width + 10)
    await session.idle()
    let new = try annotation("low").frame
    #expect(new.minX == old.minX && new.maxX == old.maxX + 10 && new.maxY == old.maxY)
    #expect(new.minY == old.minY - 3 && session.status.undoName == "Resize Annotation")
    session.undo()
    await isRead()
    #expect(try annotation("low").frame == old)
    selection.resize(dx: -10_000, dy: 0)
    await session.idle()
    #expect(try annotation("low").frame.width == 1)
    session.undo()
    // The right edge of a turned page is its upper one.
    session.rotatePage()
    await isRead()
    selection.resize(dx: 4, dy: 0)
    await session.idle()
    #expect(try annotation("low").frame.maxY == old.maxY + 4)
  }

  @Test func stylesAreChosenForWhatIsSelected() async throws {
    session.palette.add(.select, at: 0)
    session.palette.selection = .select
    #expect(session.palette.tools.first?.id == .select && session.palette.selectedStyle == nil)
    session.palette.color = .green
    selection.select(["low"], on: viewer.page)
    let style = try annotation("low").style
    #expect(session.palette.style == style)
    session.palette.color = .blue
    session.palette.width = 4
    session.palette.width = 5
    await session.idle()
    #expect(try annotation("low").style == AnnotationStyle(color: .blue, fill: .yellow, lineWidth: 5))
    #expect(try annotation("high").style.color == .red)
    session.undo()
    await isRead()
    #expect(try annotation("low").style.color == .red && session.palette.style.color == .red)
    #expect(session.palette.settings.tools[.select] == nil)
    session.palette.add(.select)
    #expect(!session.drawing.begin(at: PenPoint(try at(10, 10))), "it draws nothing")
  }

  @Test func fontsAreChosenForTheTextsThatAreSelected() async throws {
    try await add(
      Annotation(
        .freeText(
          "one two", in: PageRect(x: 20, y: 440, width: 120, height: 20), font: TextFont("Arial", size: 10)),
        style: .text, id: "text"))
    session.palette.add(.select)
    session.palette.selection = .select
    let palette = session.palette
    selection.select(["low"], on: viewer.page)
    #expect(palette.selectedFont == nil && palette.fontSize(for: .select) == PaletteTool.defaultFontSize)
    palette.setFontSize(20, for: .select)
    selection.select(["low", "text", "high"], on: viewer.page)
    #expect(palette.selectedFont == TextFont("Arial", size: 10))
    #expect(palette.fontSize(for: .select) == 10 && palette.choice(.font, for: .select) == "Arial")
    palette.setFontSize(20, for: .select)
    palette.setFontSize(40, for: .select)
    palette.setChoice("Courier", of: .font, for: .select)
    await isRead()
    let text = try annotation("text")
    #expect(text.content.freeText?.font == TextFont("Courier", size: 40))
    #expect(text.frame.height > 40 && text.frame.maxY == 460, "the box grows downwards")
    #expect(palette.selectedFont == text.content.freeText?.font && palette.settings.tools[.select] == nil)
    session.undo()
    await isRead()
    #expect(try annotation("text").content.freeText?.font == TextFont("Arial", size: 10))
    #expect(palette.selectedFont == TextFont("Arial", size: 10))
  }

  @Test func copiesArePastedAndSelected() async throws {
    selection.select(["low", "high"], on: viewer.page)
    let copied = try #require(selection.copies)
    selection.paste(copied)
    await isRead()
    let first = selection.ids
    #expect(first.count == 2 && session.status.undoName == "Paste")
    #expect(selection.annotations.map { $0.frame.minX } == [112, 162])
    selection.paste(copied)
    await isRead()
    #expect(selection.annotations.map { $0.frame.minX } == [124, 174])
    selection.paste(try CopiedAnnotations(data: copied.data()), at: try at(390, 490))
    await isRead()
    // As far to the corner as they fit.
    let box = try #require(CopiedAnnotations(selection.annotations).bounds)
    #expect(abs(box.maxX - 400) < 0.01 && abs(box.minY) < 0.01)
    selection.duplicate()
    await isRead()
    #expect(selection.ids.count == 2 && session.status.undoName == "Duplicate")
    #expect(try session.document?.page(viewer.page).annotations.count == 11)
  }

  @Test func orderTurnsAndLocks() async throws {
    selection.select(["low"], on: viewer.page)
    selection.reorder(.toFront)
    selection.turn(by: .clockwise90)
    selection.lock()
    await isRead()
    #expect(try session.document?.page(viewer.page).annotations.map(\.id) == ["high", "line", "low"])
    #expect(selection.commands.contains(.unlock) && selection.handles.isEmpty)
    selection.unlock()
    await isRead()
    #expect(selection.commands.contains([.move, .delete, .turn]) && !selection.commands.contains(.unlock))
    selection.delete()
    await isRead()
    #expect(selection.isEmpty && session.contents.annotations(of: viewer.page).count == 2)
  }

  @Test func twoThousandAreSelectedAndFoundWithinAFrame() async throws {
    let many = (0..<2_000).map { index in
      Annotation(
        .rectangle(PageRect(x: Double(index % 50) * 7, y: Double(index / 50) * 11, width: 5, height: 5)))
    }
    try session.document?.add(many, to: viewer.page)
    await isRead()
    let clock = ContinuousClock()
    let point = try at(200, 200)
    let times = (0..<10).map { _ in clock.measure { _ = selection.target(at: point) } }
    #expect(times.min() ?? .seconds(1) < .milliseconds(16))
    selection.selectAll()
    #expect(selection.ids.count == 2_003)
  }
}

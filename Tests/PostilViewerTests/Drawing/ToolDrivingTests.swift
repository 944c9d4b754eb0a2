import Foundation
import PostilTestSupport
import Synchronization
import Testing

@testable import PostilViewer

/// Tools of a program's own, which are driven by what they say of themselves.
@MainActor @Suite struct ToolDrivingTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }

  init() async throws {
    viewer = try Viewer()
    await viewer.open()
    await viewer.session.idle()
  }

  /// What a tool was told.
  private final class Log: Sendable {
    let samples = Mutex<[PenSample]>([])
    let pages = Mutex<[ToolPage]>([])
  }

  /// Notes what it is told, and draws nothing.
  private struct ListeningTool: DrawingTool {
    let log: Log
    var style = AnnotationStyle()
    var needs: ToolNeeds
    private(set) var isDrawing = false

    init(_ log: Log, needs: ToolNeeds = []) { (self.log, self.needs) = (log, needs) }

    mutating func prepare(for page: ToolPage) { log.pages.withLock { $0.append(page) } }
    mutating func begin(at point: PagePoint) -> PageRect { .zero }
    mutating func move(to point: PagePoint) -> PageRect { .zero }
    mutating func begin(at sample: PenSample) -> PageRect {
      isDrawing = true
      log.samples.withLock { $0.append(sample) }
      return .zero
    }
    mutating func move(to sample: PenSample) -> PageRect {
      log.samples.withLock { $0.append(sample) }
      return .zero
    }
    func draw() -> Appearance { Appearance() }
    mutating func finish() -> [AnnotationChange] {
      isDrawing = false
      return []
    }
    mutating func cancel() -> PageRect {
      isDrawing = false
      return .zero
    }
  }

  /// Removes the notes that it comes near to, at once.
  private struct NoteRemover: DrawingTool {
    var style = AnnotationStyle()
    var needs: ToolNeeds { .annotations }
    var commitsWhileDrawing: Bool { true }
    var headWidth: Double? { 40 }
    var editName: String? { "Delete Annotation" }
    private var notes: [Annotation] = []
    private var gone: [AnnotationID] = []
    private(set) var isDrawing = false

    mutating func prepare(for page: ToolPage) { notes = page.annotations.filter { $0.content.note != nil } }
    mutating func begin(at point: PagePoint) -> PageRect {
      isDrawing = true
      return move(to: point)
    }
    mutating func move(to point: PagePoint) -> PageRect {
      let near = notes.filter { $0.bounds.insetBy(-20).contains(point) }
      gone += near.map(\.id)
      notes.removeAll { gone.contains($0.id) }
      return PageRect.union(of: near.map(\.bounds))
    }
    func draw() -> Appearance { Appearance() }
    mutating func finish() -> [AnnotationChange] {
      defer { (gone, isDrawing) = ([], false) }
      return gone.map { .remove($0) }
    }
    mutating func cancel() -> PageRect {
      (gone, isDrawing) = ([], false)
      return .zero
    }
  }

  private func take(_ make: @escaping @Sendable (ToolConfiguration) -> any DrawingTool) {
    let id = ToolID(rawValue: "org.example.tool")
    session.palette.add(PaletteTool(id: id, name: "Tool", symbol: "tool", make: make))
    session.palette.selection = id
  }

  private func pen(_ x: Double, _ y: Double, pressure: Double? = nil, time: Double? = nil) throws -> PenPoint
  {
    let place = try #require(session.viewport.viewPoint(ViewPoint(x: x, y: y), on: viewer.page))
    return PenPoint(place, pressure: pressure, time: time)
  }

  @Test func pressureTimeAndTheTurnReachTheTool() async throws {
    session.rotatePage()
    await session.idle()
    let log = Log()
    take { _ in ListeningTool(log) }
    session.drawing.begin(at: try pen(50, 60, pressure: 0.25, time: 1))
    session.drawing.move(to: try pen(70, 60, pressure: 0.75, time: 1.5))
    session.drawing.finish()
    #expect(log.samples.withLock { $0.map(\.pressure) } == [0.25, 0.75])
    #expect(log.samples.withLock { $0.map(\.time) } == [1, 1.5])
    #expect(log.pages.withLock { $0.map(\.rotation) } == [.clockwise90])
    #expect(log.pages.withLock { $0.allSatisfy { $0.text == nil && $0.annotations.isEmpty } })
  }

  @Test func pressureWidensInkIfThatIsChosen() async throws {
    for (option, widths) in [("ignored", []), ("width", [0.6, 1.4])] as [(String, [Double])] {
      session.palette.selection = .freehand
      let choice = try #require(session.palette.currentTool?.choices.first { $0.id == "pressure" })
      session.palette.setChoice(option, of: choice, for: .freehand)
      session.drawing.begin(at: try pen(50, 60, pressure: 0.25))
      session.drawing.move(to: try pen(70, 60, pressure: 0.75))
      session.drawing.finish()
      await session.idle()
      let stroke = try await viewer.annotations().last?.content.ink?.strokes.first
      #expect(stroke?.points.count == 2 && stroke?.widths == widths)
    }
  }

  @Test func aToolGetsWhatItNeedsAndNoMore() async throws {
    viewer.draw(.line, (50, 50), (200, 200))
    await session.idle()
    await wait(until: { !session.contents.annotations(of: viewer.page).isEmpty }, "the page is not read")
    let log = Log()
    take { _ in ListeningTool(log, needs: [.text, .annotations]) }
    session.drawing.begin(at: try pen(50, 60))
    await wait(until: { log.pages.withLock { $0.contains { $0.text != nil } } }, "the text does not come")
    #expect(log.pages.withLock { $0.allSatisfy { $0.annotations.count == 1 } })
    session.drawing.cancel()
  }

  @Test func anyToolMayChangeThePageWhileItMoves() async throws {
    let document = try #require(session.document)
    for x in [100.0, 200, 300] {
      try document.add(Annotation(.note(at: PagePoint(x: x, y: 250))), to: viewer.page)
    }
    viewer.draw(.line, (50, 250), (350, 250))
    await session.idle()
    take { _ in NoteRemover() }
    session.drawing.begin(at: try pen(110, 250))
    #expect(session.drawing.isCommitting)
    await session.idle()
    #expect(try await viewer.annotations().count == 3, "the first note is gone before the pen is lifted")
    session.drawing.move(to: try pen(210, 250))
    session.drawing.finish()
    #expect(try await viewer.annotations().map(\.subtype).sorted() == ["Line", "Text"])
    #expect(session.status.undoName == "Delete Annotation")
    session.undo()
    #expect(try await viewer.annotations().count == 4, "all of it is one step")
    session.drawing.begin(at: try pen(310, 250))
    await session.idle()
    session.drawing.cancel()
    #expect(try await viewer.annotations().count == 4)
  }

  @Test func linksGetTheirTargetByTyping() async throws {
    let pages = session.pages
    #expect(try LinkTarget(typed: " 3 ", pages: pages) == .page(pages[2]))
    #expect(try LinkTarget(typed: "example.org/a", pages: pages) == .uri("https://example.org/a"))
    #expect(try LinkTarget(typed: "http://a.org", pages: pages) == .uri("http://a.org"))
    #expect(try LinkTarget(typed: "ada@example.org", pages: pages) == .uri("mailto:ada@example.org"))
    #expect(try LinkTarget(typed: "example.org:8080/a", pages: pages) == .uri("https://example.org:8080/a"))
    #expect(try LinkTarget(typed: "tel:+4930123", pages: pages) == .uri("tel:+4930123"))
    for text in ["0", "6", "99999999999999999999"] {
      #expect(throws: PDFError.self) { try LinkTarget(typed: text, pages: pages) }
    }
    for tool in PaletteTool.typing { session.palette.add(tool) }
    viewer.draw(.link, (50, 50), (150, 100))
    #expect(session.textEntry.isTarget)
    session.textEntry.text = "9"
    #expect(!session.textEntry.commit() && session.message != nil)
    session.textEntry.text = "2"
    #expect(session.textEntry.commit())
    #expect(try await viewer.annotations().first?.content.link?.target == .page(pages[1]))
    viewer.draw(.link, (50, 150), (150, 200))
    #expect(session.textEntry.commit() && !session.textEntry.isActive)
    #expect(try await viewer.annotations().count == 1, "without a target there is no link")
  }

  @Test func imagesBecomeStamps() async throws {
    session.rotatePage()
    await session.idle()
    let file = try viewer.folder.file(
      "image.png", SampleImage.png(width: 4, height: 2) { _, _ in [255, 0, 0, 255] })
    let middle = try #require(session.viewport.viewPoint(ViewPoint(x: 250, y: 200), on: viewer.page))
    #expect(session.addImage(file, at: middle))
    let stamp = try #require(try await viewer.annotations().first)
    #expect(stamp.content.stamp?.rotation == .clockwise90 && stamp.isShown)
    let transform = try #require(session.transform(of: viewer.page))
    let shown = transform.viewRect(stamp.bounds)
    #expect(abs(shown.x + shown.width / 2 - 250) < 0.5 && abs(shown.y + shown.height / 2 - 200) < 0.5)
    #expect(session.selection.ids.isEmpty || session.selection.ids == [stamp.id])
    #expect(!session.addImage(file, at: ViewPoint(x: -500, y: -500)))
    #expect(session.addImage(try Data(contentsOf: file)))
    let second = try #require(try await viewer.annotations().last)
    #expect(second.id != stamp.id && second.content.stamp != nil)
    session.undo()
    session.addImage(try viewer.folder.file("text.png", Data("no image".utf8)), at: middle)
    await session.idle()
    #expect(session.message != nil)
    #expect(try await viewer.annotations().count == 1)
  }

  @Test func textsOfOtherProgramsAreAdded() async throws {
    #expect(!session.addText(" \n"))
    #expect(session.addText("one\r\ntwo"))
    await session.idle()
    let text = try #require(try await viewer.annotations().first)
    #expect(text.contents == "one\ntwo" && text.frame.height > 2 * (text.content.freeText?.font.size ?? 0))
    #expect(session.selection.ids == [text.id])
    #expect(session.addText("\u{7}"))
    await session.idle()
    #expect(session.message != nil)
    #expect(try await viewer.annotations().count == 1)
  }
}

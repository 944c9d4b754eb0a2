import Foundation
import PostilTestSupport
import Synchronization
import Testing

@testable import PostilViewer
@testable import PostilViewerSnippets

/// The code on the page about viewers compiles, and does what the page says.
@MainActor @Suite struct ViewerDocumentationTests {
  /// Counts what is painted.
  private final class Counter: Canvas {
    let counts = Mutex((papers: 0, pictures: 0, drawings: 0))

    func fillWhite(_ rect: ViewRect) { counts.withLock { $0.papers += 1 } }

    func draw(_ image: PageImage, turned: PageRotation, at part: ViewRect, of page: ViewRect) {
      counts.withLock { $0.pictures += 1 }
    }

    func paint(_ appearance: Appearance, through transform: PageTransform, stretchedOver page: ViewRect) {
      counts.withLock { $0.drawings += 1 }
    }
  }

  @Test func codeOnThePageIsCodeThatCompiles() throws {
    let blocks = try DocumentedCode.blocks(
      on: "Documentation/Postil.docc/BuildingAViewer.md",
      in: ["Tests/ViewerSnippets/ViewerSnippets.swift"])
    #expect(blocks.count == 10)
    for block in blocks { #expect(block.isCompiled, "\(block.code)") }
  }

  @Test func theCodeForReadersIsCodeThatWorks() async throws {
    let blocks = try DocumentedCode.blocks(
      on: "Documentation/Postil.docc/Accessibility.md",
      in: ["Tests/ViewerSnippets/ViewerSnippets.swift"])
    #expect(blocks.count == 2)
    for block in blocks { #expect(block.isCompiled, "\(block.code)") }
    let viewer = try Viewer(data: TextDocument([[.init(72, 700, "one two")]]).data)
    await viewer.open()
    #expect(await AccessibilitySnippets.read(viewer.session, viewer.page) == ["one two"])
    _ = await viewer.session.contents.readText(of: viewer.page).value
    AccessibilitySnippets.highlightNextWord(in: viewer.session)
    await viewer.session.idle()
    #expect(try viewer.session.document?.page(viewer.page).annotations.count == 1)
  }

  @Test func theCodeRedacts() async throws {
    let viewer = try Viewer(data: TextDocument([[.init(72, 700, "ada@example.org")]]).data)
    await viewer.open()
    let out = viewer.folder.url.appending(path: "out.pdf")
    let state = try await ViewerSnippets.redact(viewer.session, to: out)
    guard case .written(_, out) = state else { return #expect(Bool(false), "\(state)") }
  }

  @Test func theCodeGoesThroughForms() async throws {
    let viewer = try Viewer(data: TwoPageForm.data)
    await viewer.open()
    await viewer.isFormRead()
    var entered: [FormEntry.Kind] = []
    func enter(_ entry: FormEntry, _ frame: ViewRect) { entered.append(entry.kind) }
    while ViewerSnippets.pressTab(viewer.session, backwards: false, focus: enter) {}
    #expect(entered == [.text, .text, .editableComboBox])
  }

  @Test func theCodeDoesWhatThePageSays() async throws {
    let viewer = try Viewer()
    let session = viewer.session
    #expect(ViewerSnippets.title(of: session) == "Open a document")
    session.open(viewer.file)
    #expect(ViewerSnippets.title(of: session) == "Opening document.pdf…")
    await viewer.isOpened(session)
    await wait(until: { session.pageDisplay.isComplete }, "the page is not shown")
    let painted = Mutex(0)
    follow(session) { painted.withLock { $0 += 1 } }
    ViewerSnippets.draw(session, along: [ViewPoint(x: 300, y: 300), ViewPoint(x: 400, y: 420)])
    let canvas = Counter()
    ViewerSnippets.paint(session, on: canvas)
    let counts = canvas.counts.withLock { $0 }
    #expect(counts.papers == 1 && counts.pictures > 1 && counts.drawings == 1)
    await wait(until: { painted.withLock { $0 } > 0 }, "nothing is painted anew")
    ViewerSnippets.scroll(session, dx: 0, dy: -1000)
    #expect(session.viewport.currentIndex == 1)
    let zoom = session.viewport.zoom
    ViewerSnippets.pinch(session, by: 2, about: ViewPoint(x: 400, y: 400))
    #expect(session.viewport.zoom == 2 * zoom)
    ViewerSnippets.addArrow(to: session.palette)
    #expect(session.palette.tools.last?.name == "Arrow")
    var told = ""
    await ViewerSnippets.finish(session) { text, _ in told = text }
    #expect(told.isEmpty)
    #expect(try PDFDocument.openAndWait(viewer.file).page(at: 0).annotations.count == 1)
  }
}

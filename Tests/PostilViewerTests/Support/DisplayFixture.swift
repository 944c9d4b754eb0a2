import PostilTestSupport
import Testing

@testable import PostilViewer

/// A board that shows a document of four pages.
@MainActor struct DisplayFixture {
  let document: PDFDocument
  let renderer: PageRenderer
  let pageDisplay = PageDisplay()
  let size = ViewSize(width: 500, height: 700)

  init() throws {
    var document = PageDocument(pageCount: 4)
    for index in document.pages.indices { document.pages[index].mediaBox = [0, 0, 500, 700] }
    self.document = try PDFDocument(data: document.data)
    var options = RenderOptions.forTests
    options.workerCount = 1
    renderer = PageRenderer(self.document, options: options)
    let size = size
    pageDisplay.attach(renderer) { _ in size }
    pageDisplay.zoomPause = .milliseconds(1)
  }
}

/// Tests of such a board.
@MainActor protocol BoardTests {
  var fixture: DisplayFixture { get }
}

extension BoardTests {
  var document: PDFDocument { fixture.document }
  var renderer: PageRenderer { fixture.renderer }
  var pageDisplay: PageDisplay { fixture.pageDisplay }
  var size: ViewSize { fixture.size }
  var first: PageID { document.pageIDs[0] }

  func viewport(_ page: PageID? = nil, scale: Double = 1, height: Double = 700) -> Viewport {
    Viewport(
      page: page ?? first, rect: ViewRect(x: 0, y: 0, width: 500 * scale, height: height * scale),
      scale: scale, tileSize: 256)
  }

  func complete() async {
    await wait(until: { pageDisplay.isComplete }, "the board does not become complete")
  }

  /// How much of the page the pictures above the preview cover.
  func coveredArea(_ page: PageID) -> Double {
    pageDisplay.pictures(of: page).dropFirst().reduce(0) { $0 + $1.frame.width * $1.frame.height }
  }
}

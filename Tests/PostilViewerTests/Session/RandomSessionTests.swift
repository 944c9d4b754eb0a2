import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Anything, in any order, in a window: in the end all is shown as it is.
@MainActor @Suite struct RandomSessionTests {
  private let viewer: Viewer
  private var session: ViewerSession { viewer.session }

  init() async throws {
    var document = Viewer.document(pageCount: 6)
    document.pages[2].mediaBox = [0, 0, 700, 300]
    document.pages[3].mediaBox = [-50, 20, 350, 620]
    viewer = try Viewer(document)
    await viewer.open()
  }

  @Test(arguments: 1...25 as ClosedRange<UInt64>)
  func inTheEndAllIsShownAsItIs(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<120 {
      step(using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: await session.idle()
      case 1: try await Task.sleep(for: .milliseconds(Int.random(in: 0...8, using: &random)))
      case 2: await Task.yield()
      default: break
      }
    }
    session.drawing.finish()
    session.viewport.swipeOffset = 0
    await session.idle()
    await wait(until: { session.pageDisplay.isComplete }, "the board does not become complete")
    await wait(until: { session.drawing.settling.isEmpty }, "a drawing does not settle")
    let document = try #require(session.document)
    #expect(session.pages == document.pageIDs)
    #expect(session.status == EditingStatus(document.currentStatus))
    #expect(!session.isSaving && session.editor.pendingEdits == 0)
    for visible in session.viewport.visiblePages { try await check(visible.page, document) }
    session.close()
  }

  private func step(using random: inout SeededGenerator) {
    let pen = PenPoint(
      x: .random(in: 0...800, using: &random), y: .random(in: 0...1000, using: &random))
    switch Int.random(in: 0..<26, using: &random) {
    case 0...3:
      session.palette.selection = [.line, .freehand, .rectangle, .eraser].randomElement(using: &random)
      session.drawing.begin(at: pen)
    case 4...9: session.drawing.move(to: pen)
    case 10...11: session.drawing.finish()
    case 12: session.drawing.cancel()
    case 13...14: session.undo()
    case 15: session.redo()
    case 16: session.rotatePage(by: [.clockwise90, .clockwise180].randomElement(using: &random) ?? .none)
    case 17: session.pages.randomElement(using: &random).map { session.movePages([$0], to: 2) }
    case 18: session.clearPage()
    case 19: session.viewport.zoom(by: .random(in: 0.7...1.5, using: &random))
    case 20: session.viewport.go(to: .random(in: 0...6, using: &random))
    case 21: session.viewport.pan(dx: .random(in: -300...300, using: &random), dy: -200)
    case 22: session.viewport.displayMode = Bool.random(using: &random) ? .singlePage : .singlePageContinuous
    case 23: session.viewport.fit(.page)
    case 24: session.save()
    default: session.viewport.swipeOffset = .random(in: -500...500, using: &random)
    }
  }

  /// Compares what the board has of a page with what a renderer of its own makes.
  private func check(_ page: PageID, _ document: PDFDocument) async throws {
    #expect(session.transform(of: page)?.rotation == (try document.page(page).rotation))
    let renderer = PageRenderer(document, options: .forTests)
    let preview = bytes(try await renderer.preview(of: page))
    await wait(
      until: { session.pageDisplay.pictures(of: page).first.map { bytes($0.image) == preview } == true },
      "the preview of \(page) is not what it should be")
    let size = try #require(session.size(of: page))
    let request = session.viewport.request
    var area = 0.0
    for picture in session.pageDisplay.pictures(of: page).dropFirst() {
      #expect(picture.turn == .none)
      area += picture.frame.width * picture.frame.height
      let side = Double(request.tileSize)
      let id = TileID(
        page: page, scale: request.scale, size: request.tileSize,
        column: Int((picture.frame.x * size.width * request.scale / side).rounded()),
        row: Int((picture.frame.y * size.height * request.scale / side).rounded()))
      let expected = try await renderer.tile(id).image
      let isRight = bytes(picture.image) == bytes(expected)
      #expect(isRight, "\(id) is not what it should be")
    }
    for seen in request.areas where seen.page == page {
      let part =
        seen.rect.width * seen.rect.height / (size.width * size.height * request.scale * request.scale)
      #expect(area > part * 0.99 || area == 0 && part > 0.99, "the page is not covered")
    }
  }

  private func bytes(_ image: PageImage) -> Data { image.withPixels { Data($0) } }
}

import Foundation
import Postil
import PostilTestSupport
import Testing

/// Pages that keep poppler busy for a minute.
@Suite(.serialized) struct DeadlineTests {
  @Test(arguments: SlowPage.allCases)
  func aPageThatTakesTooLongIsGivenUp(_ kind: SlowPage) async throws {
    let document = try PDFDocument(data: kind.data)
    let renderer = PageRenderer(document, options: Self.options(workerCount: 1))
    let (slow, good) = (document.pageIDs[0], document.pageIDs[1...])
    await expectTimeOut { try await renderer.image(of: slow, scale: 1) }
    for page in good {
      let tile = try await renderer.tile(TileID(page: page, scale: 1, column: 0, row: 0))
      #expect(Self.isRed(tile.image))
    }
    #expect(renderer.statistics.timedOutPages == 1)
  }

  @Test func aPageThatWasGivenUpFailsAtOnce() async throws {
    let document = try PDFDocument(data: SlowPage.shading.data)
    let renderer = PageRenderer(document, options: Self.options(workerCount: 2))
    let slow = document.pageIDs[0]
    await expectTimeOut { try await renderer.preview(of: slow) }
    for scale in [1.0, 2, 3] {
      await expectTimeOut { try await renderer.image(of: slow, scale: scale) }
      await expectTimeOut {
        try await renderer.tile(TileID(page: slow, scale: scale, column: 0, row: 0)).image
      }
      await expectTimeOut { try await renderer.thumbnail(of: slow, width: 50) }
    }
    // None of these was begun: each would have cost another worker.
    #expect(renderer.statistics.timedOutPages == 1)
  }

  /// A viewer that shows the slow page beside others gets those, and an error for the one.
  @Test func otherPagesAreShownInTheMeantime() async throws {
    let document = try PDFDocument(data: SlowPage.glyph.data)
    let renderer = PageRenderer(document, options: Self.options(workerCount: 2))
    let rect = ViewRect(x: 0, y: 0, width: 200, height: 200)
    let areas = document.pageIDs.map { Viewport.Area(page: $0, rect: rect) }
    var (shown, failed) = (Set<PageID>(), Set<PageID>())
    for await update in renderer.updates(for: Viewport(areas: areas, scale: 1)) {
      if let tile = update.tile { shown.insert(tile.id.page) }
      guard let error = update.error else { continue }
      failed.insert(update.page)
      #expect(error.code == .renderTimedOut)
      #expect(error.pageIndex == update.page.number - 1)
    }
    #expect(failed == [document.pageIDs[0]])
    #expect(shown == Set(document.pageIDs[1...]))
    #expect(renderer.statistics.timedOutPages == 1)
  }

  // MARK: - Helpers

  private static func options(workerCount: Int) -> RenderOptions {
    var options = RenderOptions()
    options.workerCount = workerCount
    // Long for the quick pages, also on a machine that has other work; short for the slow one.
    options.deadline = .seconds(10)
    options.previewFolder = nil
    return options
  }

  private static func isRed(_ image: PageImage) -> Bool {
    image.withPixels { pixels in
      let middle = image.height / 2 * image.bytesPerRow + image.width / 2 * 4
      return pixels.loadUnaligned(fromByteOffset: middle, as: UInt32.self) == 0xFFFF_0000
    }
  }

  private func expectTimeOut(_ body: () async throws -> PageImage) async {
    do {
      _ = try await body()
      Issue.record("the page was drawn in time: it must be slower")
    } catch {
      #expect((error as? PDFError)?.code == .renderTimedOut)
    }
  }
}

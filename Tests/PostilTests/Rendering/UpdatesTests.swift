import Foundation
import Postil
import PostilTestSupport
import Testing

/// What a viewport is sent, and in which order.
@Suite struct UpdatesTests {
  private let document: PDFDocument
  private let renderer: PageRenderer

  init() throws {
    var document = PageDocument(pageCount: 4)
    for index in document.pages.indices { document.pages[index].mediaBox = [0, 0, 500, 700] }
    self.document = try PDFDocument(data: document.data)
    var options = RenderOptions.forTests
    options.workerCount = 1
    renderer = PageRenderer(self.document, options: options)
  }

  private func collect(_ viewport: Viewport) async -> [RenderUpdate] {
    var updates: [RenderUpdate] = []
    for await update in renderer.updates(for: viewport) { updates.append(update) }
    return updates
  }

  private func tiles(_ updates: [RenderUpdate]) -> [TileID] {
    updates.compactMap { $0.tile?.id }
  }

  @Test func aPreviewComesFirstThenTilesFromTheCentre() async throws {
    let page = document.pageIDs[0]
    let rect = ViewRect(x: 300, y: 300, width: 300, height: 300)
    let updates = await collect(Viewport(page: page, rect: rect, scale: 2, tileSize: 100))
    guard let first = updates.first, first.page == page, let image = first.preview else {
      Issue.record("the first update is no preview")
      return
    }
    #expect(max(image.width, image.height) == 512)
    let tiles = tiles(updates)
    #expect(tiles.count == 25)
    // Tasks that the system starts late on a busy machine may come out of turn.
    let places = Dictionary(uniqueKeysWithValues: tiles.enumerated().map { ($0.element, $0.offset) })
    let visible = places.filter { (3...5).contains($0.key.column) && (3...5).contains($0.key.row) }
      .map(\.value)
    #expect(visible.count == 9 && visible.reduce(0, +) < 9 * 12)
  }

  @Test func whatIsThereComesWithoutAPreview() async throws {
    let viewport = Viewport(
      page: document.pageIDs[0], rect: ViewRect(x: 0, y: 0, width: 200, height: 200), scale: 1)
    _ = await collect(viewport)
    let drawn = renderer.statistics.pagesDrawn
    let again = await collect(viewport)
    #expect(again.count == tiles(again).count)
    #expect(renderer.statistics.pagesDrawn == drawn)
  }

  @Test func severalPagesAreShownTogether() async throws {
    let (first, second) = (document.pageIDs[0], document.pageIDs[1])
    let rect = ViewRect(x: 0, y: 0, width: 100, height: 100)
    let viewport = Viewport(
      areas: [.init(page: first, rect: rect), .init(page: second, rect: rect)], scale: 1, tileSize: 128)
    #expect(Set(tiles(await collect(viewport)).map(\.page)) == [first, second])
  }

  @Test(arguments: [
    ViewRect(x: -500, y: 0, width: 100, height: 100), ViewRect(x: 0, y: 1e12, width: 100, height: 100),
    ViewRect(x: 0, y: 0, width: 0, height: 0), ViewRect(x: .nan, y: 0, width: 10, height: 10),
    ViewRect(x: 0, y: 0, width: -5, height: 10), ViewRect(x: 0, y: 0, width: .infinity, height: 10),
  ])
  func nothingIsSeenOffThePage(rect: ViewRect) async throws {
    let updates = await collect(Viewport(page: document.pageIDs[0], rect: rect, scale: 1))
    #expect(updates.isEmpty)
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e9])
  func scalesThatCannotBeAreReported(scale: Double) async throws {
    let rect = ViewRect(x: 0, y: 0, width: 100, height: 100)
    let updates = await collect(Viewport(page: document.pageIDs[0], rect: rect, scale: scale))
    guard let error = updates.first?.error, updates.first?.failedTile == nil else {
      Issue.record("no failure")
      return
    }
    #expect(error.code == .invalidArgument && updates.count == 1)
  }

  @Test func aPageThatIsNotThereIsReportedAndTheOthersCome() async throws {
    let rect = ViewRect(x: 0, y: 0, width: 100, height: 100)
    let missing = PageID(number: 99)
    let viewport = Viewport(
      areas: [.init(page: missing, rect: rect), .init(page: document.pageIDs[0], rect: rect)], scale: 1)
    let updates = await collect(viewport)
    guard let failure = updates.first, failure.page == missing, let error = failure.error else {
      Issue.record("no failure")
      return
    }
    #expect(error.code == .pageOutOfRange)
    #expect(!tiles(updates).isEmpty)
  }

  @Test func lettingGoOfTheStreamEndsTheWork() async throws {
    let viewport = Viewport(
      page: document.pageIDs[0], rect: ViewRect(x: 0, y: 0, width: 8000, height: 11200), scale: 16,
      tileSize: 64)
    for await update in renderer.updates(for: viewport) {
      if update.tile != nil { break }
    }
    // Another page is drawn soon, and not after 21,875 tiles.
    _ = try await renderer.image(of: document.pageIDs[1], scale: 1)
    #expect(renderer.statistics.tiles.count < 10_000)
  }

  @Test func thumbnailsComeFromTheCurrentPageOutwards() async throws {
    try document.rotatePages([document.pageIDs[2]], by: .clockwise90)
    var thumbnails: [PageThumbnail] = []
    for await thumbnail in renderer.thumbnails(width: 50, from: 2) { thumbnails.append(thumbnail) }
    // The first two are asked for at once.
    #expect([2, 3].contains(thumbnails.first?.index))
    #expect(thumbnails.map(\.index).sorted() == [0, 1, 2, 3])
    for thumbnail in thumbnails {
      let image = try thumbnail.image.get()
      #expect(image.width == 50 && image.height == (thumbnail.index == 2 ? 36 : 70))
    }
  }

  @Test func thumbnailsOfNoWidthAreErrors() async throws {
    for await thumbnail in renderer.thumbnails(width: 0) {
      guard case .failure(let error) = thumbnail.image else {
        Issue.record("no failure")
        return
      }
      #expect(error.code == .invalidArgument)
    }
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import PostilViewer

/// Thumbnails come in the background and are made anew after edits.
@MainActor @Suite struct PageThumbnailsTests {
  private let document: PDFDocument
  private let thumbnails = PageThumbnails()

  init() throws {
    document = try PDFDocument(data: Viewer.document(pageCount: 8).data)
    var options = RenderOptions.forTests
    options.workerCount = 1
    thumbnails.attach(PageRenderer(document, options: options))
    thumbnails.width = 40
  }

  private func wait(for pages: [PageID]) async {
    await PostilViewerTests.wait(
      until: { pages.allSatisfy { thumbnails.picture(of: $0) != nil } }, "a thumbnail does not come")
  }

  @Test func whatIsWantedComes() async throws {
    let pages = Array(document.pageIDs[2...4])
    thumbnails.request(pages, for: .scrubber)
    #expect(thumbnails.picture(of: pages[0]) == nil)
    await wait(for: pages)
    let picture = try #require(thumbnails.picture(of: pages[0]))
    #expect(picture.image.width == 40 && picture.image.height == 50)
    #expect(thumbnails.picture(of: document.pageIDs[0]) == nil)
  }

  @Test func bothClientsAreServed() async {
    thumbnails.request([document.pageIDs[0]], for: .scrubber)
    thumbnails.request([document.pageIDs[7]], for: .grid)
    await wait(for: [document.pageIDs[0], document.pageIDs[7]])
  }

  @Test func anEditedPageIsDrawnAnewAndKeepsItsPictureUntilThen() async throws {
    let page = document.pageIDs[0]
    thumbnails.request([page], for: .grid)
    await wait(for: [page])
    let old = try #require(thumbnails.picture(of: page)).id
    try document.add(Annotation(.rectangle(PageRect(x: 10, y: 10, width: 300, height: 300))), to: page)
    thumbnails.refresh([page])
    #expect(thumbnails.picture(of: page)?.id == old)
    await PostilViewerTests.wait(
      until: { thumbnails.picture(of: page)?.id != old }, "the thumbnail is not drawn anew")
  }

  @Test func aTurnedPageIsShownTurnedUntilItIsDrawnAnew() async throws {
    let page = document.pageIDs[0]
    thumbnails.request([page], for: .grid)
    await wait(for: [page])
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    thumbnails.turn(page, by: .clockwise90)
    thumbnails.refresh([page])
    #expect(thumbnails.picture(of: page)?.turn == .clockwise90)
    await PostilViewerTests.wait(
      until: { thumbnails.picture(of: page)?.turn == PageRotation.none }, "the thumbnail is not drawn anew")
  }

  @Test func aPageThatBothWantIsDrawnOnce() async throws {
    let (first, last) = (document.pageIDs[0], document.pageIDs[7])
    thumbnails.request([first], for: .scrubber)
    thumbnails.request([first, last], for: .grid)
    await wait(for: [first])
    let picture = thumbnails.picture(of: first)?.id
    await wait(for: [last])
    try await Task.sleep(for: .milliseconds(50))
    #expect(thumbnails.picture(of: first)?.id == picture)
  }

  @Test func whoeverWantsWiderOnesGetsThem() async {
    let page = document.pageIDs[0]
    thumbnails.request([page], for: .scrubber)
    await wait(for: [page])
    thumbnails.width = 80
    #expect(thumbnails.picture(of: page)?.image.width == 40)
    await PostilViewerTests.wait(
      until: { thumbnails.picture(of: page)?.image.width == 80 }, "the thumbnail is not made wider")
    thumbnails.width = 40
    thumbnails.request([page], for: .grid)
    #expect(thumbnails.picture(of: page)?.image.width == 80)
  }

  @Test func noMoreAreKeptThanMemoryAllows() async {
    thumbnails.memory = 3 * 40 * 50 * 4
    for page in document.pageIDs {
      thumbnails.request([page], for: .grid)
      await wait(for: [page])
    }
    #expect(
      document.pageIDs.filter { thumbnails.picture(of: $0) != nil } == Array(document.pageIDs.suffix(3)))
  }

  @Test func aDetachedModelShowsNothing() async {
    thumbnails.request(document.pageIDs, for: .grid)
    thumbnails.detach()
    #expect(document.pageIDs.allSatisfy { thumbnails.picture(of: $0) == nil })
    thumbnails.request(document.pageIDs, for: .grid)
  }
}

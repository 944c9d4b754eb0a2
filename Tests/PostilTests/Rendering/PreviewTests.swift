import Foundation
import Postil
import PostilTestSupport
import Testing

/// Previews in memory and on disk.
@Suite struct PreviewTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    var document = PageDocument(pageCount: 3)
    for index in document.pages.indices {
      document.pages[index].mediaBox = [0, 0, 300, 400]
      document.pages[index].content = "\(index) 0 0 rg 50 50 100 100 re f"
    }
    url = try folder.file("document.pdf", document.data)
  }

  private var cache: URL { folder.url.appendingPathComponent("cache") }

  private func renderer(_ document: PDFDocument, folder: URL? = nil) -> PageRenderer {
    var options = RenderOptions.forTests
    options.previewFolder = folder ?? cache
    return PageRenderer(document, options: options)
  }

  /// Waits until as many previews are on disk.
  private func waitForFiles(_ count: Int) async {
    #expect(await becomesTrue { storedFiles.count >= count }, "there are no \(count) previews on disk")
  }

  private var storedFiles: [String] {
    let files = FileManager.default.enumerator(atPath: cache.path)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".preview") }
  }

  @Test func aPageSeenBeforeIsNotDrawnAgain() async throws {
    let document = try PDFDocument.openAndWait(url)
    let first = renderer(document)
    let image = Pixels(try await first.preview(of: document.pageIDs[1]))
    #expect(first.statistics.pagesDrawn == 1)
    await waitForFiles(1)
    let reopened = try PDFDocument.openAndWait(url)
    let second = renderer(reopened)
    #expect(Pixels(try await second.preview(of: reopened.pageIDs[1])) == image)
    #expect(second.statistics.pagesDrawn == 0 && second.statistics.storedPreviews.hits == 1)
    // Thumbnails are made of it too.
    #expect(try await second.thumbnail(of: reopened.pageIDs[1], width: 60).height == 80)
    #expect(second.statistics.pagesDrawn == 0)
  }

  @Test func aSaveKeepsThePreviewsOfOtherPages() async throws {
    let document = try PDFDocument.openAndWait(url)
    let first = renderer(document)
    for page in document.pageIDs { _ = try await first.preview(of: page) }
    await waitForFiles(3)
    let line = AnnotationContent.line(from: PagePoint(x: 0, y: 0), to: PagePoint(x: 300, y: 400))
    try document.add(Annotation(line), to: document.pageIDs[0])
    try document.movePages([document.pageIDs[2]], to: 0)
    try document.saveAndWait()
    await waitForFiles(5)
    let reopened = try PDFDocument.openAndWait(url)
    let second = renderer(reopened)
    for page in reopened.pageIDs { _ = try await second.preview(of: page) }
    #expect(second.statistics.pagesDrawn == 1)
    // What is first now was last.
    let moved = Pixels(try await second.preview(of: reopened.pageIDs[0]))
    let before = Pixels(try await first.preview(of: PageID(number: 3)))
    #expect(moved == before)
  }

  @Test func previewsAreRemovedOnceTheContentMustNotStay() async throws {
    let document = try PDFDocument.openAndWait(url)
    let renderer = renderer(document)
    for page in document.pageIDs { _ = try await renderer.preview(of: page) }
    await waitForFiles(3)
    let line = AnnotationContent.line(from: PagePoint(x: 0, y: 0), to: PagePoint(x: 300, y: 400))
    try document.add(Annotation(line), to: document.pageIDs[0])
    try document.saveAndWait()
    // The saved file has those of its other pages.
    await waitForFiles(5)
    await renderer.removeStoredPreviews()
    #expect(storedFiles.isEmpty)
    _ = try await renderer.preview(of: document.pageIDs[0])
    await renderer.removeStoredPreviews()
    #expect(storedFiles.isEmpty)
  }

  @Test func anotherFileOfTheSameNameHasItsOwn() async throws {
    let document = try PDFDocument.openAndWait(url)
    _ = try await renderer(document).preview(of: document.pageIDs[0])
    await waitForFiles(1)
    var other = PageDocument(pageCount: 1)
    other.pages[0].content = "1 0 0 rg 0 0 612 792 re f"
    try other.data.write(to: url)
    let changed = try PDFDocument.openAndWait(url)
    let image = Pixels(try await renderer(changed).preview(of: changed.pageIDs[0]))
    #expect(image[10, 10] == 0xFFFF_0000)
  }

  @Test func aHarmedPreviewIsMadeAgain() async throws {
    let document = try PDFDocument.openAndWait(url)
    let image = Pixels(try await renderer(document).preview(of: document.pageIDs[0]))
    await waitForFiles(1)
    let name = try #require(storedFiles.first)
    let file = cache.appendingPathComponent(name)
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count / 2] ^= 0x55
    try bytes.write(to: file)
    let again = renderer(document)
    #expect(Pixels(try await again.preview(of: document.pageIDs[0])) == image)
    #expect(again.statistics.pagesDrawn == 1)
  }

  @Test func withoutAFolderItWorksAndSaysSo() async throws {
    let document = try PDFDocument.openAndWait(url)
    let renderer = renderer(document, folder: url.appendingPathComponent("below-a-file"))
    _ = try await renderer.preview(of: document.pageIDs[0])
    #expect(await becomesTrue { renderer.previewWarning != nil })
    #expect(renderer.previewWarning?.code == .cannotWrite)
    _ = try await renderer.preview(of: document.pageIDs[1])
  }

  @Test func aPreviewShowsTheSessionsEdits() async throws {
    let document = try PDFDocument.openAndWait(url)
    let renderer = renderer(document)
    let page = document.pageIDs[0]
    let square = AnnotationContent.rectangle(PageRect(x: 200, y: 300, width: 80, height: 80))
    try document.add(Annotation(square, style: AnnotationStyle(color: .red, fill: .red)), to: page)
    let image = Pixels(try await renderer.preview(of: page))
    #expect(image.width == 384 && image[307, 76] == 0xFFFF_0000)
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    let turned = Pixels(try await renderer.preview(of: page))
    #expect(turned.width == 512 && turned[435, 307] == 0xFFFF_0000)
    #expect(renderer.statistics.pagesDrawn == 1)
  }

  @Test func trimmingFreesMemory() async throws {
    let document = try PDFDocument.openAndWait(url)
    let renderer = renderer(document)
    _ = try await renderer.preview(of: document.pageIDs[0])
    _ = try await renderer.tile(TileID(page: document.pageIDs[0], scale: 1, column: 0, row: 0))
    #expect(renderer.statistics.tiles.bytes > 0 && renderer.statistics.previews.bytes > 0)
    renderer.trimMemory()
    #expect(renderer.statistics.tiles.bytes == 0 && renderer.statistics.previews.bytes == 0)
    _ = try await renderer.tile(TileID(page: document.pageIDs[0], scale: 1, column: 0, row: 0))
  }

  /// What counts is what was saved, not what the document is by the time that somebody looks.
  @Test func editsRightAfterASaveDoNotMixUpPreviews() async throws {
    let document = try PDFDocument.openAndWait(url)
    let first = renderer(document)
    let before = Pixels(try await first.preview(of: document.pageIDs[0]))
    _ = try await first.preview(of: document.pageIDs[1])
    await waitForFiles(2)
    let square = AnnotationContent.rectangle(PageRect(x: 200, y: 300, width: 80, height: 80))
    try document.add(
      Annotation(square, style: AnnotationStyle(color: .red, fill: .red)), to: document.pageIDs[0])
    try document.saveAndWait()
    try document.undo()
    await waitForFiles(3)
    try await Task.sleep(for: .milliseconds(100))
    let reopened = try PDFDocument.openAndWait(url)
    let second = renderer(reopened)
    #expect(Pixels(try await second.preview(of: reopened.pageIDs[0])) != before)
    _ = try await second.preview(of: reopened.pageIDs[1])
    #expect(second.statistics.pagesDrawn == 1)
  }

  @Test func whatWasSavedEncryptedHasNoPreviews() async throws {
    let document = try PDFDocument.openAndWait(url)
    let first = renderer(document)
    _ = try await first.preview(of: document.pageIDs[0])
    await waitForFiles(1)
    let encryption = RewriteOptions.Encryption.aes256(userPassword: "secret", ownerPassword: "secret")
    try document.saveAndWait(.rewrite(RewriteOptions(encryption: encryption)))
    #expect(await becomesTrue { storedFiles.isEmpty })
    _ = try await first.preview(of: document.pageIDs[1])
    // One that is stored all the same would come in the background.
    try await Task.sleep(for: .milliseconds(200))
    #expect(first.statistics.storedPreviews.count == 0)
    #expect(storedFiles.isEmpty)
  }
}

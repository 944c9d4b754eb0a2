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

/// A document whose first page takes poppler a minute; two others are red and quick.
enum SlowPage: CaseIterable {
  /// A shading with a function that is long and jumps about, so that poppler divides it as far as it does.
  case shading
  /// A glyph of a Type 3 font that is drawn with such shadings.
  case glyph

  /// How often the shading is drawn: some 8 ms each, on a fast machine.
  private static let count = 8_000
  private static let steps = 1_000

  var data: Data {
    var builder = PDFBuilder()
    let (catalog, tree, slow) = (builder.reserve(), builder.reserve(), builder.reserve())
    let others = (0..<2).map { _ in builder.reserve() }
    let kids = ([slow] + others).map { "\($0) 0 R" }.joined(separator: " ")
    builder.add("<</Type/Catalog/Pages \(tree) 0 R>>", as: catalog)
    builder.add("<</Type/Pages/Kids[\(kids)]/Count 3/MediaBox[0 0 200 200]>>", as: tree)
    addSlowPage(slow, tree, &builder)
    let red = builder.addStream("1 0 0 rg 0 0 200 200 re f")
    for page in others { builder.add("<</Type/Page/Parent \(tree) 0 R/Contents \(red) 0 R>>", as: page) }
    return builder.data()
  }

  private func addSlowPage(_ page: Int, _ tree: Int, _ builder: inout PDFBuilder) {
    let shading = Self.addShading(&builder)
    let drawing = String(repeating: "/S sh ", count: Self.count)
    var resources = "/Shading<</S \(shading) 0 R>>"
    var content = drawing
    if self == .glyph {
      let proc = builder.addStream("200 0 d0 \(drawing)")
      let font = builder.add(
        """
        <</Type/Font/Subtype/Type3/FontBBox[0 0 200 200]/FontMatrix[.005 0 0 .005 0 0]/FirstChar 97/LastChar 97\
        /Widths[200]/Encoding<</Differences[97/a]>>/CharProcs<</a \(proc) 0 R>>/Resources<<\(resources)>>>>
        """)
      resources = "/Font<</F \(font) 0 R>>"
      content = "BT /F 100 Tf 20 20 Td (a) Tj ET"
    }
    let stream = builder.addStream(content)
    builder.add(
      "<</Type/Page/Parent \(tree) 0 R/Contents \(stream) 0 R/Resources<<\(resources)>>>>", as: page)
  }

  private static func addShading(_ builder: inout PDFBuilder) -> Int {
    let steps = String(repeating: "1 add 1 sub ", count: steps)
    let function = builder.addStream(
      "{ 7919 mul exch 104729 mul add cvi 2 mod \(steps)dup dup }",
      dictionary: "/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]")
    return builder.add(
      """
      <</ShadingType 1/ColorSpace/DeviceRGB/Domain[0 1 0 1]/Matrix[200 0 0 200 0 0]/Function \(function) 0 R>>
      """)
  }
}

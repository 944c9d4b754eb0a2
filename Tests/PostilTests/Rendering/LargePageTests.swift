import Foundation
import Postil
import PostilTestSupport
import Testing

/// Pages and scales beyond what one image can hold.
@Suite struct LargePageTests {
  /// A page of 200 × 200 inches with a small square near each corner.
  private func document() throws -> PDFDocument {
    var document = PageDocument()
    document.pages[0].mediaBox = [0, 0, 14_400, 14_400]
    document.pages[0].content = """
      1 0 0 rg 10 10 2 2 re f 0 0 1 rg 14388 14388 2 2 re f 0 1 0 rg 14388 10 2 2 re f
      """
    return try PDFDocument(data: document.data)
  }

  /// The colour in the middle of a square whose lower left corner is at a place of the page.
  private func color(_ renderer: PageRenderer, _ x: Double, _ y: Double, scale: Double) async throws -> UInt32
  {
    let (left, top) = ((x + 1) * scale, (14_400 - y - 1) * scale)
    let id = TileID(
      page: PageID(number: 1), scale: scale, column: Int(left) / 512, row: Int(top) / 512)
    let tile = try await renderer.tile(id)
    return Pixels(tile.image)[Int(left - tile.frame.x), Int(top - tile.frame.y)]
  }

  @Test(arguments: [1.0, 4, 64])
  func everyCornerIsShown(scale: Double) async throws {
    let renderer = PageRenderer(try document(), options: .forTests)
    #expect(try await color(renderer, 10, 10, scale: scale) == 0xFFFF_0000)
    #expect(try await color(renderer, 14_388, 14_388, scale: scale) == 0xFF00_00FF)
    #expect(try await color(renderer, 14_388, 10, scale: scale) == 0xFF00_FF00)
    #expect(try await color(renderer, 7_000, 7_000, scale: scale) == 0xFFFF_FFFF)
  }

  @Test func anAnnotationIsPaintedThereToo() async throws {
    let document = try document()
    let shape = AnnotationContent.rectangle(PageRect(x: 14_000, y: 14_000, width: 2, height: 2))
    try document.add(
      Annotation(shape, style: AnnotationStyle(color: .red, fill: .red)), to: document.pageIDs[0])
    let renderer = PageRenderer(document, options: .forTests)
    let red = try await color(renderer, 14_000, 14_000, scale: 64)
    #expect(red >> 16 == 0xFFFF || red >> 24 == 0xFF && red & 0xFFFF < 0x4000)
    #expect(red != 0xFFFF_FFFF)
  }

  @Test func whatCannotBeIsAnErrorThatSaysWhatCan() async throws {
    let document = try document()
    let renderer = PageRenderer(document, options: .forTests)
    let page = document.pageIDs[0]
    await #expect { try await renderer.image(of: page, scale: 4) } throws: { error in
      (error as? PDFError)?.code == .invalidArgument && "\(error)".contains("scales up to")
    }
    await #expect { try await renderer.tile(TileID(page: page, scale: 1e6, column: 0, row: 0)) } throws: {
      error in
      (error as? PDFError)?.code == .invalidArgument && "\(error)".contains("scales up to")
    }
    await #expect(throws: PDFError.self) {
      try await renderer.tile(TileID(page: page, scale: 1, column: 1_000, row: 0))
    }
    await #expect(throws: PDFError.self) {
      try await renderer.tile(TileID(page: page, scale: 1, size: 0, column: 0, row: 0))
    }
  }

  @Test func tilesWithoutEndAreRefused() async throws {
    let document = try document()
    let renderer = PageRenderer(document, options: .forTests)
    let page = document.pageIDs[0]
    #expect { try renderer.tiles(of: page, scale: 500, size: 16) } throws: { error in
      (error as? PDFError)?.code == .invalidArgument
    }
    let rect = ViewRect(x: 0, y: 0, width: 7_200_000, height: 7_200_000)
    var updates: [RenderUpdate] = []
    for await update in renderer.updates(for: Viewport(page: page, rect: rect, scale: 500, tileSize: 16)) {
      updates.append(update)
    }
    guard let failure = updates.first, failure.page == page, let error = failure.error, updates.count == 1
    else {
      Issue.record("no failure")
      return
    }
    #expect(error.code == .invalidArgument)
  }

  @Test(arguments: [
    [0, 0, 1e20, 792], [0, 0, 1e30, 1e30], [-1e25, 0, 100, 100], [0, 0, 0, 0], [0, 0, 1e-9, 1e-9],
    [0, 0, 1e9, 1e9],
    [2e9, 2e9, 3e9, 3e9],
  ])
  func boxesThatNoPageHasDoNoHarm(box: [Double]) async throws {
    for turn in [PageRotation.none, .clockwise90, .clockwise180] {
      for image in ["", "/XObject<</I<</Subtype/Image/Width 2/Height 2>>>>"] {
        var builder = PDFBuilder()
        let catalog = builder.reserve()
        let tree = builder.reserve()
        let tiny = builder.addStream(
          "abcd",
          dictionary: "/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray")
        let content = builder.addStream("0 0 10 10 re f")
        let numbers = box.map { String(format: "%.10f", $0) }.joined(separator: " ")
        let resources = image.isEmpty ? "" : "/XObject<</I \(tiny) 0 R>>"
        let page = builder.add(
          "<</Type/Page/Parent \(tree) 0 R/MediaBox[\(numbers)]/Contents \(content) 0 R/Resources<<\(resources)>>>>"
        )
        builder.add("<</Type/Pages/Kids[\(page) 0 R]/Count 1>>", as: tree)
        builder.add("<</Type/Catalog/Pages \(tree) 0 R>>", as: catalog)
        let document = try PDFDocument(data: builder.data())
        if turn != .none { try document.rotatePages([document.pageIDs[0]], by: turn) }
        let renderer = PageRenderer(document, options: .forTests)
        let id = document.pageIDs[0]
        for scale in [1e-300, 1e-6, 1, 100] {
          _ = try? await renderer.tile(TileID(page: id, scale: scale, column: 0, row: 0))
          _ = try? await renderer.tile(TileID(page: id, scale: scale, column: 1, row: 1))
        }
        _ = try? await renderer.preview(of: id)
        _ = try? await renderer.thumbnail(of: id, width: 10)
        _ = try? await renderer.thumbnail(of: id, width: .max)
        _ = try? await renderer.image(of: id, width: 100)
        _ = try? await document.text(of: id)
        for await _ in renderer.updates(
          for: Viewport(page: id, rect: ViewRect(x: 0, y: 0, width: 10, height: 10), scale: 1))
        {}
      }
    }
  }

  @Test func pagesOfNoNumberHaveNoWarnings() throws {
    let renderer = PageRenderer(try document(), options: .forTests)
    for number in [Int.min, -1, 0, .max] {
      #expect(renderer.warnings(of: PageID(number: number)).isEmpty)
    }
  }

  /// Poppler cuts such a crop box down to nothing: the media box stands in its place.
  @Test(arguments: [[700.0, 700, 800, 800], [100, 100, 100, 400]])
  func aPageWhoseCropBoxLeavesNothingHasTiles(cropBox: [Double]) async throws {
    var pages = PageDocument()
    pages.pages[0].mediaBox = [0, 0, 300, 600]
    pages.pages[0].cropBox = cropBox
    let document = try PDFDocument(data: pages.data)
    let renderer = PageRenderer(document, options: .forTests)
    let page = document.pageIDs[0]
    let preview = try await renderer.preview(of: page)
    #expect(preview.height == 2 * preview.width)
    let tile = try await renderer.tile(TileID(page: page, scale: 1, column: 0, row: 1))
    #expect(tile.image.width == 300 && tile.image.height == 600 - 512)
  }
}

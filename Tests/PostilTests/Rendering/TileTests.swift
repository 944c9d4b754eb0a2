import Foundation
import Postil
import PostilTestSupport
import Testing

/// Tiles against whole pages, and what edits do to them.
@Suite struct TileTests {
  /// Pages with a hairline, a filled area and a thick curve, in odd boxes.
  private static func document(
    rotation: Int = 0, cropBox: [Double] = [0, 20, 400.3, 300.7]
  ) throws -> PDFDocument {
    var document = PageDocument(pageCount: 3)
    for index in document.pages.indices {
      document.pages[index].mediaBox = [-20, 10, 411.5, 310.25]
      document.pages[index].cropBox = cropBox
      document.pages[index].rotation = rotation
      document.pages[index].content = """
        0.2 w 10 30 m 390 290 l S 0.5 0.1 0.9 rg 50 60 120 90 re f
        0 0.4 0 RG 7 w 200 40 m 300 280 380 20 390 200 c S
        BT /F 40 Tf 60 200 Td (Turned Letters) Tj ET
        """
      document.pages[index].resources = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
    }
    return try PDFDocument(data: document.data)
  }

  @Test(arguments: [0, 90, 180, 270], [0.7, 2.15])
  func tilesMakeThePage(rotation: Int, scale: Double) async throws {
    let document = try Self.document(rotation: rotation)
    let renderer = PageRenderer(document, options: .forTests)
    let page = document.pageIDs[0]
    let whole = Pixels(try await renderer.image(of: page, scale: scale))
    for size in [128, 512] {
      let tiles = try await renderer.mosaic(of: page, scale: scale, size: size)
      let difference = tiles.difference(from: whole)
      #expect(difference <= 0.0005, "tiles of \(size)")
    }
  }

  @Test(arguments: [0, 90], [0.7, 2.15]) func aPartIsAPieceOfTheWhole(rotation: Int, scale: Double)
    async throws
  {
    let document = try Self.document(rotation: rotation)
    let renderer = PageRenderer(document, options: .forTests)
    let page = document.pageIDs[0]
    let mark = Annotation(
      .rectangle(PageRect(x: 80, y: 90, width: 60, height: 90)),
      style: AnnotationStyle(color: .red, lineWidth: 5)
    )
    try document.add(mark, to: page)
    let whole = try await renderer.mosaic(of: page, scale: scale, size: 4_096)
    let transform = try document.transform(of: page, scale: scale)
    for rect in [
      PageRect(x: 60, y: 70, width: 111.3, height: 60), PageRect(x: 300, y: 200, width: 900, height: 900),
      PageRect(x: 100, y: 100, width: 0, height: 0), PageRect(x: -500, y: -500, width: 2_000, height: 2_000),
    ] {
      let part = try await renderer.image(of: page, in: rect, scale: scale)
      let shown = transform.viewRect(rect)
      let (x, y) = (Int(max(shown.x, 0).rounded(.down)), Int(max(shown.y, 0).rounded(.down)))
      let expected = whole.part(x, y, part.width, part.height)
      #expect(Pixels(part).difference(from: expected) <= 0.002, "\(rect)")
      let right = min(shown.x + shown.width, transform.viewSize.width)
      #expect(abs(Double(x + part.width) - right) <= 1, "\(rect)")
    }
    for (rect, scale) in [
      (PageRect(x: 500, y: 20, width: 9, height: 9), scale), (mark.bounds, -1), (mark.bounds, .nan),
    ] {
      let error = await #expect(throws: PDFError.self) {
        try await renderer.image(of: page, in: rect, scale: scale)
      }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test(arguments: [PageRotation.clockwise90, .clockwise180, .clockwise270])
  func aTurnedPageOfWholePixelsIsNotDrawnAgain(turn: PageRotation) async throws {
    let document = try Self.document(cropBox: [0, 20, 400.5, 300])
    let renderer = PageRenderer(document, options: .forTests)
    let page = document.pageIDs[1]
    _ = try await renderer.mosaic(of: page, scale: 2, size: 256)
    #expect(renderer.statistics.pagesDrawn == 1)
    try document.rotatePages([document.pageIDs[1]], by: turn)
    try document.movePages([document.pageIDs[1]], to: 0)
    let tiles = try await renderer.mosaic(of: page, scale: 2, size: 256)
    #expect(renderer.statistics.pagesDrawn == 1)
    let whole = Pixels(try await renderer.image(of: page, scale: 2))
    let difference = tiles.difference(from: whole, levels: 64)
    #expect(difference < 0.002)
  }

  /// What was drawn before must not show in the pixels.
  @Test(arguments: [PageRotation.clockwise90, .clockwise180, .clockwise270])
  func aTurnedPageLooksAsIfItHadAlwaysBeenTurned(turn: PageRotation) async throws {
    let document = try Self.document()
    let renderer = PageRenderer(document, options: .forTests)
    let page = document.pageIDs[1]
    _ = try await renderer.mosaic(of: page, scale: 1.37, size: 256)
    try document.rotatePages([page], by: turn)
    let fresh = PageRenderer(document, options: .forTests)
    for id in try renderer.tiles(of: page, scale: 1.37, size: 256) {
      let (tile, expected) = (try await renderer.tile(id).image, try await fresh.tile(id).image)
      let isSame = Pixels(tile) == Pixels(expected)
      #expect(isSame, "\(id)")
    }
  }
}

import Foundation
import PostilModel
import PostilRenderProtocol
import PostilTestSupport
import Testing

@testable import PostilRender

/// What PDFium's workers draw, against what was asked for and what poppler draws.
@Suite(.enabled(if: Renderer.isPDFiumFound, Renderer.pdfiumIsMissing)) struct PDFiumTests {
  private func worker(_ data: Data, _ renderer: Renderer = .pdfium, password: String? = nil) throws
    -> TestWorker
  {
    var options = ProcessOptions()
    options.renderer = renderer
    return try TestWorker(data, password: password, options: options)
  }

  private static let page: PageDocument.Page = {
    var page = PageDocument().pages[0]
    page.mediaBox = [-20, 10, 411.5, 310.25]
    page.cropBox = [0, 20, 400.3, 300.7]
    page.content = """
      0.2 w 10 30 m 390 290 l S 0.5 0.1 0.9 rg 50 60 120 90 re f 0 0.4 0 RG 7 w 200 40 m 300 280 380 20 390 200 c S
      BT /F 40 Tf 60 200 Td (Turned Letters) Tj ET BT /G 20 Tf 60 250 Td (Of the system) Tj ET
      """
    page.resources = """
      /Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>/G<</Type/Font/Subtype/TrueType/BaseFont/DejaVuSans>>>>
      """
    return page
  }()

  @Test func fontsThatItTakesAreTold() throws {
    var document = PageDocument()
    document.pages = [Self.page]
    let fonts = try worker(document.data).carryOut(.fonts(PageRenderKey(index: 0, renderer: .pdfium))).fonts()
    #expect(Set(fonts.map(\.font)) == ["Helvetica", "DejaVuSans"])
    #expect(fonts.allSatisfy { $0.family != nil })
  }

  private func document(rotation: Int) -> Data {
    var document = PageDocument()
    document.pages = [Self.page]
    document.pages[0].rotation = rotation
    return document.data
  }

  private func area(_ scale: Double, _ rotation: Int, _ turn: PageRotation, _ rect: PixelRect? = nil) throws
    -> PageArea
  {
    let isSideways = (rotation % 180 != 0) != turn.isSideways
    let (wide, high) = isSideways ? (280.7, 400.3) : (400.3, 280.7)
    var area = try PageArea(
      wholePage: PageRenderKey(index: 0, turn: turn, renderer: .pdfium), width: wide, height: high,
      scale: scale)
    if let rect { area.rect = rect }
    return area
  }

  /// At the last of the scales a page is drawn in several pieces.
  @Test(
    arguments: [(0, PageRotation.none), (90, .none), (180, .clockwise90), (0, .clockwise270)],
    [0.7, 2.15, 8.3])
  func tilesHaveThePixelsOfThePage(_ turns: (rotation: Int, turn: PageRotation), scale: Double) throws {
    let worker = try worker(document(rotation: turns.rotation))
    let whole = try area(scale, turns.rotation, turns.turn)
    let picture = try worker.carryOut(.page(whole)).image()
    #expect(picture.renderer == .pdfium)
    let side = 512
    for y in stride(from: 0, to: picture.height, by: side) {
      for x in stride(from: 0, to: picture.width, by: side) {
        let rect = PixelRect(
          x: x, y: y, width: min(side, picture.width - x), height: min(side, picture.height - y))
        let part = try area(scale, turns.rotation, turns.turn, rect)
        let tile = try worker.carryOut(.tile(part, sameAs: part)).image()
        #expect(isPart(tile, of: picture, x, y), "\(rect)")
      }
    }
  }

  private func isPart(_ tile: PageImage, of picture: PageImage, _ x: Int, _ y: Int) -> Bool {
    tile.withPixels { tilePixels in
      picture.withPixels { pixels in
        (0..<tile.height).allSatisfy { row in
          let start = (y + row) * picture.bytesPerRow + x * 4
          return tilePixels[row * tile.bytesPerRow..<row * tile.bytesPerRow + tile.width * 4]
            .elementsEqual(pixels[start..<start + tile.width * 4])
        }
      }
    }
  }

  /// Both draw the same page at the same place: what differs is where edges are smoothed.
  @Test(arguments: [(0, PageRotation.none), (90, .none), (270, .clockwise180)])
  func pagesLieWherePopplerHasThem(_ turns: (rotation: Int, turn: PageRotation)) throws {
    var builder = PageDocument()
    builder.pages = [Self.page]
    builder.pages[0].rotation = turns.rotation
    // Letters are smoothed by other rules, and their fonts are others.
    builder.pages[0].content = """
      0.2 w 10 30 m 390 290 l S 0.4 0.2 0.8 rg 50 60 120 90 re f 0 0.4 0 RG 7 w 200 40 m 300 280 380 20 390 200 c S
      """
    let data = builder.data
    let request = RenderRequest.page(try area(2.15, turns.rotation, turns.turn))
    let own = try worker(data).carryOut(request).image()
    let other = try worker(data, .poppler).carryOut(request).image()
    #expect((own.width, own.height) == (other.width, other.height))
    var far = 0
    for y in 0..<own.height {
      for x in 0..<own.width {
        let (a, b) = (own.pixel(x, y), other.pixel(x, y))
        #expect(a >> 24 == 0xff)
        if isFar(a, b) { far += 1 }
      }
    }
    #expect(Double(far) / Double(own.width * own.height) < 0.01)
    #expect(own.box(of: 0xff66_33cc) != nil)
    if let a = own.box(of: 0xff66_33cc), let b = other.box(of: 0xff66_33cc) {
      #expect(zip(a, b).allSatisfy { abs($0 - $1) <= 1 })
    }
  }

  private func isFar(_ a: UInt32, _ b: UInt32) -> Bool {
    for shift: UInt32 in [0, 8, 16] {
      let (first, second) = (Int(a >> shift & 0xff), Int(b >> shift & 0xff))
      if abs(first - second) > 128 { return true }
    }
    return false
  }

  @Test func hiddenAnnotationsAreNotDrawnAndComeBack() throws {
    var document = PageDocument()
    document.pages[0].content = ""
    document.pages[0].annotations = [
      "<</Type/Annot/Subtype/Square/Rect[100 100 200 200]/F 4/AP<</N @0 0 R>>>>",
      "<</Type/Annot/Subtype/Square/Rect[300 100 400 200]/F 4/AP<</N @0 0 R>>>>",
      "<</Type/Annot/Subtype/Square/Rect[300 500 400 600]/F 6/AP<</N @0 0 R>>>>",
    ]
    document.pages[0].forms = [(box: [0, 0, 100, 100], content: "1 0 0 rg 0 0 100 100 re f")]
    let worker = try worker(document.data)
    func box(hiding places: [Int]) throws -> [Int]? {
      let hidden = places.map { place in
        AnnotationLocator(
          place: place, rect: PageRect(x: place == 0 ? 100 : 300, y: 100, width: 100, height: 100))
      }
      let key = PageRenderKey(index: 0, hidden: hidden, renderer: .pdfium)
      let rect = PixelRect(x: 0, y: 0, width: 612, height: 792)
      return try worker.carryOut(.page(PageArea(renderKey: key, scale: 1, rect: rect))).image().box(
        of: 0xffff_0000)
    }
    let (first, second, both) = ([100, 592, 200, 692], [300, 592, 400, 692], [100, 592, 400, 692])
    #expect(try box(hiding: []) == both)
    #expect(try box(hiding: [0]) == second)
    #expect(try box(hiding: [1]) == first)
    #expect(try box(hiding: [0, 1]) == nil)
    #expect(try box(hiding: []) == both)
  }

  @Test func whatIsNoDocumentIsToldAsDamaged() throws {
    let error = #expect(throws: PDFError.self) { try worker(Data("no document".utf8)) }
    #expect(error?.code == .damaged)
  }

  @Test func pagesThatAreNotThereAreToldOf() throws {
    let worker = try worker(document(rotation: 0))
    let error = #expect(throws: PDFError.self) { try worker.carryOut(.page(1)) }
    #expect(error?.code == .pageOutOfRange)
    #expect(try worker.carryOut(.page(0)).image().width == 612)
  }

  @Test func itMakesNoSVG() throws {
    let worker = try worker(document(rotation: 0))
    let error = #expect(throws: PDFError.self) {
      try worker.carryOut(.svg(PageRenderKey(index: 0, renderer: .pdfium)))
    }
    #expect(error?.code == .unsupported)
  }

  @Test func itReadsNoText() throws {
    let worker = try worker(document(rotation: 0))
    let transform = PageTransform(
      cropBox: PageRect(x: 0, y: 0, width: 400, height: 300), rotation: .none, scale: 1)
    let error = #expect(throws: PDFError.self) { try worker.carryOut(.text(0, transform)) }
    #expect(error?.message.contains("poppler") ?? false)
  }
}

/// A library that cannot be loaded is told of, and nothing crashes.
@Suite struct PDFiumLibraryTests {
  @Test func aFileThatIsNoLibraryIsToldAsOne() throws {
    let folder = try TemporaryFolder()
    var options = ProcessOptions()
    options.renderer = .pdfium
    options.library = try folder.file("libpdfium.so", Data("no library".utf8))
    let error = #expect(throws: PDFError.self) { try TestWorker(PageDocument().data, options: options) }
    #expect(error?.code == .rendererNotFound)
    #expect(error?.message.contains("libpdfium.so") ?? false)
  }
}

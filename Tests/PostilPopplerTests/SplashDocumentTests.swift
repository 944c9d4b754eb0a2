import Foundation
import PostilRenderProtocol
import PostilRenderServer
import PostilSplashBridge
import PostilTestSupport
import Testing

@testable import PostilPoppler

/// What Splash draws, against ISO 32000-2, and against cairo where both are right.
@Suite(
  .enabled(if: SplashDocument.isAvailable, "poppler's private headers are missing: libpoppler-private-dev"))
struct SplashDocumentTests {
  /// Bytes that stay as long as a document that was opened of them.
  private final class Kept {
    let bytes: UnsafeMutableRawBufferPointer

    init(_ data: Data) {
      bytes = .allocate(byteCount: max(data.count, 1), alignment: 1)
      bytes.copyBytes(from: data)
    }

    deinit { bytes.deallocate() }
  }

  private func drawer(_ data: Data, password: String? = nil) throws -> PageDrawer {
    let kept = Kept(data)
    let document = try PopplerDocument(UnsafeRawBufferPointer(kept.bytes), owner: kept, password: password)
    return PageDrawer(document, limit: RenderingCacheLimit(byteCount: 64 << 20, count: 6))
  }

  /// Pixels of a part of a page.
  private struct Picture: Equatable {
    let width: Int
    let pixels: [UInt32]

    subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

    /// Left, top, right and bottom of the pixels of a color; `nil` if there are none.
    func box(of color: UInt32) -> [Int]? {
      let places = pixels.indices.filter { pixels[$0] == color }
      guard let top = places.first, let bottom = places.last else { return nil }
      let columns = places.map { $0 % width }
      return [columns.min() ?? 0, top / width, columns.max() ?? 0, bottom / width]
    }

    func part(_ rect: PixelRect) -> Picture {
      Picture(
        width: rect.width,
        pixels: (rect.y..<rect.maxY).flatMap { row in
          pixels[(row * width + rect.x)..<(row * width + rect.maxX)]
        })
    }
  }

  private func page(_ drawer: PageDrawer, _ page: WorkerPage, _ scale: Double, _ width: Int, _ height: Int)
    throws
    -> Picture
  {
    let area = DrawnArea(page: page, scale: scale, rect: PixelRect(x: 0, y: 0, width: width, height: height))
    return Picture(width: width, pixels: try drawer.pixels(area).bindMemory(to: UInt32.self).map { $0 })
  }

  private func tile(_ drawer: PageDrawer, _ page: WorkerPage, _ scale: Double, _ rect: PixelRect) throws
    -> Picture
  {
    let block = try PixelBlock(width: rect.width, height: rect.height)
    try drawer.draw(DrawnArea(page: page, scale: scale, rect: rect), into: block)
    return Picture(width: rect.width, pixels: block.bytes.bindMemory(to: UInt32.self).map { $0 })
  }

  private static let splash = WorkerPage(index: 0, device: .splash)
  private static let group = "/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Group<</S/Transparency"

  /// A page of 100 × 100 points that is cyan, and upon it a group that knocks out, of two groups: one is magenta from 20 to 80, the other
  /// one, from 40 to 80, is joined by a blend mode.
  private static func knockout(_ mode: String, _ second: String, space: String) -> Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Kids[3 0 R]/Count 1>>", as: 2)
    builder.add(
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>"
        + "/Group<</S/Transparency/CS/\(space)>>>>", as: 3)
    builder.addStream("1 0 0 0 k 0 0 100 100 re f /X Do", as: 4)
    builder.addStream(
      "/Y Do /M gs /Z Do",
      dictionary: group
        + "/K true>>/Resources<</ExtGState<</M<</BM/\(mode)>>>>/XObject<</Y 6 0 R/Z 7 0 R>>>>",
      as: 5)
    builder.addStream("0 1 0 0 k 20 20 60 60 re f", dictionary: group + ">>", as: 6)
    builder.addStream(second + " k 40 20 40 60 re f", dictionary: group + ">>", as: 7)
    return builder.data()
  }

  /// The second group is joined with what is below the one that knocks out, and not with the first (ISO 32000-2, 11.4.6). Inks are
  /// subtracted from one before and after (11.3.4), so that cyan under magenta is white by
  /// Screen; as light it is violet.
  @Test(arguments: [("Screen", "0 1 0 0", [255, 255, 255]), ("Multiply", "0 0 1 0", [0, 166, 79])])
  func groupsInOneThatKnocksOutAreJoinedWithWhatIsBelow(mode: String, second: String, color: [Int]) throws {
    let drawer = try drawer(Self.knockout(mode, second, space: "DeviceCMYK"))
    let picture = try page(drawer, WorkerPage(index: 0, device: .splashInCMYK), 1, 100, 100)
    func expect(_ x: Int, _ y: Int, _ color: [Int]) {
      let found = [16, 8, 0].map { Int(picture[x, y] >> UInt32($0) & 0xff) }
      #expect(picture[x, y] >> 24 == 0xff && zip(found, color).allSatisfy { abs($0 - $1) <= 4 }, "\(found)")
    }
    expect(10, 10, [0, 174, 239])
    expect(30, 50, [236, 0, 140])
    expect(60, 50, color)
  }

  private static func sheet(rotation: Int) -> Data {
    var document = PageDocument()
    document.pages[0].mediaBox = [-20, 10, 411.5, 310.25]
    document.pages[0].cropBox = [0, 20, 400.3, 300.7]
    document.pages[0].rotation = rotation
    document.pages[0].content = """
      0.2 w 10 30 m 390 290 l S 0.4 0.2 0.8 rg 50 60 120 90 re f 0 0.4 0 RG 7 w 200 40 m 300 280 380 20 390 200 c S
      BT /F 40 Tf 60 200 Td (Turned Letters) Tj ET
      """
    document.pages[0].resources = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
    return document.data
  }

  private static func size(_ rotation: Int, _ turn: UInt8, _ scale: Double) -> (Int, Int) {
    let isSideways = (rotation / 90 + Int(turn)) % 2 == 1
    let (wide, high) = isSideways ? (280.7, 400.3) : (400.3, 280.7)
    return (Int((wide * scale).rounded(.up)), Int((high * scale).rounded(.up)))
  }

  @Test(arguments: [(0, 0), (90, 0), (180, 1), (0, 3)], [PageDevice.splash, .splashInCMYK])
  func tilesHaveThePixelsOfThePage(_ turns: (rotation: Int, turn: Int), device: PageDevice) throws {
    let drawer = try drawer(Self.sheet(rotation: turns.rotation))
    let key = WorkerPage(index: 0, quarterTurns: UInt8(turns.turn), device: device)
    let (width, height) = Self.size(turns.rotation, key.quarterTurns, 2.15)
    let whole = try page(drawer, key, 2.15, width, height)
    for y in stride(from: 0, to: height, by: 256) {
      for x in stride(from: 0, to: width, by: 256) {
        let rect = PixelRect(x: x, y: y, width: min(256, width - x), height: min(256, height - y))
        #expect(try tile(drawer, key, 2.15, rect) == whole.part(rect), "\(rect)")
      }
    }
    // One for the page, and one for all of its tiles.
    #expect(drawer.pagesDrawn == 2)
  }

  /// Pictures of pages that are larger than one are made of bands.
  @Test func tilesOfLargePagesLieWhereTheyDoOnSmallOnes() throws {
    let drawer = try drawer(Self.sheet(rotation: 0))
    let rect = PixelRect(x: 1_200, y: 3_800, width: 64, height: 64)
    // Within the rectangle, and beside it.
    #expect(try tile(drawer, Self.splash, 20, rect).pixels.allSatisfy { $0 == 0xff66_33cc })
    let corner = PixelRect(x: 968, y: 4_782, width: 64, height: 64)
    #expect(try tile(drawer, Self.splash, 20, corner).box(of: 0xff66_33cc) == [32, 0, 63, 31])
  }

  @Test(arguments: [(0, 0), (90, 0), (180, 1), (270, 2), (0, 3)])
  func pagesLieWhereCairoHasThem(_ turns: (rotation: Int, turn: Int)) throws {
    let drawer = try drawer(Self.sheet(rotation: turns.rotation))
    var key = WorkerPage(index: 0, quarterTurns: UInt8(turns.turn), device: .splash)
    let (width, height) = Self.size(turns.rotation, key.quarterTurns, 1.7)
    let own = try page(drawer, key, 1.7, width, height).box(of: 0xff66_33cc)
    key.device = .cairo
    let other = try page(drawer, key, 1.7, width, height).box(of: 0xff66_33cc)
    #expect(own != nil)
    #expect(zip(own ?? [], other ?? []).allSatisfy { abs($0 - $1) <= 1 })
  }

  @Test func hiddenAnnotationsAreNotDrawnAndComeBack() throws {
    var document = PageDocument()
    document.pages[0].content = ""
    document.pages[0].annotations = [
      // Poppler leaves it out, and counts the others without it.
      "<</Type/Annot/Rect[0 0 10 10]>>",
      "<</Type/Annot/Subtype/Square/Rect[100 100 200 200]/F 4/AP<</N @0 0 R>>>>",
      "<</Type/Annot/Subtype/Square/Rect[300 100 400 200]/F 4/AP<</N @0 0 R>>>>",
      "<</Type/Annot/Subtype/Square/Rect[300 500 400 600]/F 6/AP<</N @0 0 R>>>>",
    ]
    document.pages[0].forms = [(box: [0, 0, 100, 100], content: "1 0 0 rg 0 0 100 100 re f")]
    let drawer = try drawer(document.data)
    func box(hiding places: [Int]) throws -> [Int]? {
      var key = Self.splash
      key.hidden = places.map { place in
        HiddenAnnotation(place: place, rect: place == 1 ? [100, 100, 200, 200] : [300, 100, 400, 200])
      }
      return try page(drawer, key, 1, 612, 792).box(of: 0xffff_0000)
    }
    #expect(try box(hiding: []) == [100, 592, 399, 691])
    #expect(try box(hiding: [1]) == [300, 592, 399, 691])
    #expect(try box(hiding: [2]) == [100, 592, 199, 691])
    #expect(try box(hiding: [1, 2]) == nil)
    #expect(try box(hiding: []) == [100, 592, 399, 691])
  }

  /// The page is then cairo's.
  @Test func withoutPaperCairoDraws() throws {
    let drawer = try drawer(Self.sheet(rotation: 0))
    var key = Self.splash
    key.isTransparent = true
    let picture = try page(drawer, key, 1, 400, 280)
    #expect(picture[5, 5] == 0)
    key.device = .cairo
    #expect(try page(drawer, key, 1, 400, 280) == picture)
  }

  @Test func whatIsNoDocumentIsToldAsDamaged() {
    for data in [Data(), Data("no document".utf8), Data("%PDF-1.7\ntrailer<</Root 1 0 R>>".utf8)] {
      let kept = Kept(data)
      let error = #expect(throws: RenderFailure.self) {
        _ = try SplashDocument(
          UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(kept.bytes)[..<data.count]), owner: kept,
          password: nil)
      }
      #expect(error?.code == .damaged)
    }
  }

  /// A document that is cut off is drawn as far as it goes, or told as damaged.
  @Test func documentsThatAreCutOffEndInAPictureOrAnError() throws {
    let data = Self.sheet(rotation: 0)
    for length in stride(from: 1, to: data.count, by: max(data.count / 40, 1)) {
      do {
        let drawer = try drawer(data.prefix(length))
        let picture = try page(drawer, Self.splash, 1, 40, 40)
        #expect(picture.pixels.count == 1_600)
      } catch is RenderFailure {
      }
    }
  }

  @Test func whatIsOutOfRangeIsAnError() throws {
    let data = Self.sheet(rotation: 0)
    let kept = Kept(data)
    let document = postil_splash_open(kept.bytes.baseAddress, data.count, nil, 0)
    defer { postil_splash_close(document) }
    let usual = postil_splash_area(
      page: 0, scale: 1, quarter_turns: 0, x: 0, y: 0, width: 10, height: 10, is_in_cmyk: false)
    func result(room: Int = 400, _ change: (inout postil_splash_area) -> Void) -> postil_splash_result {
      var area = usual
      change(&area)
      var pixels = [UInt8](repeating: 0, count: 400)
      return postil_splash_draw(document, &area, nil, 0, &pixels, room)
    }
    #expect(result { _ in } == POSTIL_SPLASH_DONE)
    #expect(result { $0.page = 1 } == POSTIL_SPLASH_NO_PAGE)
    #expect(result { $0.page = -1 } == POSTIL_SPLASH_NO_PAGE)
    #expect(result(room: 399) { _ in } == POSTIL_SPLASH_OUT_OF_RANGE)
    let wrong: [(inout postil_splash_area) -> Void] = [
      { $0.scale = .nan }, { $0.scale = 0 }, { $0.scale = .infinity }, { $0.scale = -1 },
      { $0.width = 0 }, { $0.height = -1 }, { $0.width = 40_000 }, { $0.height = .max },
      { $0.x = .max }, { $0.y = .min }, { $0.quarter_turns = 4 }, { $0.quarter_turns = -1 },
    ]
    for change in wrong { #expect(result(change) == POSTIL_SPLASH_OUT_OF_RANGE) }
    // Places of annotations that are not there hide none.
    var (area, pixels, places) = (usual, [UInt8](repeating: 0, count: 400), [0, 7, Int.max])
    #expect(postil_splash_draw(document, &area, &places, 3, &pixels, 400) == POSTIL_SPLASH_DONE)
    #expect(postil_splash_annotations(document, 5, nil, 0) == 0)
    #expect(postil_splash_annotations(document, 0, nil, 0) == 0)
  }
}

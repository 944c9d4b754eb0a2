import Foundation
import Postil
import PostilTestSupport
import PostilTools
import Testing

/// What edits of annotations do to tiles.
@Suite struct OverlayTilesTests {
  /// Two filled squares that the file has as annotations, each in a tile of its own.
  private static func document() throws -> PDFDocument {
    var document = PageDocument()
    document.pages[0].mediaBox = [0, 0, 400, 400]
    document.pages[0].content = "0.9 g 0 0 400 400 re f"
    document.pages[0].annotations = [
      "<</Type/Annot/Subtype/Square/Rect[20 320 80 380]/C[1 0 0]/IC[1 0 0]/BS<</W 2>>/F 4/NM(red)/AP<</N @0 >>>>",
      "<</Type/Annot/Subtype/Square/Rect[320 20 380 80]/C[0 0 1]/IC[0 0 1]/BS<</W 2>>/F 4/NM(blue)/AP<</N @1 >>>>",
    ]
    document.pages[0].forms = [
      (box: [20, 320, 80, 380], content: "1 0 0 rg 20 320 60 60 re f"),
      (box: [320, 20, 380, 80], content: "0 0 1 rg 320 20 60 60 re f"),
    ]
    return try PDFDocument(data: document.data)
  }

  private let document: PDFDocument
  private let renderer: PageRenderer
  private let page: PageID
  private let upperLeft: TileID
  private let lowerRight: TileID

  init() throws {
    document = try Self.document()
    renderer = PageRenderer(document, options: .forTests)
    page = document.pageIDs[0]
    upperLeft = TileID(page: page, scale: 1, size: 200, column: 0, row: 0)
    lowerRight = TileID(page: page, scale: 1, size: 200, column: 1, row: 1)
  }

  private func pixel(_ tile: TileID, _ x: Int, _ y: Int) async throws -> UInt32 {
    Pixels(try await renderer.tile(tile).image)[x, y]
  }

  private func square(_ x: Double, _ y: Double, _ color: Color = Color(red: 0, green: 1, blue: 0))
    -> Annotation
  {
    Annotation(
      .rectangle(PageRect(x: x, y: y, width: 40, height: 40)),
      style: AnnotationStyle(color: color, fill: color))
  }

  @Test func annotationsOfTheFileAreInTheBase() async throws {
    #expect(try await pixel(upperLeft, 50, 50) == 0xFFFF_0000)
    #expect(try await pixel(lowerRight, 150, 150) == 0xFF00_00FF)
    #expect(renderer.statistics.pagesDrawn == 1)
  }

  @Test func aDeletedAnnotationDisappearsAndComesBack() async throws {
    #expect(try await pixel(upperLeft, 50, 50) == 0xFFFF_0000)
    #expect(try await pixel(lowerRight, 150, 150) == 0xFF00_00FF)
    try document.remove(AnnotationID(rawValue: "red"), from: page)
    #expect(try await pixel(upperLeft, 50, 50) == 0xFFE6_E6E6)
    let drawn = renderer.statistics.pagesDrawn
    // The other one was not touched: its tile is still there, as is that of the page before.
    #expect(try await pixel(lowerRight, 150, 150) == 0xFF00_00FF)
    try document.undo()
    #expect(try await pixel(upperLeft, 50, 50) == 0xFFFF_0000)
    #expect(renderer.statistics.pagesDrawn == drawn)
  }

  @Test func aMovedAnnotationIsSeenOnceOnly() async throws {
    _ = try await renderer.tile(upperLeft)
    let red = try #require(try document.page(page).annotation(named: "red"))
    var moved = red
    moved.content = .rectangle(PageRect(x: 120, y: 320, width: 60, height: 60))
    try document.replace(moved, on: page)
    #expect(try await pixel(upperLeft, 50, 50) == 0xFFE6_E6E6)
    #expect(try await pixel(upperLeft, 150, 50) == 0xFFFF_0000)
  }

  @Test func drawingDoesNotDrawThePageAgain() async throws {
    _ = try await renderer.mosaic(of: page, scale: 1, size: 200)
    let drawn = renderer.statistics.pagesDrawn
    let green = square(120, 330)
    try document.add(green, to: page)
    #expect(try await pixel(upperLeft, 140, 50) == 0xFF00_FF00)
    var moved = green
    moved.content = .rectangle(PageRect(x: 120, y: 220, width: 40, height: 40))
    moved.style.fill = .blue
    try document.replace(moved, on: page)
    #expect(try await pixel(upperLeft, 140, 50) == 0xFFE6_E6E6)
    #expect(try await pixel(upperLeft, 140, 160) == 0xFF00_00FF)
    try document.undo()
    try document.undo()
    #expect(try await pixel(upperLeft, 140, 50) == 0xFFE6_E6E6)
    #expect(renderer.statistics.pagesDrawn == drawn)
  }

  @Test func aDrawingInProgressLooksAsItWillBe() async throws {
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    let id = TileID(page: page, scale: 2.3, size: 256, column: 1, row: 1)
    let before = try await renderer.tile(id)
    var pen = FreehandTool(style: AnnotationStyle(color: .blue, lineWidth: 9, opacity: 0.6))
    pen.begin(at: PagePoint(x: 200, y: 200))
    for step in 1...30 {
      pen.move(to: PagePoint(x: 200 + 9 * cos(Double(step)), y: 200 + 5 * Double(step % 7)))
    }
    let shown = try before.painting(pen.draw(), on: try document.page(page))
    #expect(Pixels(shown.image).difference(from: Pixels(before.image)) > 0.01)
    try document.commit(pen.finish(), on: page)
    let difference = Pixels(try await renderer.tile(id).image).difference(
      from: Pixels(shown.image), levels: 0)
    #expect(difference == 0)
  }

  @Test func onlyTouchedTilesAreStale() async throws {
    _ = try await renderer.mosaic(of: page, scale: 1, size: 200)
    var stale = renderer.staleTiles().makeAsyncIterator()
    try document.add(square(120, 330), to: page)
    let change = try #require(await stale.next())
    #expect(change.contains(upperLeft) && !change.contains(lowerRight) && !change.isWholePage)
    #expect(!change.contains(TileID(page: page, scale: 1, size: 200, column: 1, row: 0)))
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    let turn = try #require(await stale.next())
    #expect(turn.isWholePage && turn.contains(lowerRight))
  }

  @Test func savingChangesNothingThatIsSeen() async throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("saved.pdf")
    try document.add(square(120, 330), to: page)
    try document.remove(AnnotationID(rawValue: "blue"), from: page)
    let before = try await renderer.mosaic(of: page, scale: 1, size: 200)
    let drawn = renderer.statistics.pagesDrawn
    try document.saveAndWait(to: url)
    renderer.trimMemory()
    #expect(try await renderer.mosaic(of: page, scale: 1, size: 200) == before)
    #expect(renderer.statistics.pagesDrawn == drawn + 1)
    let reopened = try PDFDocument.openAndWait(url)
    let other = PageRenderer(reopened, options: .forTests)
    let after = try await other.mosaic(of: reopened.pageIDs[0], scale: 1, size: 200)
    #expect(after.difference(from: before) == 0)
  }

  @Test func aRewriteChangesNothingThatIsSeen() async throws {
    let folder = try TemporaryFolder()
    try document.add(square(120, 330), to: page)
    let before = try await renderer.mosaic(of: page, scale: 1, size: 200)
    try document.saveAndWait(
      to: folder.url.appendingPathComponent("saved.pdf"), SaveOptions.rewrite())
    renderer.trimMemory()
    #expect(try await renderer.mosaic(of: page, scale: 1, size: 200) == before)
    try document.remove(AnnotationID(rawValue: "red"), from: page)
    #expect(try await pixel(upperLeft, 50, 50) == 0xFFE6_E6E6)
    // A renderer made only now sees the same.
    let other = PageRenderer(document, options: .forTests)
    let fresh = Pixels(try await other.tile(upperLeft).image)
    #expect(fresh[50, 50] == 0xFFE6_E6E6 && fresh[140, 50] == 0xFF00_FF00)
  }

  /// A page that is turned, with a long square that stays upright, in the file and then of the session.
  @Test func whatStaysUprightOnATurnedPageIsWhole() async throws {
    var pages = PageDocument()
    pages.pages[0].mediaBox = [0, 0, 400, 400]
    pages.pages[0].rotation = 90
    pages.pages[0].content = "0.9 g 0 0 400 400 re f"
    pages.pages[0].annotations = [
      "<</Type/Annot/Subtype/Square/Rect[150 190 390 210]/C[1 0 0]/IC[1 0 0]/BS<</W 2>>/F 20/NM(red)>>"
    ]
    let document = try PDFDocument(data: pages.data)
    let renderer = PageRenderer(document, options: .forTests)
    let page = document.pageIDs[0]
    func expectWhole(at place: SourceLocation = #_sourceLocation) async throws -> Pixels {
      let whole = Pixels(try await renderer.image(of: page, scale: 1))
      let tiles = try await renderer.mosaic(of: page, scale: 1, size: 50)
      let difference = tiles.difference(from: whole)
      #expect(difference == 0, sourceLocation: place)
      return whole
    }
    let shown = try await expectWhole()
    #expect(shown.values.contains(0xFFFF_0000))
    try document.remove(AnnotationID(rawValue: "red"), from: page)
    let without = try await expectWhole()
    #expect(!without.values.contains(0xFFFF_0000))
    let upright = Annotation(
      .rectangle(PageRect(x: 150, y: 190, width: 240, height: 20)),
      style: AnnotationStyle(color: .red, fill: .red), flags: [.print, .noRotate])
    try document.add(upright, to: page)
    let added = try await expectWhole()
    #expect(added.values.contains(0xFFFF_0000))
    try document.undo()
    #expect(try await expectWhole() == without)
  }

  @Test func anotherOrderIsSeenBesidesOtherChanges() async throws {
    let (red, green) = (square(30, 30, .red), square(30, 30))
    try document.add(red, to: page)
    try document.add(green, to: page)
    let lowerLeft = TileID(page: page, scale: 1, size: 200, column: 0, row: 1)
    #expect(try await pixel(lowerLeft, 50, 150) == 0xFF00_FF00)
    try document.remove(red.id, from: page)
    try document.add(red, to: page)
    try document.add(square(350, 350), to: page)
    #expect(try await pixel(lowerLeft, 50, 150) == 0xFFFF_0000)
  }

  /// Poppler passes over an annotation without a kind, so that both of one rectangle lead to the same.
  @Test func annotationsOfOneRectangleComeBack() async throws {
    var pages = PageDocument()
    pages.pages[0].mediaBox = [0, 0, 100, 100]
    let rest = "/Rect[20 20 80 80]/C[1 0 0]/IC[1 0 0]/BS<</W 2>>/F 4"
    pages.pages[0].annotations = [
      "<</Type/Annot\(rest)/NM(none)>>", "<</Type/Annot/Subtype/Square\(rest)/NM(red)>>",
    ]
    let document = try PDFDocument(data: pages.data)
    let renderer = PageRenderer(document, options: .forTests)
    let page = document.pageIDs[0]
    let tile = TileID(page: page, scale: 1, size: 128, column: 0, row: 0)
    #expect(Pixels(try await renderer.tile(tile).image)[50, 50] == 0xFFFF_0000)
    for name in ["none", "red"] {
      try document.remove(AnnotationID(rawValue: name), from: page)
    }
    #expect(Pixels(try await renderer.image(of: page, scale: 1))[50, 50] == 0xFFFF_FFFF)
    try document.undo()
    try document.undo()
    #expect(Pixels(try await renderer.image(of: page, scale: 1))[50, 50] == 0xFFFF_0000)
  }
}

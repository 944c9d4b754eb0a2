import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Annotations of the file that lie over changed ones, and those that another program drew: what is shown is what the
/// saved file shows.
@Suite struct PageSnapshotTests {
  /// Three squares over each other, from left to right, each drawn by another program: in other colours than their keys
  /// say, so that it shows who drew them. Then a stamp, a field, and a note that stays upright.
  static var document: PageDocument {
    var document = PageDocument(pageCount: 2)
    for index in document.pages.indices {
      document.pages[index].mediaBox = [0, 0, 200, 160]
      document.pages[index].content = "0.9 0.9 1 rg 20 20 150 110 re f 0 0 1 RG 3 w 10 10 m 190 150 l S"
    }
    document.pages[0].forms = [
      ([0, 0, 60, 60], "1 0 1 rg 0 0 60 60 re f"), ([0, 0, 60, 60], "0 1 1 rg 0 0 60 60 re f"),
      ([0, 0, 60, 60], "1 1 0 rg 0 0 60 60 re f"),
      ([0, 0, 40, 20], "0 0.5 0 rg 0 0 40 20 re f 1 1 1 rg 5 5 30 10 re f"),
    ]
    document.pages[0].annotations = [
      "<</Type/Annot/Subtype/Square/NM(low)/Rect[20 60 80 120]/C[1 0 0]/F 4/AP<</N @0 >>>>",
      "<</Type/Annot/Subtype/Square/NM(middle)/Rect[50 40 110 100]/C[0 1 0]/F 4/AP<</N @1 >>>>",
      "<</Type/Annot/Subtype/Square/NM(high)/Rect[80 20 140 80]/C[0 0 1]/F 4/AP<</N @2 >>>>",
      "<</Type/Annot/Subtype/Stamp/NM(stamp)/Rect[100 100 180 140]/F 4/AP<</N @3 >>>>",
      "<</Type/Annot/Subtype/Widget/NM(field)/FT/Tx/T(a)/V(b)/Rect[150 40 190 60]/F 4/AP<</N @3 >>>>",
      "<</Type/Annot/Subtype/Stamp/NM(upright)/Rect[20 20 40 30]/F 20/AP<</N @3 >>>>",
    ]
    return document
  }

  private let folder: TemporaryFolder
  private let document: PDFDocument
  private let picture: SavedPicture
  private var page: PageID { document.pageIDs[0] }

  init() throws {
    folder = try TemporaryFolder()
    document = try PDFDocument(data: Self.document.data)
    picture = SavedPicture(document)
  }

  private func annotation(_ id: AnnotationID) throws -> Annotation {
    try #require(try document.page(page).annotations.first { $0.id == id })
  }

  /// Whether the page is drawn from a snapshot.
  private func hasSnapshot() throws -> Bool {
    try picture.renderer.views.view(of: page).renderKey.snapshot != nil
  }

  private func expectSame(isSnapshot: Bool, _ location: SourceLocation = #_sourceLocation) async throws {
    #expect(try await picture.largestDifference() == 0, sourceLocation: location)
    #expect(try hasSnapshot() == isSnapshot, sourceLocation: location)
  }

  /// The pixel at the middle of where two squares cover each other.
  private func color(x: Double, y: Double) async throws -> UInt32 {
    let image = Pixels(try await picture.renderer.image(of: page, scale: 1))
    return image[Int(x), 160 - Int(y)] & 0xFF_FFFF
  }

  @Test func aChangedAnnotationStaysBelowThoseOverIt() async throws {
    try await expectSame(isSnapshot: false)
    #expect(try await color(x: 65, y: 80) == 0x00_FFFF)
    var low = try annotation("low")
    low.style.color = .black
    low.style.fill = .black
    try document.replace(low, on: page)
    #expect(try await color(x: 65, y: 80) == 0x00_FFFF)
    #expect(try await color(x: 30, y: 110) == 0)
    try await expectSame(isSnapshot: true)
    try document.undo()
    try await expectSame(isSnapshot: false)
    try document.redo()
    try await expectSame(isSnapshot: true)
  }

  @Test func oneThatIsPutBelowOthersIsShownBelow() async throws {
    let new = Annotation(
      .rectangle(PageRect(x: 30, y: 30, width: 100, height: 80)), style: AnnotationStyle(fill: .green))
    try document.apply(.addAnnotation(new, page: page, at: 1))
    #expect(try await color(x: 65, y: 80) == 0x00_FFFF)
    try await expectSame(isSnapshot: true)
    // What is drawn on top is painted, and needs no other snapshot.
    let snapshot = try picture.renderer.views.view(of: page).renderKey.snapshot
    try document.add(Annotation(.line(from: PagePoint(x: 10, y: 70), to: PagePoint(x: 190, y: 70))), to: page)
    try await expectSame(isSnapshot: true)
    #expect(try picture.renderer.views.view(of: page).renderKey.snapshot == snapshot)
    #expect(try picture.renderer.views.view(of: page).overlay.items.count == 1)
  }

  @Test func whatTouchesNoOtherIsPainted() async throws {
    var new = Annotation(
      .rectangle(PageRect(x: 5, y: 140, width: 10, height: 10)), style: AnnotationStyle(fill: .red))
    try document.apply(.addAnnotation(new, page: page, at: 0))
    try await expectSame(isSnapshot: false)
    new.style.color = .black
    try document.replace(new, on: page)
    try await expectSame(isSnapshot: false)
  }

  @Test(arguments: ["low", "high", "stamp", "upright"] as [AnnotationID])
  func theAppearanceOfAnotherProgramMovesAlong(id: AnnotationID) async throws {
    var moved = try annotation(id)
    moved.content = moved.content.offset(dx: -10, dy: 15)
    try document.replace(moved, on: page)
    try await expectSame(isSnapshot: true)
    try document.saveAndWait(to: folder.url.appendingPathComponent("a.pdf"))
    try await expectSame(isSnapshot: true)
  }

  @Test func flagsHideAndShow() async throws {
    var stamp = try annotation("stamp")
    stamp.flags.insert(.hidden)
    try document.replace(stamp, on: page)
    try await expectSame(isSnapshot: false)
    var high = try annotation("high")
    high.contents = "Other text"
    try document.replace(high, on: page)
    try await expectSame(isSnapshot: false)
  }

  @Test func whatStaysUprightDoesSoOnATurnedPage() async throws {
    try document.rotatePages([page], by: .clockwise90)
    try await expectSame(isSnapshot: true)
    try document.remove("upright", from: page)
    try await expectSame(isSnapshot: false)
  }

  @Test func otherBoxesAreShown() async throws {
    let boxes = [PageBox.cropBox: PageRect(x: 30, y: 30, width: 90, height: 70)]
    try document.apply(.setBoxes([PageBoxes(page, boxes)]))
    try await expectSame(isSnapshot: true)
    try document.apply(
      .addAnnotation(Annotation(.line(from: .zero, to: PagePoint(x: 100, y: 90))), page: page))
    try await expectSame(isSnapshot: true)
    try document.rotatePages([page], by: .clockwise90)
    try await expectSame(isSnapshot: true)
    try document.saveAndWait(to: folder.url.appendingPathComponent("a.pdf"), .rewrite())
    try await expectSame(isSnapshot: true)
  }

  /// Only the parts that look different are drawn again.
  @Test func tilesElsewhereStay() async throws {
    let renderer = picture.renderer
    let tiles = try renderer.tiles(of: page, scale: 1, size: 64)
    for tile in tiles { _ = try await renderer.tile(tile) }
    var low = try annotation("low")
    low.content = low.content.offset(dx: 0, dy: 5)
    try document.replace(low, on: page)
    let cached = try tiles.filter { try renderer.cachedTile($0) != nil }
    #expect(cached.count == 8 && tiles.count == 12)
    try await expectSame(isSnapshot: true)
  }

  /// A page that the file does not have, and one whose pages are of another file, with fonts and layers of theirs.
  @Test func pagesFromElsewhere() async throws {
    let source = try document.register(PDFDocument(data: Self.document.data)).source
    let (new, blank) = (document.mintPage(), document.mintPage())
    try document.apply([
      .insertPages([
        InsertedPage(new, PageState(source: .imported(source, 0)), at: 1),
        InsertedPage(blank, PageState(source: .blank(PageSize(width: 100, height: 80))), at: 2),
      ])
    ])
    try await expectSame(isSnapshot: false)
    var low = try #require(try document.page(new).annotations.first)
    low.content = low.content.offset(dx: 10, dy: 0)
    try document.replace(low, on: new)
    try document.apply(.setBoxes([PageBoxes(blank, [.cropBox: PageRect(x: 0, y: 0, width: 50, height: 50)])]))
    try await expectSame(isSnapshot: false)
    for page in [new, blank] {
      #expect(try picture.renderer.views.view(of: page).renderKey.snapshot != nil)
    }
  }
}

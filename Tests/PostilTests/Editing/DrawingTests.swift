import Foundation
import PostilTestSupport
import Testing

@testable import Postil
@testable import PostilFile

/// Pictures that become a part of the content of pages.
@Suite struct DrawingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func text(_ string: String, _ x: Double, _ y: Double) -> Appearance.Item {
    .text(Appearance.Text(string), in: PageRect(x: x, y: y, width: 120, height: 16))
  }

  private func box(_ rect: PageRect, _ color: Color) -> Appearance.Item {
    Appearance.Item(path: .rectangle(rect), fill: color)
  }

  private func document() throws -> (PDFDocument, PageID) {
    let document = try PDFDocument()
    return (document, try document.insertBlankPage(width: 300, height: 400, at: 0))
  }

  private func pixels(_ document: PDFDocument, page: Int = 0) async throws -> Pixels {
    Pixels(try await PageRenderer(document, options: .forTests).image(of: document.pageIDs[page], scale: 2))
  }

  private func printed(_ document: PDFDocument) throws -> String {
    try Tool.run("pdftotext", ["-layout", try #require(document.url).path, "-"]).output
  }

  @Test func whatIsDrawnIsOneStreamOfTheContent() async throws {
    let (document, page) = try document()
    try document.draw(
      Appearance(items: [box(PageRect(x: 20, y: 20, width: 100, height: 50), .yellow)]), on: page)
    for number in 0..<40 {
      let item = text("Cell \(number)", Double(20 + number % 4 * 65), Double(40 + number / 4 * 20))
      try document.draw(Appearance(items: [item]), on: page)
    }
    #expect(try document.undoName == "Draw" && document.page(page).annotations.isEmpty)
    let drawn = try await pixels(document)
    try await document.save(to: folder.url.appending(path: "drawn.pdf"))
    let saved = try saveAndReopen(document)
    #expect(try await pixels(saved) == drawn)
    let printed = try printed(saved)
    for number in 0..<40 { #expect(printed.contains("Cell \(number)")) }
    // Catalog, pages, page, two contents, a font with its descendant, descriptor, file and map, the information.
    let objects = try Tool.run("qpdf", ["--show-xref", try #require(saved.url).path]).output.split(
      separator: "\n"
    ).count
    #expect(objects < 20, "\(objects)")
    #expect(try Data(contentsOf: try #require(saved.url)).count < 14_000)
  }

  @Test func undoTakesItBackAndRedoDrawsItAgain() async throws {
    let (document, page) = try document()
    try await document.save(to: folder.url.appending(path: "empty.pdf"))
    let (before, empty) = (document.state, try await pixels(document))
    try document.draw(Appearance(items: [text("Drawn", 20, 40)]), on: page)
    let drawn = try await pixels(document)
    #expect(drawn != empty)
    try document.undo()
    #expect(document.state == before)
    #expect(try await pixels(document) == empty)
    try document.redo()
    #expect(try await pixels(document) == drawn)
    var saved = try saveAndReopen(document)
    // A later save has names of its own beside those of the first.
    try saved.draw(Appearance(items: [text("Later", 20, 80)], opacity: 0.5), on: saved.pageIDs[0])
    let both = try await pixels(saved)
    saved = try saveAndReopen(saved)
    #expect(try await pixels(saved) == both)
    let printed = try printed(saved)
    #expect(printed.contains("Drawn") && printed.contains("Later"))
  }

  @Test func anUnderlayIsCovered() async throws {
    let (document, page) = try document()
    let rect = PageRect(x: 50, y: 50, width: 100, height: 100)
    try document.draw(Appearance(items: [box(rect, .black)]), on: page)
    let alone = try await pixels(document)
    try document.draw(Appearance(items: [box(rect, .red)]), on: page, isUnderlay: true)
    #expect(try await pixels(document) == alone)
    try document.draw(Appearance(items: [box(rect.insetBy(-20), .red)]), on: page, isUnderlay: true)
    #expect(try await pixels(document) != alone)
    let found = try await pixels(document)
    try await document.save(to: folder.url.appending(path: "below.pdf"))
    #expect(try await pixels(try saveAndReopen(document)) == found)
  }

  @Test func whatCannotBeDrawnIsRefused() throws {
    let (document, page) = try document()
    func code(_ appearance: Appearance) -> PDFError.Code? {
      do {
        try document.draw(appearance, on: page)
        return nil
      } catch {
        return error.code
      }
    }
    let low = Appearance.Item.text(
      Appearance.Text("Two\nlines"), in: PageRect(x: 20, y: 20, width: 80, height: 15))
    #expect(code(Appearance()) == .invalidGeometry)
    #expect(code(Appearance(items: [low])) == .invalidGeometry)
    #expect(
      code(Appearance(items: [box(PageRect(x: .nan, y: 0, width: 1, height: 1), .red)])) == .invalidGeometry)
    #expect(code(Appearance(items: [text("\u{7}", 20, 20)])) == .invalidArgument)
    #expect(code(Appearance(items: [text("A", 20, 20)], opacity: 2)) == .invalidArgument)
    #expect(!document.canUndo || document.undoName != "Draw")
  }

  @Test func inTaggedDocumentsItIsAnArtifact() async throws {
    let (document, page) = try document()
    let url = folder.url.appending(path: "tagged.pdf")
    try await document.save(to: url, .rewrite(RewriteOptions(objectStreams: false)))
    var bytes = try String(decoding: Data(contentsOf: url), as: Unicode.ASCII.self)
    _ = page
    // Some room is needed for the key: a name of the catalog that nobody needs is taken for it.
    bytes = bytes.replacing("/Type /Catalog", with: "/StructTreeRoot<<>>/Type/Catalog")
    let tagged = try PDFDocument.openAndWait(folder.file("mended.pdf", Data(bytes.utf8)))
    try tagged.draw(
      Appearance(items: [box(PageRect(x: 1, y: 1, width: 9, height: 9), .red)]), on: tagged.pageIDs[0])
    let shown = try saveAndReopen(tagged, .rewrite(RewriteOptions(objectStreams: false)))
    let content = try Tool.run(
      "qpdf", ["--qdf", "--object-streams=disable", try #require(shown.url).path, "-"]
    ).output
    #expect(content.contains("/Artifact BMC"))
  }

  @Test func drawingsOfAllPartsCanBeWrittenAndReadAgain() throws {
    var path = PagePath()
    path.move(to: PagePoint(x: 1, y: 2))
    path.addCurve(
      to: PagePoint(x: 9, y: 9), control1: PagePoint(x: 3, y: 4), control2: PagePoint(x: 5, y: 6))
    path.closeSubpath()
    let inner = Appearance(items: [text("inner", 10, 10)], opacity: 0.5, blendMode: .multiply)
    let picture = Appearance(
      items: [
        Appearance.Item(
          path: path, fill: .red, fillRule: .nonzero, fillOpacity: 0.25,
          pen: Appearance.Pen(color: .black, width: 2, dash: [3, 1], isRound: true), penOpacity: 0.75),
        .text(
          Appearance.Text(
            "t", font: TextFont("monospace", size: 9, isBold: true), alignment: .right, lineSpacing: 2),
          in: PageRect(x: 1, y: 1, width: 90, height: 20), rotation: .clockwise90, fitting: .scaled),
        .group(inner),
      ], box: PageRect(x: 0, y: 0, width: 100, height: 100))
    let data = try JSONEncoder().encode(picture)
    #expect(try JSONDecoder().decode(Appearance.self, from: data) == picture)
    let stamp = Annotation(.stamp(.drawing(picture), in: PageRect(x: 0, y: 0, width: 50, height: 50)))
    #expect(
      try JSONDecoder().decode(Annotation.self, from: JSONEncoder().encode(stamp)).content == stamp.content)
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(Appearance.self, from: Data(#"{"items":[{"path":[["x",1]]}]}"#.utf8))
    }
  }

  /// As a stamp it is fitted into a rectangle, and turned with the page.
  @Test func aStampShowsADrawing() async throws {
    let (document, page) = try document()
    let picture = Appearance(items: [
      box(PageRect(x: 0, y: 0, width: 40, height: 20), .red), text("stamp", 0, 0),
    ])
    try document.add(
      Annotation(
        .stamp(.drawing(picture), in: PageRect(x: 50, y: 50, width: 200, height: 200), rotation: .clockwise90)
      ),
      to: page)
    let drawn = try await pixels(document)
    try await document.save(to: folder.url.appending(path: "stamp.pdf"))
    let saved = try saveAndReopen(document)
    #expect(try await pixels(saved) == drawn)
    #expect(try saved.page(at: 0).annotations.count == 1)
  }
}

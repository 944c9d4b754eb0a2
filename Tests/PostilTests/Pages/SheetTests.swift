import Foundation
import PostilTestSupport
import Testing

@testable import Postil

@Suite("PDFDocument.imposed") struct SheetTests {
  /// Pages of different colours, of 200 × 100 points.
  private static let colors: [(content: String, pixel: UInt32)] = [
    ("1 0 0", 0xFFFF_0000), ("0 1 0", 0xFF00_FF00), ("0 0 1", 0xFF00_00FF), ("1 1 0", 0xFFFF_FF00),
    ("0 1 1", 0xFF00_FFFF),
  ]

  private func document() throws -> PDFDocument {
    var pages = PageDocument(pageCount: Self.colors.count)
    for (index, color) in Self.colors.enumerated() {
      pages.pages[index].mediaBox = [0, 0, 200, 100]
      pages.pages[index].content = "\(color.content) rg 0 0 200 100 re f"
    }
    return try PDFDocument(data: pages.data)
  }

  private func pixels(_ document: PDFDocument, _ index: Int) async throws -> Pixels {
    Pixels(
      try await PageRenderer(document, options: .forTests).image(of: document.pageIDs[index], scale: 1))
  }

  @Test func pagesStandInReadingOrder() async throws {
    let document = try document()
    let layout = SheetLayout(columns: 2, rows: 2, width: 440, height: 240, margin: 10, spacing: 20)
    let sheets = try document.imposedAndWait(layout)
    #expect(sheets.pageCount == 2 && document.pageCount == 5 && !document.hasUnsavedChanges)
    let saved = try PDFDocument(data: sheets.dataRepresentationAndWait())
    for shown in [sheets, saved] {
      let (first, second) = (try await pixels(shown, 0), try await pixels(shown, 1))
      #expect(first.width == 440 && first.values.count == 440 * 240)
      let places = [(110, 60), (330, 60), (110, 180), (330, 180)]
      for (place, color) in zip(places, Self.colors) { #expect(first[place.0, place.1] == color.pixel) }
      #expect(second[110, 60] == Self.colors[4].pixel && second[330, 60] == 0xFFFF_FFFF)
      // Between the pages and at the edges is space.
      #expect(first[220, 60] == 0xFFFF_FFFF && first[5, 60] == 0xFFFF_FFFF)
      #expect(try shown.page(at: 0).annotations.isEmpty)
    }
  }

  @Test func chosenPagesKeepTheirAspectAndShowWhatIsNotSaved() async throws {
    let document = try document()
    try document.rotatePages([document.pageIDs[0]], by: .clockwise90)
    try document.add(
      Annotation(
        .rectangle(PageRect(x: 40, y: 10, width: 120, height: 80)),
        style: AnnotationStyle(color: .black, fill: .black)), to: document.pageIDs[2])
    try document.lock([document.page(at: 2).annotations[0].id], on: document.pageIDs[2])
    let layout = SheetLayout(columns: 1, rows: 2, width: 220, height: 420, margin: 10, spacing: 0)
    let sheets = try document.imposedAndWait(layout, pages: [document.pageIDs[2], document.pageIDs[0]])
    let shown = try await pixels(sheets, 0)
    // Of the turned page only the middle is covered.
    #expect(shown[110, 310] == Self.colors[0].pixel && shown[20, 310] == 0xFFFF_FFFF)
    #expect(shown[110, 110] == 0xFF00_0000 && shown[20, 110] == Self.colors[2].pixel)
    #expect(try document.page(at: 2).annotations[0].isLocked)
  }

  @Test func theTextOfAllPagesIsFound() throws {
    let lines = ["one", "two", "three"].map { [TextDocument.Line(72, 700, $0)] }
    let source = try PDFDocument(data: TextDocument(lines).data)
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("sheets.pdf")
    try source.imposedAndWait(SheetLayout(columns: 3, rows: 1)).saveAndWait(to: file)
    #expect(try Tool.qpdfCheck(file).status == 0)
    let text = try Tool.run("pdftotext", [file.path, "-"]).output
    for word in ["one", "two", "three"] { #expect(text.contains(word)) }
  }

  @Test func layoutsWithoutSpaceAreRefused() throws {
    let document = try document()
    let layouts = [
      SheetLayout(columns: 0, rows: 1), SheetLayout(columns: 1, rows: 101),
      SheetLayout(columns: 2, rows: 2, margin: 300),
      SheetLayout(columns: 2, rows: 2, spacing: -1), SheetLayout(columns: 1, rows: 1, width: 20_000),
      SheetLayout(columns: 1, rows: 1, width: .nan), SheetLayout(columns: 1, rows: 1, margin: .infinity),
    ]
    for layout in layouts {
      let error = #expect(throws: PDFError.self) { try document.imposedAndWait(layout) }
      #expect(error?.code == .invalidArgument)
    }
    let error = #expect(throws: PDFError.self) {
      try document.imposedAndWait(SheetLayout(columns: 1, rows: 1), pages: [PageID(number: 77)])
    }
    #expect(error?.code == .pageOutOfRange)
  }
}

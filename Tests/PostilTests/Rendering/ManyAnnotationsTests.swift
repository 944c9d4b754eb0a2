import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Poppler refuses pages with more than 10,000 annotations.
@Suite struct ManyAnnotationsTests {
  /// A page of 10,001 small red squares, drawn by another program, on blue.
  private static var document: PageDocument {
    var document = PageDocument()
    document.pages[0].mediaBox = [0, 0, 220, 200]
    document.pages[0].content =
      "0 0 1 rg 0 0 220 200 re f 1 g BT /F 20 Tf 20 100 Td (Found) Tj ET"
    document.pages[0].resources = "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"
    document.pages[0].forms = [([0, 0, 1, 1], "1 0 0 rg 0 0 1 1 re f")]
    document.pages[0].annotations = (0...10_000).map { index in
      let (x, y) = (2 * (index % 100), 2 * (index / 100))
      return "<</Type/Annot/Subtype/Square/Rect[\(x) \(y) \(x + 1) \(y + 1)]/F 4/AP<</N @0 >>>>"
    }
    return document
  }

  @Test func theyAreShownEditedAndSaved() async throws {
    let folder = try TemporaryFolder()
    let document = try PDFDocument.openAndWait(try folder.file("a.pdf", Self.document.data))
    let page = document.pageIDs[0]
    let renderer = PageRenderer(document, options: .forTests)
    func picture() async throws -> (Int, Int) -> UInt32 {
      let image = Pixels(try await renderer.image(of: page, scale: 1))
      return { image[$0, 199 - $1] & 0xFF_FFFF }
    }
    var color = try await picture()
    #expect(color(198, 0) == 0xFF_0000 && color(199, 1) == 0x00_00FF)
    #expect(try await document.text(of: page).string.contains("Found"))
    let green = Annotation(
      .rectangle(PageRect(x: 205, y: 5, width: 10, height: 10)), style: AnnotationStyle(fill: .green))
    try document.add(green, to: page)
    let removed = try #require(try document.page(page).annotations.first)
    try document.remove(removed.id, from: page)
    color = try await picture()
    #expect(color(0, 0) == 0x00_00FF && color(2, 0) == 0xFF_0000 && color(210, 10) != 0x00_00FF)
    try document.saveAndWait()
    let reopened = try PDFDocument.openAndWait(folder.url.appendingPathComponent("a.pdf"))
    #expect(try reopened.page(at: 0).annotations.count == 10_001)
    let image = try await PageRenderer(reopened, options: .forTests).image(of: reopened.pageIDs[0], scale: 1)
    #expect(Pixels(image).largest(from: Pixels(try await renderer.image(of: page, scale: 1))) == 0)
  }
}

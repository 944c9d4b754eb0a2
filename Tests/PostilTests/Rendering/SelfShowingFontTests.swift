import Foundation
import Postil
import PostilTestSupport
import Testing

/// Type 3 fonts whose glyphs show text in Type 3 fonts: drawing them may hang cairo, in a process of its own.
@Suite struct SelfShowingFontTests {
  /// A page whose font's glyph shows text in a font that `inner` tells, and a page with a usual font.
  private func document(glyphResources: String, addObjects: (inout PDFBuilder) -> Void = { _ in }) throws
    -> PDFDocument
  {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>")
    builder.add("<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 200 200]>>")
    builder.add("<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F 6 0 R>>>>>>")
    builder.add(
      "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>"
    )
    builder.addStream("BT /F 50 Tf 20 100 Td (aa) Tj ET")
    builder.add(
      "<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 97"
        + "/Widths[1000]/Encoding<</Differences[97/a]>>/CharProcs<</a 7 0 R>>/Resources<<\(glyphResources)>>>>"
    )
    builder.addStream("1000 0 0 0 1000 1000 d1 100 100 700 700 re f BT /G 500 Tf (a) Tj ET")
    addObjects(&builder)
    return try PDFDocument(data: builder.data())
  }

  private func image(_ document: PDFDocument, _ page: Int) async throws -> Pixels {
    let renderer = PageRenderer(document, options: .forTests)
    return Pixels(try await renderer.image(of: document.pageIDs[page], scale: 1))
  }

  /// Poppler may draw such a page, refuse it, or hang: the other page is shown.
  @Test func aFontThatShowsItselfCostsItsPage() async throws {
    try await expectOtherPageIsShown(document(glyphResources: "/Font<</G 6 0 R>>"))
  }

  @Test func soDoesOneThatShowsItselfThroughAPattern() async throws {
    try await expectOtherPageIsShown(
      document(glyphResources: "/Pattern<</P 8 0 R>>") { builder in
        builder.add("<</Type/Pattern/PatternType 1/Resources<</Font<</F 6 0 R>>>>>>")
      })
  }

  private func expectOtherPageIsShown(_ document: PDFDocument) async throws {
    var options = RenderOptions.forTests
    options.workerCount = 1
    options.deadline = .seconds(20)
    let renderer = PageRenderer(document, options: options)
    do {
      _ = try await renderer.image(of: document.pageIDs[0], scale: 1)
    } catch let error as PDFError {
      #expect([.renderFailed, .renderTimedOut, .renderCrashed].contains(error.code) && error.pageIndex == 0)
    }
    let image = try await renderer.image(of: document.pageIDs[1], scale: 1)
    #expect(Pixels(image).values.contains { $0 != 0xFFFF_FFFF })
  }

  @Test func oneThatDrawsShapesOrUsualTextIsShown() async throws {
    let helvetica = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    let document = try document(glyphResources: "/Font<</G \(helvetica)>>")
    #expect(try await image(document, 0)[40, 80] != 0xFFFF_FFFF)
  }
}

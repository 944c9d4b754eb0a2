import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// What is shown in place of fonts that a file does not have.
@Suite struct SubstitutedFontTests {
  private static func data(_ content: String) -> Data {
    var document = PageDocument(pageCount: 2)
    document.pages[1].content = content
    document.pages[1].resources = """
      /Font<</F<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>/G<</Type/Font/Subtype/TrueType/BaseFont/NobodyHasThis>>
      /H<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>
      """
    return document.data
  }

  @Test func fontsThatTextIsShownInAreTold() async throws {
    let document = try PDFDocument(data: Self.data("BT /F 9 Tf (a) Tj /G 9 Tf (b) Tj ET"))
    let renderer = PageRenderer(document, options: .forTests)
    let fonts = try await renderer.substitutedFonts(of: document.pageIDs[1])
    // What stands for them is the system's.
    #expect(fonts.map(\.name) == ["NobodyHasThis", "Times-Roman"])
    #expect(try await renderer.substitutedFonts(of: document.pageIDs[0]).isEmpty)
  }

  @Test func whatTheSessionWritesHasItsFont() async throws {
    let document = try PDFDocument(data: Self.data("BT /F 9 Tf (a) Tj ET"))
    let renderer = PageRenderer(document, options: .forTests)
    let page = document.pageIDs[1]
    try document.add(
      Annotation(.freeText("Words", in: PageRect(x: 10, y: 10, width: 80, height: 20))), to: page)
    #expect(try await renderer.substitutedFonts(of: page).map(\.name) == ["Times-Roman"])
    try document.insertBlankPage(width: 20, height: 20, at: 0)
    #expect(try await renderer.substitutedFonts(of: document.pageIDs[0]).isEmpty)
    let other = try PDFDocument(data: Self.data(""))
    await #expect(throws: PDFError.self) { try await renderer.substitutedFonts(of: other.pageIDs[1]) }
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import Postil

/// Every reader makes of a damaged page tree what it likes: what is shown and searched has to be what is counted.
@Suite struct DamagedPageTreeTests {
  /// Two pages, "alpha" and "beta", below a root that says something else.
  private func document(root: String, kids: String = "[3 0 R 4 0 R]") throws -> PDFDocument {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Kids\(kids)/MediaBox[0 0 200 100]\(root)>>", as: 2)
    for (index, word) in ["alpha", "beta"].enumerated() {
      builder.add(
        "<</Type/Page/Parent 2 0 R/Contents \(5 + index) 0 R/Resources<</Font<</F 7 0 R>>>>>>", as: 3 + index)
      builder.addStream("BT /F 20 Tf 20 40 Td (\(word)) Tj ET", as: 5 + index)
    }
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", as: 7)
    return try PDFDocument(data: builder.data())
  }

  @Test(arguments: ["", "/Count 1", "/Count 0", "/Count -3", "/Count (x)"])
  func whatIsCountedIsSearchedAndShown(root: String) async throws {
    let document = try document(root: root)
    #expect(document.pageCount == 2 && document.warnings.count == 1)
    var found: [Int] = []
    for try await match in try document.search("beta") { found.append(match.pageIndex) }
    #expect(found == [1])
    let renderer = PageRenderer(document, options: .forTests)
    for page in document.pages {
      #expect(page.error == nil && page.width == 200)
      let image = try await renderer.image(of: page.id, scale: 1)
      #expect(image.width == 200 && image.height == 100)
    }
  }

  /// A page that is listed twice is two pages, also where an annotation is drawn on the second.
  @Test func pagesAreThoseThatAreListed() async throws {
    let document = try document(root: "/Count 3", kids: "[4 0 R 3 0 R 4 0 R]")
    #expect(document.pageCount == 3)
    var found: [Int] = []
    for try await match in try document.search("beta") { found.append(match.pageIndex) }
    #expect(found == [0, 2])
    try document.rotatePages(document.pageIDs.suffix(1), by: .clockwise90)
    let saved = try PDFDocument(data: document.dataRepresentationAndWait())
    #expect(saved.pages.map(\.rotation) == [.none, .none, .clockwise90] && saved.warnings.isEmpty)
  }
}

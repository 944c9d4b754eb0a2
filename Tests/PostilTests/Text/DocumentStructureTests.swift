import PostilTestSupport
import Testing

@testable import Postil

/// What the structure is known by, where it may be by anything.
@Suite struct DocumentStructureTests {
  /// A page with a tagged figure, with a text if there is one, and `content` that has no tags.
  private func document(_ content: String = "", tagged text: String = "") throws -> PDFDocument {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/StructTreeRoot 6 0 R/MarkInfo<</Marked true>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add(
      "<</Type/Page/Parent 2 0 R/StructParents 0/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>", as: 3)
    builder.addStream(
      "/Figure <</MCID 0>> BDC 20 20 100 100 re f BT /F 12 Tf 20 180 Td (\(text)) Tj ET EMC \(content)", as: 4
    )
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>", as: 5)
    builder.add("<</Type/StructTreeRoot/K[7 0 R]/ParentTree<</Nums[0[7 0 R]]>>>>", as: 6)
    builder.add("<</Type/StructElem/S/Figure/P 6 0 R/Pg 3 0 R/K 0/Alt(A square)>>", as: 7)
    return try PDFDocument(data: builder.data())
  }

  @Test func tagsWithoutTextsAreTakenOfPagesThatHaveNone() async throws {
    let structure = try await document().structure()
    #expect(structure.source == .tags)
    #expect(structure.elements.map(\.role) == ["Figure"])
    #expect(structure.elements.first?.alternateText == "A square")
  }

  @Test func theLayoutIsTakenOfTextsThatTagsLeaveOut() async throws {
    let document = try document("BT /F 12 Tf 20 150 Td (Not tagged) Tj ET")
    #expect(try await document.structure().source == .layout)
    #expect(try await document.structure(from: .tags).source == .tags)
  }

  /// Pages of other documents come with their tags; those that have none are not lost for it.
  @Test func pagesWithoutTagsAreReadByTheirLayoutAmongOthers() async throws {
    func plain(_ text: String) throws -> PDFDocument {
      try PDFDocument(data: TextDocument([[.init(72, 700, text)]]).data)
    }
    let document = try plain("First of all")
    try document.insertPagesAndWait(of: try self.document(tagged: "Tagged"), at: 1)
    try document.insertPagesAndWait(of: try plain("Last of all"), at: document.pageCount)
    let structure = try await document.structure()
    #expect(structure.source == .any)
    #expect(structure.elements.map(\.text) == ["First of all", "Tagged", "Last of all"])
    #expect(try await self.document(tagged: "Tagged").structure().source == .tags)
    #expect(structure.untagged.isEmpty)
  }

  @Test func headingsOfPagesWithAndWithoutTagsAreInTheOutline() async throws {
    let document = try PDFDocument(
      data: TextDocument([
        [.init(72, 700, "Large", size: 24)]
          + (0..<6).map { .init(72, 650 - Double($0) * 14, "words of a text") }
      ]).data)
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/StructTreeRoot 6 0 R/MarkInfo<</Marked true>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add(
      "<</Type/Page/Parent 2 0 R/StructParents 0/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>", as: 3)
    builder.addStream("/H1 <</MCID 0>> BDC BT /F 9 Tf 20 180 Td (Tagged) Tj ET EMC", as: 4)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>", as: 5)
    builder.add("<</Type/StructTreeRoot/K[7 0 R]/ParentTree<</Nums[0[7 0 R]]>>>>", as: 6)
    builder.add("<</Type/StructElem/S/H1/P 6 0 R/Pg 3 0 R/K 0>>", as: 7)
    try document.insertPagesAndWait(of: try PDFDocument(data: builder.data()), at: 1)
    #expect(try await document.outlineOfHeadings().items.map(\.label) == ["Large", "Tagged"])
    #expect(try await document.outlineOfHeadings(from: .tags).items.map(\.label) == ["Tagged"])
  }

  @Test func pagesThatAreOnlyDrawnHaveNoLayoutOfTheirOwn() {
    let pages = (1...4).map { PageID(number: $0) }
    var figure = StructureContent("", on: pages[1])
    figure.hasGraphics = true
    var structure = DocumentStructure([
      StructureElement("P", kids: [.content(StructureContent("words", on: pages[0]))]),
      StructureElement("Figure", kids: [.content(figure)]),
    ])
    structure.artifacts = [StructureContent("4", on: pages[3])]
    #expect(structure.pagesWithoutTags(among: pages) == [pages[2]])
    structure.untagged = [StructureContent("more", on: pages[0]), StructureContent("beside", on: pages[1])]
    #expect(structure.pagesWithoutTags(among: pages) == [pages[1], pages[2]])
  }
}

import PostilTestSupport
import Testing

@testable import Postil

/// What the structure is known by, where it may be by anything.
@Suite struct DocumentStructureTests {
  /// A page with a tagged figure, and `content` that has no tags.
  private func document(_ content: String = "") throws -> PDFDocument {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R/StructTreeRoot 6 0 R/MarkInfo<</Marked true>>>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add(
      "<</Type/Page/Parent 2 0 R/StructParents 0/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>", as: 3)
    builder.addStream("/Figure <</MCID 0>> BDC 20 20 100 100 re f EMC \(content)", as: 4)
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
}

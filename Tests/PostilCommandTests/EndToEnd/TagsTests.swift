import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct TagsTests {
  @Test func tagsAreListed() async throws {
    let tool = try Workbench()
    var builder = PDFBuilder()
    builder.add(
      "<</Type/Catalog/Pages 2 0 R/Lang(en)/MarkInfo<</Marked true>>/StructTreeRoot<</K[6 0 R 7 0 R]/RoleMap<</Big/H1>>>>>>",
      as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Tabs/S/Contents 5 0 R/Resources<</Font<</F 4 0 R>>>>>>", as: 3)
    builder.add("<</Type/Font/Subtype/Type1/BaseFont/Courier>>", as: 4)
    builder.addStream(
      "BT /F 10 Tf 20 100 Td /Big <</MCID 0>> BDC (Title) Tj EMC 0 -20 Td /Artifact BMC (1) Tj EMC 0 -20 Td (lost) Tj ET",
      as: 5)
    builder.add("<</S/Big/Pg 3 0 R/K 0>>", as: 6)
    builder.add("<</S/Figure/Alt(A cat)/A<</O/Layout/Placement/Block>>>>", as: 7)
    _ = try tool.folder.file("in.pdf", builder.data())
    let result = await tool.run("tags", "@in.pdf")
    #expect(
      result.output == """
        Language: en
        Tab order of page 1: S
        Big (H1)
          "Title" (page 1)
        Figure Alt="A cat" Layout.Placement=/Block
        Artifacts:
          "1" (page 1)
        Not tagged:
          "lost" (page 1)

        """)
    let printed = await tool.run("tags", "@in.pdf", "--json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? [String: Any])
    let elements = try #require(json["elements"] as? [[String: Any]])
    #expect(elements.map { $0["role"] as? String } == ["H1", "Figure"] && json["isTagged"] as? Bool == true)
  }

  @Test func aDocumentWithoutTagsSaysSo() async throws {
    let tool = try Workbench()
    _ = try tool.folder.file("in.pdf", TextDocument([[.init(72, 700, "text")]]).data)
    let result = await tool.run("tags", "@in.pdf")
    #expect(result.status == 0)
    #expect(result.output == "The document has no tags.\nNot tagged:\n  \"text\" (page 1)\n")
  }
}

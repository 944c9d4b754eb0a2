import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct AnnotationsTests {
  private func makeDocument(_ tool: Workbench) throws {
    var builder = PageDocument(pageCount: 2)
    builder.pages[0].annotations = [
      "<< /Type /Annot /Subtype /Square /Rect [70 70 130 110] /C [1 0 0] /IC [1 1 0] /BS << /W 2 >> "
        + "/CA 0.5 /NM (box) /T (Ada) /Contents (A\\nB) /F 4 >>"
    ]
    builder.pages[1].links = [([10, 20, 60, 40], 1)]
    try tool.makeDocument(builder)
  }

  @Test func annotationsOfTheFileAreListed() async throws {
    let tool = try Workbench()
    try makeDocument(tool)
    let list = try await tool.annotations("in.pdf")
    #expect(list.map { $0["page"] as? Int } == [1, 2])
    #expect(list.map { $0["subtype"] as? String } == ["Square", "Link"])
    let square = try #require(list.first)
    #expect(square["id"] as? String == "box")
    #expect(square["color"] as? String == "FF0000")
    #expect(square["fill"] as? String == "FFFF00")
    #expect(square["width"] as? Double == 2)
    #expect(square["opacity"] as? Double == 0.5)
    #expect(square["author"] as? String == "Ada")
    #expect(square["contents"] as? String == "A\nB")
    #expect(square["bounds"] as? [String: Double] == ["x": 70, "y": 70, "width": 60, "height": 40])
    #expect(list.last?["color"] is NSNull)
    #expect(list.last?["bounds"] as? [String: Double] == ["x": 10, "y": 20, "width": 50, "height": 20])
  }

  @Test func onePageForPeople() async throws {
    let tool = try Workbench()
    try makeDocument(tool)
    let text = await tool.run("annotations", "@in.pdf", "--page", "1").output
    #expect(text.contains("box"))
    #expect(text.contains("A B"))
    #expect(!text.contains("Link"))
    try tool.makeDocument()
    #expect(await tool.run("annotations", "@in.pdf").output == "There are no annotations.\n")
  }
}

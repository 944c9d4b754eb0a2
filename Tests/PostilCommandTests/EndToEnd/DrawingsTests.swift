import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct DrawingsTests {
  /// Two pages; the content of the second is damaged if it is said.
  private func data(isDamaged: Bool = false, _ content: String = "0 0 m 9 9 5 5 1 1 c f*") -> Data {
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 5 0 R>>", as: 3)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 6 0 R>>", as: 4)
    builder.addStream("1 0 0 rg 10 20 30.5 40 re f 0.5 w 10 10 m 60 10 l S 300 0 9 9 re f", as: 5)
    builder.addStream(content, dictionary: isDamaged ? "/Filter/NoSuchDecode" : "", as: 6)
    return builder.data()
  }

  @Test func drawingsAreListed() async throws {
    let tool = try Workbench()
    _ = try tool.folder.file("in.pdf", data())
    let result = await tool.run("drawings", "@in.pdf", "--pages", "1")
    #expect(result.status == 0)
    #expect(
      result.output == """
        Page  Kind       Box            Fill    Stroke  Width
           1  rectangle  10,20,30.5,40  FF0000
           1  line       10,10,50,0             000000    0.5
           1  rectangle  300,0,9,9      FF0000                 not seen

        """)
    #expect(await tool.run("drawings", "@in.pdf").output.split(separator: "\n").count == 6)
    let printed = await tool.run("drawings", "@in.pdf", "--json")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(printed.output.utf8)) as? [String: Any])
    let pages = try #require(json["pages"] as? [[String: Any]])
    #expect(
      pages.map { $0["page"] as? Int } == [1, 2] && (json["unreadablePages"] as? [Int])?.isEmpty == true)
    let drawings = pages.map { $0["drawings"] as? [[String: Any]] ?? [] }
    #expect(
      drawings.map { $0.map { $0["kind"] as? String } } == [["rectangle", "line", "rectangle"], ["path"]])
    #expect(drawings[0][0]["bounds"] as? [Double] == [10, 20, 30.5, 40])
    #expect((drawings[0][1]["stroke"] as? [String: Any])?["width"] as? Double == 0.5)
    #expect((drawings[1][0]["path"] as? [[Any]])?.count == 2)
  }

  @Test func aPageThatCannotBeReadIsToldOf() async throws {
    let tool = try Workbench()
    _ = try tool.folder.file("in.pdf", data(isDamaged: true))
    let result = await tool.run("drawings", "@in.pdf")
    #expect(result.status != 0 && result.output.split(separator: "\n").count == 4)
    #expect(result.errors.contains("Page 2 could not be read"), "\(result.errors)")
    let json = await tool.run("drawings", "@in.pdf", "--json").output
    #expect(json.hasSuffix("],\"unreadablePages\":[2]}\n"))
  }

  @Test func aPageWithoutAnyIsToldOf() async throws {
    let tool = try Workbench()
    _ = try tool.folder.file("in.pdf", data(isDamaged: false, ""))
    let result = await tool.run("drawings", "@in.pdf", "--pages", "2")
    #expect(result.output == "There are no drawings.\n" && result.status == 0)
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct ObjectTests {
  private func workbench() throws -> Workbench {
    let tool = try Workbench()
    var builder = PDFBuilder()
    builder.add("<</Type/Catalog/Pages 2 0 R>>", as: 1)
    builder.add("<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 200]>>", as: 2)
    builder.add("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Own[<</A 1>>]>>", as: 3)
    builder.addStream("30>", dictionary: "/Filter/ASCIIHexDecode", as: 4)
    _ = try tool.folder.file("in.pdf", builder.data())
    return tool
  }

  @Test func objectsArePrinted() async throws {
    let tool = try workbench()
    #expect(
      await tool.run("object", "@in.pdf", "catalog").output == "<<\n  /Pages 2 0 R\n  /Type /Catalog\n>>\n")
    #expect(
      await tool.run("object", "@in.pdf", "page:last").output
        == "<<\n  /Contents 4 0 R\n  /Own [\n    <<\n      /A 1\n    >>\n  ]\n  /Parent 2 0 R\n  /Type /Page\n>>\n"
    )
    #expect(
      await tool.run("object", "@in.pdf", "4").output
        == "<<\n  /Filter /ASCIIHexDecode\n  /Length 3\n>> stream\n")
    #expect(await tool.run("object", "@in.pdf", "77").output == "null\n")
    #expect(await tool.run("object", "@in.pdf", "trailer").output.contains("/Root 1 0 R"))
    #expect(
      await tool.run("object", "@in.pdf", "2", "--json").output
        == #"{"object":{"/Count":1,"/Kids":["3 0 R"],"/MediaBox":[0,0,200,200],"/Type":"/Pages"}}"# + "\n")
  }

  @Test func dataOfStreamsAreWritten() async throws {
    let tool = try workbench()
    #expect(await tool.run("object", "@in.pdf", "4", "--stream").output == "0")
    #expect(await tool.run("object", "@in.pdf", "4", "--stream", "--encoded").output == "30>")
    #expect(
      await tool.run("object", "@in.pdf", "4", "--stream", "--encoded", "--limit", "2").errors.contains(
        "more than 2 bytes"))
    #expect(await tool.run("object", "@in.pdf", "2", "--stream").errors.contains("Object 2 is no stream"))
  }

  @Test func entriesAreSet() async throws {
    let tool = try workbench()
    let result = await tool.run(
      "object", "@in.pdf", "page:1", "--set", "Own=[(Größe) /A 4 0 R <</B 1.5>>]", "--set", "/Tabs=/S", "-o",
      "@out.pdf")
    #expect(result.status == 0 && result.output.contains("appended"), "\(result)")
    #expect(
      await tool.run("object", "@out.pdf", "page:1").output
        == """
        <<
          /Contents 4 0 R
          /Own [
            <FEFF0047007200F600DF0065>
            /A
            4 0 R
            <<
              /B 1.5
            >>
          ]
          /Parent 2 0 R
          /Tabs /S
          /Type /Page
        >>

        """)
    #expect(await tool.run("object", "@out.pdf", "page:1", "--set", "Own=", "--in-place").status == 0)
    #expect(await !tool.run("object", "@out.pdf", "page:1").output.contains("Own"))
    let original = try Data(contentsOf: tool.folder.url.appending(path: "in.pdf"))
    #expect(try Data(contentsOf: tool.folder.url.appending(path: "out.pdf")).starts(with: original))
  }

  @Test func dataOfStreamsAreSet() async throws {
    let tool = try workbench()
    _ = try tool.folder.file("content", Data("0 0 m".utf8))
    let json = await tool.run("object", "@in.pdf", "4", "--content", "@content", "-o", "@out.pdf", "--json")
    #expect(json.status == 0 && json.output.contains("append"), "\(json)")
    #expect(await tool.run("object", "@out.pdf", "4", "--stream").output == "0 0 m")
    let missing = await tool.run("object", "@in.pdf", "4", "--content", "@missing", "-o", "@out.pdf")
    #expect(missing.status != 0 && missing.errors.contains("no such file"))
    let page = await tool.run("object", "@in.pdf", "page:1", "--set", "Rotate=90", "-o", "@out.pdf")
    #expect(page.status != 0 && page.errors.contains("turn the page instead"))
  }

  @Test(arguments: [
    ["four"], ["-3"], ["page:0"], [], ["4", "--encoded"], ["catalog", "--stream"],
    ["4", "--stream", "--json"], ["trailer", "--set", "A=1", "-o", "@out.pdf"], ["catalog", "--set", "A=1"],
    ["catalog", "-o", "@out.pdf"], ["catalog", "--set", "A", "-o", "@out.pdf"],
    ["catalog", "--set", "=1", "-o", "@out.pdf"], ["catalog", "--set", "A=<<", "-o", "@out.pdf"],
    ["catalog", "--set", "A=1", "--set", "/A=2", "-o", "@out.pdf"],
    ["page:1", "--content", "@in.pdf", "-o", "@out.pdf"],
    ["4", "--stream", "--set", "A=1", "-o", "@out.pdf"],
  ])
  func wrongArgumentsAreRefused(_ arguments: [String]) async throws {
    let tool = try workbench()
    let result = await tool.run(["object", "@in.pdf"] + arguments)
    #expect(result.status == 2, "\(result)")
    #expect(result.output.isEmpty)
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

/// `postil export` and `postil import`.
@Suite struct ExchangeTests {
  private func makeDocument(_ tool: Workbench) throws {
    var builder = PageDocument(pageCount: 2)
    builder.pages[0].annotations = [
      "<</Type/Annot/Subtype/Square/Rect[70 70 130 110]/C[1 0 0]/NM(box)/T(Ada)/F 4/AP<</N @0>>>>"
    ]
    builder.pages[0].forms = [(box: [0, 0, 60, 40], content: "0 0 60 40 re f")]
    builder.pages[1].links = [([10, 20, 60, 40], 1)]
    try tool.makeDocument(builder)
  }

  @Test(arguments: ["xfdf", "json"])
  func annotationsGoFromOneFileToAnother(format: String) async throws {
    let tool = try Workbench()
    try makeDocument(tool)
    _ = try tool.folder.file("clean.pdf", PageDocument(pageCount: 2).data)
    let export = await tool.run("export", "@in.pdf", "-o", "@out.\(format)")
    #expect(export.status == 0 && export.output.isEmpty && export.errors.isEmpty)
    let result = await tool.run("import", "@clean.pdf", "@out.\(format)", "-o", "@merged.pdf", "--json")
    let values = try result.json()
    #expect(result.status == 0 && (values["added"] as? [Any])?.count == 2)
    #expect(try await tool.annotations("merged.pdf").map { $0["subtype"] as? String } == ["Square", "Link"])
    let again = await tool.run("import", "@merged.pdf", "@out.\(format)", "--in-place")
    #expect(again.output.contains("0 added, 0 changed, 2 unchanged, 0 skipped"))
  }

  @Test func standardStreamsAndPages() async throws {
    let tool = try Workbench()
    try makeDocument(tool)
    let xfdf = await tool.run("export", "@in.pdf", "--pages", "1", "--format", "xfdf", "-o", "-")
    #expect(
      xfdf.output.hasPrefix("<?xml") && xfdf.output.contains("<square") && !xfdf.output.contains("<link"))
    let merged = await tool.run(
      ["import", "@in.pdf", "-", "-o", "@merged.pdf"],
      input: Data(xfdf.output.replacingOccurrences(of: "name=\"box\"", with: "name=\"other\"").utf8))
    #expect(merged.status == 0 && merged.output.contains("1 added"))
    #expect(await tool.run("export", "@in.pdf", "-o", "-").status == 2)
    #expect(await tool.run("export", "@in.pdf", "-o", "@in.pdf", "--format", "json").status == 2)
    #expect(await tool.run("import", "-", "-", "-o", "@x.pdf").status == 2)
    #expect(await tool.run("import", "@in.pdf", "@missing.xfdf", "-o", "@x.pdf").status == 1)
  }

  @Test(
    arguments: [
      "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><xfdf><annots>&e;</annots></xfdf>",
      "<!DOCTYPE x [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;'>]><xfdf><annots>&b;</annots></xfdf>",
      "<xfdf><annots><square page=\"1000000000\" rect=\"0,0,9,9\"/></annots></xfdf>",
      "<xfdf><annots><square page=\"0\" rect=\"0,NaN,9,9\"/></annots></xfdf>",
      String(repeating: "<xfdf>", count: 200_000), "{\"format\": \"other\"}", "",
    ])
  func hostileFilesAreErrorsAndNothingIsWritten(text: String) async throws {
    let tool = try Workbench()
    try makeDocument(tool)
    try tool.write(text, to: "bad.xfdf")
    let before = try tool.data("in.pdf")
    for target in [["-o", "@out.pdf"], ["--in-place"]] {
      let result = await tool.run(["import", "@in.pdf", "@bad.xfdf"] + target)
      #expect(result.status == 1 && result.errors.contains("bad.xfdf: "), "\(result.errors)")
    }
    #expect(!tool.exists("out.pdf"))
    #expect(try tool.data("in.pdf") == before)
  }

  @Test func whatIsSkippedIsSaid() async throws {
    let tool = try Workbench()
    try makeDocument(tool)
    let text =
      "<xfdf><annots><square page='7' rect='0,0,9,9' name='far'/><square page='0' rect='0,0,9,9'/></annots></xfdf>"
    try tool.write(text, to: "some.xfdf")
    #expect(await tool.run("import", "@in.pdf", "@some.xfdf", "-o", "@out.pdf").status == 1)
    let result = await tool.run("import", "@in.pdf", "@some.xfdf", "--skip-unusable", "-o", "@out.pdf")
    #expect(result.status == 0 && result.errors.contains("page 8, 'far': "))
    #expect(result.output.contains("1 added, 0 changed, 0 unchanged, 1 skipped"))
  }

  /// Of what Postil does not draw the listing says what the file does.
  @Test func listingsHaveAllGeometry() async throws {
    let tool = try Workbench()
    var builder = PageDocument(pageCount: 1)
    builder.pages[0].annotations = [
      "<</Type/Annot/Subtype/Screen/Rect[1 2 3 4]/NM(s)/MK<</R 90>>>>",
      "<</Type/Annot/Subtype/PolyLine/Rect[1 2 30 40]/Vertices[1 2 30 40]/NM(p)>>",
    ]
    try tool.makeDocument(builder)
    let list = try await tool.annotations("in.pdf")
    #expect((list[0]["dictionary"] as? [String: Any])?["/MK"] as? [String: Int] == ["/R": 90])
    #expect(list[1]["dictionary"] is NSNull)
    #expect((list[1]["annotation"] as? [String: Any])?["vertices"] as? [[Double]] == [[1, 2], [30, 40]])
  }
}

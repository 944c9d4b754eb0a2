import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct ApplyTests {
  private static let script = """
    [
      {"edit": "addAnnotation", "page": 1,
       "annotation": {"kind": "line", "from": [100, 100], "to": [300, 100], "id": "a", "color": "FF0000"}},
      {"edit": "movePages", "pages": [3], "to": 1},
      {"edit": "addAnnotation", "page": 3, "annotation": {"kind": "ellipse", "rect": [72, 600, 90, 60]}},
      {"edit": "group", "name": "Turn", "edits": [
        {"edit": "rotatePages", "pages": [1, 2], "by": -90}, {"edit": "clear", "page": 1}]},
      "undo", "redo", "undo",
      {"edit": "erase", "page": 1, "along": [[200, 90], [200, 110]], "width": 10}
    ]
    """

  @Test func stepsAreTakenInOrder() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    try tool.write(Self.script, to: "edits.json")
    let result = await tool.run("apply", "@in.pdf", "@edits.json", "-o", "@out.pdf", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let list = try await tool.annotations("out.pdf")
    #expect(list.map { $0["subtype"] as? String } == ["Circle", "Line", "Line"])
    #expect(list.map { $0["page"] as? Int } == [1, 2, 2])
    let json = try await tool.run("info", "@out.pdf", "--pages", "1-last", "--json").json()
    let pages = try #require(json["pages"] as? [[String: Any]])
    #expect(pages.map { $0["rotation"] as? Int } == [0, 0, 0])
  }

  @Test(arguments: ["[]", "{\"edits\": []}", "[{\"edit\": \"clear\", \"page\": 1}, \"undo\", \"undo\"]"])
  func scriptsWithoutEffectCopyTheFile(script: String) async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let result = await tool.run("apply", "@in.pdf", "-", "-o", "@out.pdf", input: script)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("nothing was changed"))
    #expect(try tool.data("out.pdf") == tool.data("in.pdf"))
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct LayersTests {
  private func workbench(_ names: [String], _ configuration: String) throws -> Workbench {
    let tool = try Workbench()
    _ = try tool.folder.file("in.pdf", LayeredDocument(names, configuration: configuration).data)
    return tool
  }

  @Test func layersAreListedWithNumbers() async throws {
    let tool = try workbench(
      ["Walls", "Doors", "Notes"],
      "/Order[10 0 R[11 0 R][(More)12 0 R]]/OFF[11 0 R]/Locked[12 0 R]/RBGroups[[10 0 R 11 0 R]]")
    let result = await tool.run("layers", "@in.pdf")
    #expect(
      result.output == """
        1 [x] Walls (one of group 1)
        2   [ ] Doors (one of group 1)
          More
        3   [x] Notes (locked)

        """)
    let list = try #require(
      try await tool.run("layers", "@in.pdf", "--json").json()["layers"] as? [[String: Any]])
    #expect(list.compactMap { $0["id"] as? Int } == [10, 11, 12])
  }

  @Test func layersAreShownAndHidden() async throws {
    let tool = try workbench(["A", "A", "B"], "/OFF[12 0 R]")
    func run(_ arguments: String...) async -> ToolResult {
      await tool.run(["layers", "@in.pdf"] + arguments)
    }
    #expect(await run("--hide", "#2", "--show", "B", "-o", "@out.pdf").status == 0)
    #expect(
      await tool.run("layers", "@out.pdf").output
        == "1 [x] A (not listed)\n2 [ ] A (not listed)\n3 [x] B (not listed)\n")
    let twice = await run("--hide", "A", "-o", "@x.pdf")
    #expect(twice.status != 0 && twice.errors.contains("#1, #2"))
    for name in ["C", "#0", "#4", "#x", "", "#99999999999999999999"] {
      #expect(await run("--hide", name, "-o", "@x.pdf").status != 0, "\(name)")
    }
    #expect(await run("--hide", "B", "--show", "#3", "-o", "@x.pdf").status != 0)
    #expect(await run("-o", "@x.pdf").status == 2)
    #expect(!tool.exists("x.pdf"))
  }

  @Test func othersAreReadAndDrawn() async throws {
    let tool = try workbench(["A", "B"], "/OFF[11 0 R]")
    let text = await tool.run("extract-text", "@in.pdf", "--show-layer", "B", "--hide-layer", "A")
    #expect(text.output.contains("L1") && !text.output.contains("L0"))
    let found = await tool.run("search", "@in.pdf", "L1", "--show-layer", "B")
    #expect(found.output.contains("L1"))
    func picture(_ arguments: String...) async throws -> Data {
      let result = await tool.run(
        ["render", "@in.pdf", "--page", "1", "--scale", "1", "-o", "@out.png"] + arguments)
      #expect(result.status == 0, "\(result.errors)")
      return try tool.data("out.png")
    }
    let plain = try await picture()
    let switched = try await picture("--show-layer", "B")
    #expect(plain != switched)
    for arguments in [
      ["--colors", "gray"], ["--colors", "inverted"], ["--transparent"], ["--for", "print"],
      ["--box", "media"],
    ] {
      let result = await tool.run(
        ["render", "@in.pdf", "--page", "1", "--size", "64x64", "-o", "@other.png"] + arguments)
      #expect(result.status == 0, "\(result.errors)")
    }
  }
}

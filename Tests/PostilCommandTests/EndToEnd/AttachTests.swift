import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct AttachTests {
  @Test func aFileIsAttachedUnderItsNameOrAnother() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    try tool.write("a,b", to: "costs.csv")
    let arguments = ["attach", "@in.pdf", "--file", "@costs.csv", "--page", "1", "--at", "72,700"]
    let plain = await tool.run(arguments + ["-o", "@out.pdf"])
    #expect(plain.status == 0, "\(plain.errors)")
    let named = await tool.run(
      ["attach", "@out.pdf"] + arguments.dropFirst(2) + [
        "--name", "Kosten.csv", "--type", "text/csv", "--description", "What it costs", "--icon", "graph",
        "--in-place",
      ])
    #expect(named.status == 0, "\(named.errors)")
    let list = try await tool.annotations("out.pdf").map { $0["annotation"] as? [String: Any] ?? [:] }
    let files = list.map { $0["file"] as? [String: Any] ?? [:] }
    #expect(files.map { $0["name"] as? String } == ["costs.csv", "Kosten.csv"])
    #expect(files[1]["type"] as? String == "text/csv" && files[1]["size"] as? Int == 3)
    #expect(files[1]["description"] as? String == "What it costs" && list[1]["icon"] as? String == "Graph")
    #expect(try Tool.qpdfCheck(URL(fileURLWithPath: tool.path("out.pdf"))).status == 0)
  }

  @Test func whatCannotBeAttachedIsAnError() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let arguments = ["attach", "@in.pdf", "--page", "1", "--at", "72,700", "-o", "@out.pdf"]
    #expect(await tool.run(arguments).status == 2)
    #expect(await tool.run(arguments + ["--file", "@in.pdf", "--icon", "Bow"]).status == 2)
    #expect(await tool.run(arguments + ["--file", "@no.csv"]).status == 1)
    #expect(await tool.run(arguments + ["--file", "@in.pdf", "--name", "../x"]).status == 1)
    #expect(!tool.exists("out.pdf"))
  }
}

import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct LinkTests {
  @Test func linksToAddressesPagesAndNames() async throws {
    let tool = try Workbench()
    try tool.makeDocument(PageDocument(pageCount: 3))
    let rect = ["--page", "1", "--rect", "10,20,30,40", "--in-place"]
    let targets = [
      ["--uri", "https://example.org/ä"], ["--to-page", "last", "--at", "72,700", "--zoom", "1.5"],
      ["--to-page", "2"], ["--named", "chapter"],
    ]
    for target in targets {
      let result = await tool.run(["link", "@in.pdf"] + rect + target)
      #expect(result.status == 0, "\(result.errors)")
    }
    let list = try await tool.annotations("in.pdf")
    #expect(list.map { $0["subtype"] as? String } == ["Link", "Link", "Link", "Link"])
    let links = list.compactMap { $0["annotation"] as? [String: Any] }
    #expect(links.map { $0["uri"] as? String } == ["https://example.org/%C3%A4", nil, nil, nil])
    #expect(links.map { $0["named"] as? String } == [nil, nil, nil, "chapter"])
    let places = links.map { $0["to"] as? [String: Double] }
    #expect(places == [nil, ["page": 3, "left": 72, "top": 700, "zoom": 1.5], ["page": 2], nil])
  }

  @Test func aPageThatIsNotThere() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let result = await tool.run(
      "link", "@in.pdf", "--page", "1", "--rect", "1,2,3,4", "--to-page", "9", "-o", "@out.pdf")
    #expect(result.status == 1 && result.errors.contains("There is no page 9") && !tool.exists("out.pdf"))
  }
}

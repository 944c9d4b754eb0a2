import Foundation
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct MeasureTests {
  @Test func distancesPerimetersAndAreasSayWhatTheyMeasure() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let result = await tool.run(
      [
        "draw", "@in.pdf", "--page", "1", "--scale", "1 in = 10 ft", "--leader", "20", "--distance",
        "72,600,216,600",
        "--perimeter", "72,400 144,400 144,472", "--scale", "1:100", "--precision", "1/4", "--area",
        "72,100 216,100 216,244 72,244", "-o", "@out.pdf",
      ])
    #expect(result.status == 0, "\(result.errors)")
    let list = try await tool.annotations("out.pdf")
    #expect(list.map { $0["contents"] as? String } == ["20.00 ft", "20.00 ft", "25 3/4 sq m"])
    #expect(list.map { $0["subtype"] as? String } == ["Line", "PolyLine", "Polygon"])
    #expect(try Tool.qpdfCheck(URL(fileURLWithPath: tool.path("out.pdf"))).status == 0)
  }

  @Test func whatIsNoScaleOrPrecisionIsAnError() async throws {
    let tool = try Workbench()
    try tool.makeDocument()
    let arguments = ["draw", "@in.pdf", "--page", "1", "--distance", "1,2,30,40", "-o", "@out.pdf"]
    for wrong in [["--scale", "big"], ["--precision", "0.5"], ["--precision", "1/0"], ["--leader", "x"]] {
      #expect(await tool.run(arguments + wrong).status == 2, "\(wrong)")
    }
    #expect(!tool.exists("out.pdf"))
  }
}

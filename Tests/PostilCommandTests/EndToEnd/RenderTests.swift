import Foundation
import Postil
import PostilTestSupport
import Testing

@testable import PostilCommand

@Suite struct RenderTests {
  /// Width and height of a PNG picture, from its header.
  private func size(of png: Data) throws -> [Int] {
    try #require(png.starts(with: [0x89, 0x50, 0x4E, 0x47]) && png.count > 24)
    return [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test(arguments: [
    ("--scale", "2", [400, 800]), ("--scale", "0.5", [100, 200]), ("--width", "50", [50, 100]),
  ])
  func aPageAsAPicture(option: String, value: String, expected: [Int]) async throws {
    let tool = try Workbench()
    var builder = PageDocument()
    builder.pages[0].mediaBox = [0, 0, 400, 200]
    builder.pages[0].rotation = 90
    try tool.makeDocument(builder)
    let result = await tool.run(
      "render", "@in.pdf", "--page", "1", option, value, "--tile", "256", "-o", "@out.png")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(try size(of: tool.data("out.png")) == expected)
  }

  @Test func theFirstPageIsDrawnUnlessAnotherIsNamed() async throws {
    let tool = try Workbench()
    var builder = PageDocument(pageCount: 2)
    builder.pages[0].mediaBox = [0, 0, 144, 72]
    try tool.makeDocument(builder)
    let picture = await tool.run("render", "@in.pdf", "-o", "@out.png")
    #expect(picture.status == 0, "\(picture.errors)")
    #expect(try size(of: tool.data("out.png")) == [300, 150])
    let pictures = await tool.run("render", "@in.pdf", "--dpi", "30", "-o", "@out.pdf")
    #expect(pictures.status == 0, "\(pictures.errors)")
    #expect(try PDFDocument(data: tool.data("out.pdf")).pageCount == 2)
  }

  /// Sizes and resolutions are those of the part of the page that is drawn.
  @Test func anotherBoxHasTheSizeThatIsAskedFor() async throws {
    let tool = try Workbench()
    var builder = PageDocument()
    builder.pages[0].mediaBox = [0, 0, 400, 200]
    builder.pages[0].cropBox = [0, 0, 100, 100]
    try tool.makeDocument(builder)
    let line = ["render", "@in.pdf", "--page", "1", "--box", "media"]
    for tile in [[], ["--tile", "64"]] {
      let result = await tool.run(line + ["--width", "80"] + tile + ["-o", "@out.png"])
      #expect(result.status == 0, "\(result.errors)")
      #expect(try size(of: tool.data("out.png")) == [80, 40])
    }
    let result = await tool.run(line + ["--size", "800x800", "-o", "@out.jpg"])
    #expect(result.status == 0, "\(result.errors)")
    // 2 pixels a point; JFIF has them as dots an inch behind its version.
    let head = Array(try tool.data("out.jpg").prefix(18))
    #expect(head.suffix(5) == [1, 0, 144, 0, 144], "\(head)")
  }

  /// Pages may have units that are larger than points.
  @Test func resolutionIsThatOfPaper() async throws {
    let tool = try Workbench()
    var builder = PageDocument()
    builder.pages[0].mediaBox = [0, 0, 100, 50]
    builder.pages[0].entries = "/UserUnit 2"
    try tool.makeDocument(builder)
    let line = ["render", "@in.pdf", "--page", "1"]
    #expect(await tool.run(line + ["--dpi", "72", "-o", "@out.png"]).status == 0)
    #expect(try size(of: tool.data("out.png")) == [200, 100])
    #expect(await tool.run(line + ["--scale", "1", "-o", "@out.jpg"]).status == 0)
    #expect(try Array(tool.data("out.jpg").prefix(18).suffix(5)) == [1, 0, 72, 0, 72])
    #expect(
      await tool.run("render", "@in.pdf", "--pages", "1", "--dpi", "36", "-o", "@out.pdf").status == 0)
    let picture = try PDFDocument(data: tool.data("out.pdf"))
    #expect(picture.pages[0].width == 200 && picture.pages[0].height == 100)
  }

  @Test func tilesMakeTheSamePicture() async throws {
    let tool = try Workbench()
    var builder = PageDocument()
    builder.pages[0].mediaBox = [0, 0, 301.5, 222.2]
    builder.pages[0].content = "0.9 0.2 0.1 rg 50 50 99 80 re f 0 0 1 rg 200 10 33 200 re f"
    try tool.makeDocument(builder)
    let whole = await tool.run("render", "@in.pdf", "--page", "1", "--scale", "2", "-o", "@whole.png")
    let tiles = await tool.run(
      "render", "@in.pdf", "--page", "1", "--scale", "2", "--tile", "64", "-o", "@tiles.png")
    #expect(whole.status == 0 && tiles.status == 0)
    #expect(try tool.data("whole.png") == tool.data("tiles.png"))
  }

  @Test func whatDrewIsTold() async throws {
    let tool = try Workbench()
    try tool.makeDocument(PageDocument())
    let line = ["render", "@in.pdf", "--page", "1", "--width", "61", "--json"]
    let result = await tool.run(line + ["-o", "@out.png"])
    #expect(result.status == 0)
    #expect(
      result.output
        == #"{"height":79,"popplerDrawsWrong":[],"renderer":"poppler","substitutedFonts":[],"warnings":[],"width":61}"#
        + "\n")
    let streamed = await tool.run(line + ["--renderer", "automatic", "-o", "-"])
    #expect(streamed.status == 0)
    #expect(streamed.errors.contains(#""renderer":"poppler""#))
    let wrong = await tool.run(line + ["--renderer", "mupdf", "-o", "@out.png"])
    #expect(wrong.status == 2 && wrong.errors.contains("poppler, pdfium, splash, automatic"))
  }

  @Test(arguments: ["render @in.pdf --page 1 --scale 1 -o @out.png", "thumbnails @in.pdf -o @out"])
  func aPageHasTheTimeThatItIsGiven(line: String) async throws {
    let tool = try Workbench()
    // A renderer that is there draws an empty page within a millisecond.
    var document = PageDocument()
    document.pages[0].content = String(repeating: "0 0 m 600 700 l 300 20 l f\n", count: 20_000)
    try tool.makeDocument(document)
    func run(_ limit: String) async -> ToolResult {
      await tool.run(line.split(separator: " ").map(String.init) + ["--time-limit", limit])
    }
    let refused = await run("0.001")
    let reasons = ["longer than 0.001 seconds", "still getting ready"]
    #expect(refused.status == 1 && reasons.contains { refused.errors.contains($0) }, "\(refused.errors)")
    #expect(await run("0").status == 2)
    let drawn = await run("3600")
    #expect(drawn.status == 0, "\(drawn.errors)")
  }

  @Test(arguments: [[], ["--tile", "256"]])
  func largeUnitsAreHeeded(tile: [String]) async throws {
    let tool = try Workbench()
    var builder = PageDocument()
    builder.pages[0].mediaBox = [0, 0, 30, 40]
    builder.pages[0].entries = "/UserUnit 2"
    try tool.makeDocument(builder)
    for (option, value, expected) in [
      ("--dpi", "72", [60, 80]), ("--scale", "2", [120, 160]), ("--width", "15", [15, 20]),
    ] {
      let words = ["render", "@in.pdf", "--page", "1", option, value, "-o", "@out.png"] + tile
      let result = await tool.run(words)
      #expect(result.status == 0, "\(result.errors)")
      #expect(try size(of: tool.data("out.png")) == expected)
    }
  }
}

import Postil
import Testing

@testable import PostilCommand

@Suite struct CommandLineParserTests {
  private func parse(_ type: any PostilCommand.Type, _ arguments: String...) throws -> ParsedArguments? {
    try CommandLineParser(command: type.description).parse(arguments)
  }

  @Test func valuesMayBeginWithAMinusOrFollowAnEqualsSign() throws {
    let parsed = try #require(
      try parse(RotateCommand.self, "a.pdf", "--by", "-90", "--pages=1-2", "-o=x=y", "--json"))
    #expect(parsed.positionals == ["a.pdf"])
    #expect(parsed[SavingOptions.output] == .path("x=y"))
    #expect(parsed.has(PageOption.json))
  }

  @Test func twoMinusesEndTheOptions() throws {
    let parsed = try #require(try parse(ApplyCommand.self, "--in-place", "--", "-a.pdf", "--"))
    #expect(parsed.positionals == ["-a.pdf", "--"])
  }

  @Test func aMinusAloneIsAnArgument() throws {
    #expect(try parse(ApplyCommand.self, "a.pdf", "-")?.positionals == ["a.pdf", "-"])
  }

  @Test(arguments: ["-h", "--help"])
  func helpNeedsNothingElse(option: String) throws {
    #expect(try parse(DrawCommand.self, option) == nil)
    #expect(try parse(DrawCommand.self, "a.pdf", "--page", "1", option) == nil)
  }

  @Test func shapesAndStylesKeepTheirOrder() throws {
    let parsed = try #require(
      try parse(
        DrawCommand.self, "a.pdf", "--line", "-5,10,3e1,.5", "--color", "FF0000", "--width", "2", "--fill",
        "--rect", "1,2,3,4", "--color=0000FF", "--opacity", "0.5", "--end-ending", "OpenArrow", "--no-fill",
        "--line", "1,2,3,4", "--ink", "1,2  3,4", "--fill-color", "00FF00", "--dash", "3,2", "--author", "me",
        "--contents", "hi", "--ellipse", "0,0,9,9"))
    let drawn = DrawPlan(parsed.values(of: DrawStep.self)).annotations
    #expect(
      drawn.map(\.content) == [
        .line(from: PagePoint(x: -5, y: 10), to: PagePoint(x: 30, y: 0.5)),
        .rectangle(PageRect(x: 1, y: 2, width: 3, height: 4)),
        .line(from: PagePoint(x: 1, y: 2), to: PagePoint(x: 3, y: 4), end: .openArrow),
        .ink([InkStroke(points: [PagePoint(x: 1, y: 2), PagePoint(x: 3, y: 4)])]),
        .ellipse(PageRect(x: 0, y: 0, width: 9, height: 9)),
      ])
    #expect(
      drawn.map(\.style) == [
        AnnotationStyle(), AnnotationStyle(color: .red, fill: .red, lineWidth: 2),
        AnnotationStyle(color: .blue, lineWidth: 2, opacity: 0.5),
        AnnotationStyle(color: .blue, lineWidth: 2, opacity: 0.5),
        AnnotationStyle(
          color: .blue, fill: Color(red: 0, green: 1, blue: 0), lineWidth: 2, opacity: 0.5, dash: [3, 2]),
      ])
    #expect(drawn.map(\.author) == [nil, nil, nil, nil, "me"])
    #expect(drawn.last?.contents == "hi")
  }
}

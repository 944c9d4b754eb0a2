import Testing

@testable import PostilModel
import PostilTestSupport
import PostilTools

@Suite struct TextMarkupToolTests {
  @Test(arguments: TextMarkupType.allCases) func withoutTextItDrawsABandAsWideAsItsLine(type: TextMarkupType)
  {
    var tool = TextMarkupTool(type)
    tool.begin(at: PagePoint(x: 10, y: 50))
    #expect(tool.finish().isEmpty)
    tool.begin(at: PagePoint(x: 10, y: 50))
    tool.move(to: PagePoint(x: 110, y: 50))
    let picture = tool.draw()
    #expect(picture.blendMode == type.defaultBlendMode)
    let mark = tool.finish().first?.annotation
    #expect(mark?.appearance == picture && mark?.style == .textMarkup(type))
    #expect(mark?.content.textMarkup?.quads.map(\.bounds) == [PageRect(x: 10, y: 44, width: 100, height: 12)])
  }

  @Test func itFollowsTheTextLineByLine() {
    var tool = TextMarkupTool(.underline, text: PageText(layout: "first\nsecond\nthird"))
    tool.begin(at: PagePoint(x: 20, y: 990))
    tool.move(to: PagePoint(x: 30, y: 945))
    let content = tool.finish().first?.annotation?.content.textMarkup
    #expect(content?.type == .underline)
    #expect(
      content?.quads.map(\.bounds) == [
        layoutRect(line: 0, 2..<5), layoutRect(line: 1, 0..<6), layoutRect(line: 2, 0..<3),
      ])
  }

  @Test func textThatComesLaterIsFollowedFromTheBeginning() {
    var tool = TextMarkupTool(.highlight)
    tool.begin(at: PagePoint(x: 20, y: 990))
    tool.move(to: PagePoint(x: 40, y: 990))
    tool.text = PageText(layout: "first")
    #expect(tool.finish().first?.annotation?.content == .highlight([layoutRect(line: 0, 2..<4)]))
  }
}

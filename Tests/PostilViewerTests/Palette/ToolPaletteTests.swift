@testable import PostilViewer
import Testing

/// Choosing tools, and how they draw.
@MainActor struct ToolPaletteTests {
  private let palette = ToolPalette()

  @Test func nothingIsInHandAtFirst() {
    #expect(palette.selection == nil && palette.currentTool == nil)
    #expect(palette.makeTool() == nil)
    #expect(palette.tools.map(\.id) == [.line, .rectangle, .ellipse, .freehand, .eraser])
    palette.color = .green
    #expect(palette.settings == PaletteSettings())
  }

  @Test func pressingAToolAgainPutsItDown() {
    palette.select(.line)
    #expect(palette.selection == .line && palette.currentTool?.id == .line)
    palette.select(.ellipse)
    #expect(palette.selection == .ellipse)
    palette.select(.ellipse)
    #expect(palette.selection == nil)
    palette.select(ToolID(rawValue: "nobody's"))
    #expect(palette.selection == nil)
  }

  @Test func eachToolDrawsInItsOwnWay() {
    palette.select(.rectangle)
    palette.color = .green
    palette.width = 5
    palette.opacity = 0.5
    palette.fill = .yellow
    palette.select(.ellipse)
    #expect(palette.style == .frame)
    palette.select(.rectangle)
    #expect(palette.style == AnnotationStyle(color: .green, fill: .yellow, lineWidth: 5, opacity: 0.5))
    let tool = palette.makeTool()
    #expect(tool is RectangleTool && tool?.style == palette.style)
  }

  @Test(arguments: PaletteTool.builtIn)
  func toolsAreWhatTheySay(_ tool: PaletteTool) {
    palette.select(tool.id)
    #expect(palette.style == tool.defaultStyle)
    #expect(tool.widthRange.contains(tool.defaultStyle.lineWidth))
    #expect(!tool.name.isEmpty && !tool.symbol.isEmpty)
    let style = AnnotationStyle(color: .orange, lineWidth: 3)
    switch tool.make(ToolConfiguration(style: style)) {
    case is LineTool: #expect(tool.id == .line)
    case is RectangleTool: #expect(tool.id == .rectangle && tool.hasFill)
    case is EllipseTool: #expect(tool.id == .ellipse && tool.hasFill)
    case is FreehandTool: #expect(tool.id == .freehand && !tool.hasFill)
    case is EraserTool: #expect(tool.id == .eraser)
    default: Issue.record("\(tool.id) makes an unknown tool")
    }
    if tool.id != .eraser { #expect(tool.make(ToolConfiguration(style: style)).style == style) }
  }

  @Test func whatCannotBeChosenIsBroughtIntoRange() {
    palette.select(.freehand)
    palette.width = 1000
    #expect(palette.width == PaletteTool.penWidths.upperBound)
    palette.opacity = 0
    #expect(palette.opacity == ToolPalette.opacityRange.lowerBound)
    palette.fill = .red
    #expect(palette.fill == nil)
  }

  @Test func theEraserIsMadeAsChosen() throws {
    palette.select(.eraser)
    palette.width = 20
    let mode = try #require(palette.currentTool?.choices.first)
    #expect((palette.makeTool() as? EraserTool)?.mode == .partial)
    palette.setChoice("wholeAnnotations", of: mode, for: .eraser)
    let eraser = try #require(palette.makeTool() as? EraserTool)
    #expect(eraser.width == 20 && eraser.mode == .wholeAnnotations && eraser.annotations.isEmpty)
    #expect(eraser.headWidth == 20 && eraser.commitsWhileDrawing && eraser.needs == .annotations)
    palette.setChoice("nothing like it", of: mode, for: .eraser)
    #expect(palette.choice(mode, for: .eraser) == "partial")
  }

  @Test func textIsMadeInTheFontChosen() throws {
    for tool in PaletteTool.typing + PaletteTool.additional { palette.add(tool) }
    palette.select(.freeText)
    let font = try #require(palette.currentTool?.choices.first)
    palette.setFontSize(1000, for: .freeText)
    palette.setChoice("Courier", of: font, for: .freeText)
    let tool = try #require(palette.makeTool() as? FreeTextTool)
    #expect(tool.font == TextFont("Courier", size: PaletteTool.fontSizes.upperBound))
    palette.setFontSize(.nan, for: .freeText)
    #expect(palette.fontSize(for: .freeText) == PaletteTool.defaultFontSize)
    // What is chosen besides stays when a color is chosen.
    palette.color = .green
    #expect((palette.makeTool() as? FreeTextTool)?.font.family == "Courier")
  }

  @Test func stampsHaveTheWordsChosen() throws {
    for tool in PaletteTool.additional { palette.add(tool) }
    palette.select(.stamp)
    let choices = try #require(palette.currentTool?.choices)
    #expect((palette.makeTool() as? StampTool)?.picture == .name(.approved))
    palette.setChoice("Draft", of: choices[1], for: .stamp)
    #expect((palette.makeTool() as? StampTool)?.picture == .name(.draft))
    palette.setChoice("Seen", of: choices[0], for: .stamp)
    #expect((palette.makeTool() as? StampTool)?.picture == .text("Seen"))
    palette.setChoice(" ", of: choices[0], for: .stamp)
    #expect((palette.makeTool() as? StampTool)?.picture == .name(.draft))
  }

  @Test func programsAddTools() throws {
    let id = ToolID(rawValue: "org.example.arrow")
    let arrow = PaletteTool(
      id: id, name: "Arrow", symbol: "arrow",
      defaultStyle: AnnotationStyle(color: .orange, lineWidth: 4, dash: [3]),
      widthRange: 3...7
    ) { LineTool(style: $0.style, end: .closedArrow) }
    palette.add(arrow)
    palette.add(arrow)
    #expect(palette.tools.map(\.id).filter { $0 == id }.count == 1)
    palette.select(id)
    palette.width = 100
    #expect(palette.style == AnnotationStyle(color: .orange, lineWidth: 7, dash: [3]))
    #expect((palette.makeTool() as? LineTool)?.end == .closedArrow)
    palette.remove(id)
    #expect(palette.selection == nil && palette.tool(id) == nil)
    #expect(palette.settings.tools[id]?.width == 7)
  }

  @Test func widthsOfAToolAreUsable() {
    for range in [-5.0...2000, 5000...6000, -Double.infinity ... -3] {
      let tool = PaletteTool(id: .line, name: "", symbol: "", widthRange: range) { LineTool(style: $0.style) }
      #expect(
        tool.widthRange.lowerBound >= 0 && tool.widthRange.upperBound <= AnnotationStyle.maximumLineWidth)
    }
  }

  @Test func whatIsChosenIsToldOnce() {
    var told: [PaletteSettings] = []
    palette.onChange = { told.append($0) }
    palette.select(.line)
    palette.color = .green
    palette.color = .green
    palette.setFontSize(20, for: .line)
    palette.setFontSize(20, for: .line)
    #expect(told.count == 2 && told.last == palette.settings)
    palette.restore(PaletteSettings())
    #expect(told.count == 2 && palette.style == .pen)
  }
}

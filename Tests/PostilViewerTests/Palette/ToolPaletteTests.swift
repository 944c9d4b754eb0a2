import PostilViewer
import Testing

/// Choosing tools, and how they draw.
@MainActor struct ToolPaletteTests {
  private let palette = ToolPalette()

  @Test func nothingIsInHandAtFirst() {
    #expect(palette.selection == nil && palette.currentTool == nil)
    #expect(palette.makeTool(for: []) == nil)
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
    #expect(palette.style == StrokeStyle(color: .green, lineWidth: 5, opacity: 0.5, fill: .yellow))
    let tool = palette.makeTool(for: [])
    #expect(tool is RectangleTool && tool?.style == palette.style)
  }

  @Test(arguments: PaletteTool.builtIn)
  func toolsAreWhatTheySay(_ tool: PaletteTool) {
    palette.select(tool.id)
    #expect(palette.style == tool.defaultStyle)
    #expect(tool.widthRange.contains(tool.defaultStyle.lineWidth))
    #expect(!tool.name.isEmpty && !tool.symbol.isEmpty)
    let style = StrokeStyle(color: .orange, lineWidth: 3)
    switch tool.make(style) {
    case is LineTool: #expect(tool.id == .line)
    case is RectangleTool: #expect(tool.id == .rectangle && tool.hasFill)
    case is EllipseTool: #expect(tool.id == .ellipse && tool.hasFill)
    case is FreehandTool: #expect(tool.id == .freehand && !tool.hasFill)
    case is EraserTool: #expect(tool.id == .eraser && tool.isEraser)
    default: Issue.record("\(tool.id) makes an unknown tool")
    }
    if !tool.isEraser { #expect(tool.make(style).style == style) }
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

  @Test func theEraserKnowsThePage() throws {
    palette.select(.eraser)
    palette.eraserMode = .wholeAnnotations
    palette.width = 20
    let annotation = Annotation(.rectangle(PageRect(x: 10, y: 10, width: 50, height: 50)))
    let eraser = try #require(palette.makeTool(for: [annotation]) as? EraserTool)
    #expect(eraser.width == 20 && eraser.mode == .wholeAnnotations)
    #expect(eraser.annotations.map(\.id) == [annotation.id])
  }

  @Test func onlyAnEraserAsksForAnnotations() throws {
    struct Asked: Error {}
    func annotations() throws -> [Annotation] { throw Asked() }
    palette.select(.line)
    #expect(try palette.makeTool(for: annotations()) is LineTool)
    palette.select(.eraser)
    #expect(throws: Asked.self) { try palette.makeTool(for: annotations()) }
  }

  @Test func programsAddTools() throws {
    let id = ToolID(rawValue: "org.example.arrow")
    let arrow = PaletteTool(
      id: id, name: "Arrow", symbol: "arrow",
      defaultStyle: StrokeStyle(color: .orange, lineWidth: 4, dash: [3]),
      widthRange: 3...7
    ) { LineTool(style: $0, end: .closedArrow) }
    palette.add(arrow)
    palette.add(arrow)
    #expect(palette.tools.map(\.id).filter { $0 == id }.count == 1)
    palette.select(id)
    palette.width = 100
    #expect(palette.style == StrokeStyle(color: .orange, lineWidth: 7, dash: [3]))
    #expect((palette.makeTool(for: []) as? LineTool)?.end == .closedArrow)
    palette.remove(id)
    #expect(palette.selection == nil && palette.tool(id) == nil)
    #expect(palette.settings.tools[id]?.width == 7)
  }

  @Test func widthsOfAToolAreUsable() {
    for range in [-5.0...2000, 5000...6000, -Double.infinity ... -3] {
      let tool = PaletteTool(id: .line, name: "", symbol: "", widthRange: range) { LineTool(style: $0) }
      #expect(tool.widthRange.lowerBound >= 0 && tool.widthRange.upperBound <= StrokeStyle.maximumLineWidth)
    }
  }

  @Test func whatIsChosenIsToldOnce() {
    var told: [PaletteSettings] = []
    palette.onChange = { told.append($0) }
    palette.select(.line)
    palette.color = .green
    palette.color = .green
    palette.eraserMode = .wholeAnnotations
    palette.eraserMode = .wholeAnnotations
    #expect(told.count == 2 && told.last == palette.settings)
    palette.restore(PaletteSettings())
    #expect(told.count == 2 && palette.style == .pen)
  }
}

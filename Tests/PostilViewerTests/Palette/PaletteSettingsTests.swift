import Foundation
@testable import PostilViewer
import Testing

/// What is remembered of a palette.
@MainActor struct PaletteSettingsTests {
  private func read(_ json: String) throws -> PaletteSettings {
    try JSONDecoder().decode(PaletteSettings.self, from: Data(json.utf8))
  }

  @Test func isReadAsItWasWritten() throws {
    let palette = ToolPalette()
    for (number, tool) in palette.tools.enumerated() {
      palette.selection = tool.id
      palette.color = PaletteColor.presets[number].color
      palette.width = Double(number) + 3
      palette.opacity = 0.25 * Double(number % 3 + 1)
      if tool.hasFill { palette.fill = PaletteColor.presets[6].color }
    }
    let mode = try #require(palette.tool(.eraser)?.choices.first)
    palette.setChoice("wholeAnnotations", of: mode, for: .eraser)
    palette.setFontSize(18, for: .line)
    let data = try JSONEncoder().encode(palette.settings)
    let other = ToolPalette(settings: try JSONDecoder().decode(PaletteSettings.self, from: data))
    #expect(other.settings == palette.settings && other.fontSize(for: .line) == 18)
    #expect(other.choice(mode, for: .eraser) == "wholeAnnotations")
    for tool in palette.tools {
      let style = other.style(for: tool.id)
      #expect(style.color.hex == palette.style(for: tool.id).color.hex)
      #expect(style.lineWidth == palette.style(for: tool.id).lineWidth)
      #expect(style.opacity == palette.style(for: tool.id).opacity)
      #expect(style.fill?.hex == palette.style(for: tool.id).fill?.hex)
    }
  }

  @Test func noFillIsRememberedToo() throws {
    let id = ToolID(rawValue: "filled")
    let filled = PaletteTool(
      id: id, name: "Filled", symbol: "x", defaultStyle: AnnotationStyle(fill: .red),
      controls: [.stroke, .fill]
    ) { RectangleTool(style: $0.style) }
    let palette = ToolPalette(tools: [filled])
    palette.select(id)
    #expect(palette.fill == .red)
    palette.fill = nil
    let data = try JSONEncoder().encode(palette.settings)
    let settings = try JSONDecoder().decode(PaletteSettings.self, from: data)
    #expect(ToolPalette(tools: [filled], settings: settings).style(for: id).fill == nil)
  }

  @Test func toolsThatAreNotThereStayRemembered() throws {
    let settings = try read(##"{"tools": {"org.example.stamp": {"color": "#009E73", "width": 9}}}"##)
    let palette = ToolPalette(settings: settings)
    palette.select(.line)
    palette.width = 8
    let id = ToolID(rawValue: "org.example.stamp")
    #expect(palette.settings.tools[id]?.color?.hex == "009E73" && palette.settings.tools[id]?.width == 9)
    #expect(palette.settings.tools.count == 2)
  }

  @Test func whatIsOutOfRangeIsBroughtIntoIt() throws {
    let settings = try read(#"{"tools": {"line": {"width": 1e9, "opacity": -3}, "eraser": {"width": -1}}}"#)
    #expect(settings.tools[.line]?.width == AnnotationStyle.maximumLineWidth)
    #expect(settings.tools[.line]?.opacity == 0)
    let palette = ToolPalette(settings: settings)
    #expect(palette.style(for: .line).lineWidth == PaletteTool.penWidths.upperBound)
    #expect(palette.style(for: .line).opacity == ToolPalette.opacityRange.lowerBound)
    #expect(palette.style(for: .eraser).lineWidth == PaletteTool.eraserWidths.lowerBound)
  }

  @Test(arguments: [
    #"{}"#, #"{"tools": 3}"#, #"{"tools": {"line": "red"}}"#,
    #"{"tools": {"eraser": {"choices": {"mode": "none"}}, "line": {"choices": 3, "fontSize": "x"}}}"#,
    #"{"tools": {"line": {"color": "ZZZZZZ", "width": "2", "opacity": null, "fill": 7}}}"#,
    #"{"tools": {"line": {"color": 5, "fill": "nothing"}}}"#,
  ])
  func whatCannotBeUnderstoodIsTheDefault(json: String) throws {
    let palette = ToolPalette(settings: try read(json))
    for tool in PaletteTool.builtIn { #expect(palette.style(for: tool.id) == tool.defaultStyle) }
    let mode = try #require(palette.tool(.eraser)?.choices.first)
    #expect(palette.choice(mode, for: .eraser) == "partial")
    #expect(palette.fontSize(for: .line) == PaletteTool.defaultFontSize)
  }
}

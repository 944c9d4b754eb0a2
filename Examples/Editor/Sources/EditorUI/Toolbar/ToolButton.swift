import GTKKit
import PostilViewer

/// The button of a tool, pressed while that is the current tool. The bar in it has the colour that the tool draws with.
final class ToolButton: ToggleButton {
  let tool: PaletteTool

  init(_ tool: PaletteTool, _ palette: ToolPalette) {
    self.tool = tool
    let icon = Image(icon: tool.symbol, size: 24)
    let bar = ColorBar()
    (bar.alignX, bar.alignY) = (.center, .end)
    bar.isVisible = tool.controls.contains(.color) && !tool.selects
    super.init(toggle: Overlay(icon, [bar]), name: tr(tool.name))
    setClass("flat")
    setClass("tool")
    takesFocusOnClick = false
    // GTK has toggled the button already; toggle the selection of the palette as well.
    onClick { [unowned palette] in palette.select(tool.id) }
    observe { [unowned self, unowned palette] in
      isActive = palette.selection == tool.id
      let style = palette.style(for: tool.id)
      bar.show(style.color, opacity: style.opacity)
    }
  }
}

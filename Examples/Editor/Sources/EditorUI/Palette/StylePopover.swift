import GTKKit
import PostilViewer

/// The style of the current tool; without one, of the pen, which becomes the current tool when its style is changed.
final class StylePopover: Popover {
  private let palette: ToolPalette
  private let title = Label()
  private let preview: StrokePreview
  private let hint = Label(tr("Select something on the page to change how it looks."))
  let colors: SwatchGrid
  let widthSlider: StyleSlider
  let opacitySlider: StyleSlider
  let fill: FillChooser
  let fontSizeSlider: StyleSlider
  /// What else can be chosen for the tool.
  private(set) var choosers: [ChoiceChooser] = []
  private let choices = Box(.vertical, spacing: 12)
  /// Opens a page of their own for the choices of the pen, which are many.
  let more = Button(tr("Pen and Fingers…"))
  /// Called when that is pressed.
  var onMore: () -> Void = {}
  private var shownTool: ToolID?

  init(_ palette: ToolPalette) {
    self.palette = palette
    preview = StrokePreview(palette)
    colors = SwatchGrid(name: tr("Colour"), widgetName: "colour")
    widthSlider = StyleSlider(tr("Width"), PaletteTool.penWidths, step: ToolPalette.widthStep) { points($0) }
    opacitySlider = StyleSlider(tr("Opacity"), ToolPalette.opacityRange, step: ToolPalette.opacityStep) {
      percent($0)
    }
    fill = FillChooser()
    fontSizeSlider = StyleSlider(tr("Size"), PaletteTool.fontSizes, step: 1) { points($0) }
    let column = Box(
      .vertical, spacing: 12,
      [title, hint, preview, colors, widthSlider, opacitySlider, fill, fontSizeSlider, choices, more])
    column.margin = 12
    let scrolled = ScrolledWindow(column)
    scrolled.fitsContent(upTo: 560)
    super.init(scrolled)
    setClass("style")
    title.setClass("heading")
    hint.wraps = true
    hint.maximumLetters = 28
    connect()
    nameWidgets()
    observe { [unowned self] in follow() }
  }

  private func connect() {
    colors.onChoose = { [unowned self] color in change { $0.color = color } }
    widthSlider.onChange = { [unowned self] value in change { $0.lineWidth = value } }
    opacitySlider.onChange = { [unowned self] value in change { $0.opacity = value } }
    fill.onChoose = { [unowned self] color in change { $0.fill = color } }
    more.onClick { [unowned self] in onMore() }
    fontSizeSlider.onChange = { [unowned self] value in
      palette.setFontSize(value, for: palette.styledTool)
      palette.selection = palette.styledTool
    }
  }

  private func nameWidgets() {
    WidgetNames.name(widthSlider.scale, "style.width")
    WidgetNames.name(opacitySlider.scale, "style.opacity")
    WidgetNames.name(preview, "style.preview")
    WidgetNames.name(fill.toggle, "style.fill")
    WidgetNames.name(fontSizeSlider.scale, "style.fontSize")
    WidgetNames.name(more, "style.more")
  }

  /// Changes the style of the tool, and makes it the current one.
  private func change(_ body: (inout AnnotationStyle) -> Void) {
    let tool = palette.styledTool
    var style = palette.style(for: tool)
    body(&style)
    palette.setStyle(style, for: tool)
    palette.selection = tool
  }

  private func follow() {
    let id = palette.styledTool
    guard let tool = palette.tool(id) else { return }
    let style = palette.style(for: id)
    title.text = tr(tool.name)
    let canChoose = !tool.selects || palette.selectedStyle != nil
    hint.isVisible = !canChoose
    preview.isVisible = !tool.selects
    colors.isVisible = tool.controls.contains(.color) && canChoose
    colors.show(style.color)
    widthSlider.isVisible = tool.controls.contains(.width) && canChoose
    widthSlider.show(style.lineWidth, in: tool.widthRange)
    opacitySlider.isVisible = tool.controls.contains(.opacity) && canChoose
    opacitySlider.show(style.opacity, in: ToolPalette.opacityRange)
    fill.isVisible = tool.hasFill && canChoose
    fill.show(style.fill)
    let hasText = !tool.selects || palette.selectedFont != nil
    fontSizeSlider.isVisible = tool.controls.contains(.fontSize) && hasText
    fontSizeSlider.show(palette.fontSize(for: id), in: PaletteTool.fontSizes)
    more.isVisible = id == .freehand
    showChoices(of: tool, areShown: hasText && id != .freehand)
  }

  private func showChoices(of tool: PaletteTool, areShown: Bool) {
    if shownTool != tool.id {
      shownTool = tool.id
      choices.removeAll()
      choosers = tool.choices.map { choice in
        let chooser = ChoiceChooser(choice)
        chooser.onChoose = { [unowned self] value in
          palette.setChoice(value, of: choice, for: tool.id)
          palette.selection = tool.id
        }
        choices.append(chooser)
        return chooser
      }
    }
    choices.isVisible = !choosers.isEmpty && areShown
    for chooser in choosers { chooser.show(palette.choice(chooser.choice, for: tool.id)) }
  }
}

private func points(_ value: Double) -> String {
  let tenths = Int((value * 10).rounded())
  let number = tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10)" + decimalPoint + "\(tenths % 10)"
  return tr("%1 pt", number)
}

private func percent(_ value: Double) -> String { tr("%1 %", "\(Int((value * 100).rounded()))") }

/// The decimal point, from the translation of "0.5".
private var decimalPoint: String { String(tr("0.5").dropFirst().prefix { !$0.isNumber }) }

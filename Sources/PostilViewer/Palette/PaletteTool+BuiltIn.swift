extension PaletteTool {
  /// The widths of pens, in points.
  public static let penWidths = 0.5...24.0
  /// The sizes of text, in points.
  public static let fontSizes = 6.0...96.0
  /// The default size of text, in points.
  public static let defaultFontSize = 14.0
  /// The widths of erasers, in points.
  public static let eraserWidths = 2.0...72.0

  /// Line, rectangle, ellipse, freehand and eraser.
  public static let builtIn: [PaletteTool] = [line, rectangle, ellipse, freehand, eraser]

  /// Polygon, polyline, cloud, text markup, redaction marks and stamps, for viewers with space for more tools: `builtIn +
  /// additional`.
  public static let additional: [PaletteTool] = [
    polygon, polyline, cloud, highlight, underline, strikeOut, squiggly, redaction, stamp,
  ]

  /// Free text, notes, carets and links, for viewers that let people type: see ``AnnotationTextEntry``.
  public static let typing: [PaletteTool] = [freeText, note, caret, link]

  private static let cloud = PaletteTool(
    id: .cloud, name: "Cloud", symbol: "postil-cloud-symbolic", defaultStyle: .frame,
    controls: [.stroke, .fill]
  ) { CloudTool(style: $0.style) }

  private static let redaction = PaletteTool(
    id: .redaction, name: "Redaction Mark", symbol: "postil-redaction-symbolic", defaultStyle: .redaction,
    controls: [.color, .fill], choices: [ToolChoice(id: "overlay", name: "Text in Its Place")]
  ) {
    let text = $0.choices["overlay"] ?? ""
    return RedactionTool(style: $0.style, overlayText: text.isEmpty ? nil : text)
  }

  private static let freeText = PaletteTool(
    id: .freeText, name: "Text", symbol: "postil-text-symbolic", defaultStyle: .text,
    controls: [.stroke, .fill, .fontSize], widthRange: 0...12, choices: [.font]
  ) {
    let family = $0.choices[ToolChoice.font.id] ?? "Helvetica"
    return FreeTextTool(style: $0.style, font: TextFont(family, size: $0.fontSize))
  }

  private static let stamp = PaletteTool(
    id: .stamp, name: "Stamp", symbol: "postil-stamp-symbolic", defaultStyle: .frame,
    controls: [.stroke, .fill],
    choices: [
      ToolChoice(id: "text", name: "Own Words"),
      ToolChoice(
        id: "stamp", name: "Words",
        options: StampContent.Name.allCases.map { ToolChoice.Option($0.rawValue, $0.words) }),
    ]
  ) {
    let text = $0.choices["text"] ?? ""
    let name = StampContent.Name(rawValue: $0.choices["stamp"] ?? StampContent.Name.approved.rawValue)
    return StampTool(text.allSatisfy(\.isWhitespace) ? .name(name) : .text(text), style: $0.style)
  }

  private static let link = PaletteTool(
    id: .link, name: "Link", symbol: "postil-link-symbolic",
    defaultStyle: AnnotationStyle(color: PaletteColor.blue.color), controls: []
  ) { _ in LinkTool(to: nil) }

  private static let note = PaletteTool(
    id: .note, name: "Note", symbol: "postil-note-symbolic", defaultStyle: .note,
    controls: [.color, .opacity]
  ) { NoteTool(style: $0.style) }

  private static let caret = PaletteTool(
    id: .caret, name: "Insertion Mark", symbol: "postil-caret-symbolic",
    defaultStyle: AnnotationStyle(color: PaletteColor.blue.color), controls: [.color, .opacity]
  ) { CaretTool(style: $0.style) }

  /// Selects annotations and text, for viewers that paint handles. Colors, widths and fonts are those of the selected
  /// annotations.
  public static let select = PaletteTool(
    id: .select, name: "Select", symbol: "postil-select-symbolic", defaultStyle: .frame,
    controls: [.stroke, .fill, .fontSize, .selection], choices: [.font]
  ) { _ in TransformTool([]) }

  /// Selects annotations with a loop that is drawn around them.
  public static let lasso = PaletteTool(
    id: .lasso, name: "Lasso", symbol: "postil-lasso-symbolic", defaultStyle: .frame,
    controls: [.stroke, .fill, .fontSize, .selection], choices: [.font]
  ) { _ in TransformTool([]) }

  private static let polygon = PaletteTool(
    id: .polygon, name: "Polygon", symbol: "postil-polygon-symbolic", defaultStyle: .frame,
    controls: [.stroke, .fill]
  ) { PolygonTool(style: $0.style) }

  private static let polyline = PaletteTool(
    id: .polyline, name: "Polyline", symbol: "postil-polyline-symbolic", defaultStyle: .pen
  ) { PolylineTool(style: $0.style) }

  private static let highlight = PaletteTool(
    id: .highlight, name: "Highlighter", symbol: "postil-highlight-symbolic", defaultStyle: .highlighter
  ) { TextMarkupTool(.highlight, style: $0.style) }

  private static let underline = PaletteTool(
    id: .underline, name: "Underline", symbol: "postil-underline-symbolic",
    defaultStyle: .textMarkup(.underline)
  ) { TextMarkupTool(.underline, style: $0.style) }

  private static let strikeOut = PaletteTool(
    id: .strikeOut, name: "Strikeout", symbol: "postil-strikeout-symbolic",
    defaultStyle: .textMarkup(.strikeOut)
  ) { TextMarkupTool(.strikeOut, style: $0.style) }

  private static let squiggly = PaletteTool(
    id: .squiggly, name: "Wavy Underline", symbol: "postil-squiggly-symbolic",
    defaultStyle: .textMarkup(.squiggly)
  ) { TextMarkupTool(.squiggly, style: $0.style) }

  private static let line = PaletteTool(
    id: .line, name: "Line", symbol: "postil-line-symbolic", defaultStyle: .pen
  ) { LineTool(style: $0.style) }

  private static let rectangle = PaletteTool(
    id: .rectangle, name: "Rectangle", symbol: "postil-rectangle-symbolic", defaultStyle: .frame,
    controls: [.stroke, .fill]
  ) { RectangleTool(style: $0.style) }

  private static let ellipse = PaletteTool(
    id: .ellipse, name: "Ellipse", symbol: "postil-ellipse-symbolic", defaultStyle: .frame,
    controls: [.stroke, .fill]
  ) { EllipseTool(style: $0.style) }

  private static let freehand = PaletteTool(
    id: .freehand, name: "Freehand", symbol: "postil-freehand-symbolic", defaultStyle: .pen,
    choices: [
      ToolChoice(
        id: "pressure", name: "Pressure",
        options: [
          .init("ignored", "The same width everywhere"), .init("width", "Wider where pressed harder"),
          .init("soft", "Wider for a light hand"), .init("firm", "Wider for a heavy hand"),
        ]),
      ToolChoice(
        id: "tilt", name: "Tilt",
        options: [.init("ignored", "Plays no part"), .init("width", "Wider where the pen leans")]),
      ToolChoice(
        id: "steadiness", name: "Steady the Hand",
        options: [
          .init("none", "Not"), .init("some", "A little"), .init("more", "More"),
          .init("most", "As much as possible"),
        ]),
      ToolChoice(
        id: "hold", name: "When Held Still at the End",
        options: [.init("shape", "Make a shape"), .init("nothing", "Stay as drawn")]),
      ToolChoice(
        id: "ahead", name: "Ink Ahead of the Pen",
        options: [.init("shown", "Shown, so that ink keeps up with the pen"), .init("hidden", "Not shown")]),
    ]
  ) { freehand($0) }

  /// How far a stroke may be from what was drawn to need fewer points, in points: less than a third of a pixel at twice the size.
  static let inkTolerance = 0.15

  private static func freehand(_ configuration: ToolConfiguration) -> FreehandTool {
    var tool = FreehandTool(style: configuration.style)
    switch configuration.choices["pressure"] {
    case "width": tool.response.pressure = .even
    case "soft": tool.response.pressure = .soft
    case "firm": tool.response.pressure = .firm
    default: break
    }
    if configuration.choices["tilt"] == "width" { tool.response.tilt = .shading }
    tool.steadiness = ["some": 0.4, "more": 0.7, "most": 1][configuration.choices["steadiness"] ?? ""] ?? 0
    tool.recognizer = configuration.choices["hold"] == "nothing" ? nil : ShapeRecognizer()
    tool.foresees = configuration.choices["ahead"] != "hidden"
    tool.tolerance = inkTolerance
    return tool
  }

  private static let eraser = PaletteTool(
    id: .eraser, name: "Eraser", symbol: "postil-eraser-symbolic",
    defaultStyle: AnnotationStyle(color: PaletteColor.grey.color, lineWidth: 12),
    controls: [.width], widthRange: eraserWidths,
    choices: [
      ToolChoice(
        id: "mode", name: "Effect",
        options: [
          .init(ErasingMode.partial.rawValue, "Rub out what it touches"),
          .init(ErasingMode.wholeAnnotations.rawValue, "Take away whole drawings"),
        ])
    ]
  ) {
    EraserTool(
      width: $0.style.lineWidth, mode: ErasingMode(rawValue: $0.choices["mode"] ?? "") ?? .partial)
  }
}

extension AnnotationStyle {
  /// A dark blue pen, 2 points wide.
  public static let pen = AnnotationStyle(color: PaletteColor.darkBlue.color, lineWidth: 2)
  /// A red frame, 2 points wide.
  public static let frame = AnnotationStyle(color: PaletteColor.red.color, lineWidth: 2)
}
